export function wordSet(line: string): ReadonlySet<string> {
  return new Set(line.split(' '));
}

/** What gives a sentence away although the other catalog does not say it. */
export const COMMON_WORDS = {
  en: wordSet(
    'the of and is are was were be been not with this that these those from has have had its it they them their you ' +
      'your who what which whose when while then than there here or but if as so on in an a no none all any each more ' +
      'less most only yet since before after until between may can cannot could will would must did does do done ' +
      'day days week weeks month months year years today yesterday tomorrow product products store stores stock sales ' +
      'unit units item items litre litres row rows digest digests channel channels file files list lists type choose ' +
      'ask show try again mar may jun jul sept oct dec mon tue wed thu fri sat sun january ' +
      'february march april june july august october december monday tuesday wednesday thursday friday saturday sunday',
  ),
  nb: wordSet(
    'og ikke er av på som med til eller men hvis den det de dem du deg din ditt dine en ei et ett har hadde kan skal vil ' +
      'må ble blir fra siden mellom bare alle ingen noe noen mer mest hva hvem når da så her der om etter før ' +
      'dag dager uke uker måned måneder år i går vare varer butikk butikker beholdning salg enhet enheter liter rad ' +
      'rader rapport kanal kanaler fil filer liste lister skriv velg spør vis prøv igjen mars mai juni juli okt des ' +
      'man tir ons tor fre lør søn januar februar oktober desember mandag tirsdag onsdag torsdag fredag lørdag søndag',
  ),
} as const;

/** The words of a text, without those that are to be typed, linked or pasted. */
export function wordsOf(text: string): string[] {
  return (
    text
      .replaceAll(
        /`[^`]*`|<[^>]*>|:[a-z_]+:|\S+@\S+|\w+_\w+(?:=\w+)?|\/(?:access|digest|invite|sales|stock|stores)\b/g,
        '',
      )
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  );
}
