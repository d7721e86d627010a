#!/bin/sh
# The backup service of compose.yaml: a copy of the database each day, and the latest $KEEP of them.
# psql and pg_dump take where the database is from PGHOST, PGUSER, PGPASSWORD and PGDATABASE.
set -u
umask 077
keep=${KEEP:-7}
day_minutes=1440
sleeper=
trap 'kill $sleeper 2>/dev/null; exit 0' TERM INT

# A copy has its name only when it is whole, and the bot tells its age only from then on.
backup() {
  name=bot-$(date -u +%Y-%m-%dT%H-%M-%SZ).dump
  pg_dump --format=custom --file="$BACKUPS/$name.part" &&
    pg_restore --list "$BACKUPS/$name.part" >/dev/null &&
    psql --quiet --set=ON_ERROR_STOP=1 \
      --command='update backup_state set last_at = extract(epoch from now()) * 1000' &&
    mv "$BACKUPS/$name.part" "$BACKUPS/$name"
}

said=
while :; do
  rm -f "$BACKUPS"/*.part
  if [ -n "$(find "$BACKUPS" -name 'bot-*.dump' -mmin -$((day_minutes - 5)))" ]; then
    [ -n "$said" ] || echo 'The latest backup is less than a day old.'
  elif backup; then
    echo "Backed up to $name: $(wc -c <"$BACKUPS/$name") bytes."
    ls "$BACKUPS"/bot-*.dump | sort -r | tail -n +$((keep + 1)) | while read -r old; do
      rm "$old"
      echo "Deleted $(basename "$old")."
    done
  else
    echo 'No backup was made; the line above says why. The next try is in a minute.' >&2
  fi
  said=yes
  # In the background, so that a signal is heard at once; it holds no output that whoever started this waits for.
  sleep 60 >/dev/null 2>&1 &
  sleeper=$!
  wait "$sleeper"
done
