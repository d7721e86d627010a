#!/bin/sh
# Runs once, when the PostgreSQL of compose.yaml makes its folder of data: the bot gets a role that owns its database and
# nothing else. The superuser loses its password, so it can come in by the socket in the container alone:
#   docker compose -f bot/compose.yaml exec database psql --username=postgres
set -eu

psql --quiet --username="$POSTGRES_USER" --dbname=postgres --set=ON_ERROR_STOP=1 \
  --set=superuser="$POSTGRES_USER" --set=password="$POSTGRES_PASSWORD" <<'SQL'
create role bot login nosuperuser nocreatedb nocreaterole password :'password';
create database bot owner bot;
revoke all on database bot from public;
alter role :"superuser" password null;
SQL
