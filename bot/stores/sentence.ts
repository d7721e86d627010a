import type { HeardText } from '../ask/asking.ts';
import type { NameLookup } from '../parse/nameLookup.ts';
import { applyRules, phrase, rules, says, withoutSmallWords } from '../parse/sentence.ts';

const DAY =
  "today|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday|i dag|i morgen|i morgon|mandag|tirsdag|onsdag|torsdag|fredag|lørdag|laurdag|søndag|sundag|christmas eve|christmas day|boxing day|new year's eve|new year's day|new years eve|easter \\w+|good friday|julaften|juleaften|julafta|(?:første|andre|1\\.|2\\.) juledag|nyttårsaften|nyttårsafta|nyttårsdag|langfredag|skjærtorsdag|påskeaften|\\d{1,2}\\.? (?:jan|feb|mar|apr|may|mai|jun|jul|aug|sep|okt|oct|nov|des|dec)\\w*|\\d{1,2}\\.\\d{1,2}";

/** Words of a question of stores. */
const MEANT = phrase(
  "open(?:s|ing)?|opening hours|hours|close[sd]?(?: down)?|closing|shut|address|phone(?: number)?|telephone|where(?:'s| is| are)|which (?:stores|shops) (?:are|do we have)|(?:stores|shops) (?:are )?(?:there )?in|åpen|åpent|åpne|åpner|opne|ope|open|opnar|åpningstid\\w*|opningstid\\w*|stenger|stengt|stengte|stenge|stengjer|stengetid\\w*|adresse\\w*|telefon\\w*|tlf|hvor (?:ligger|er|finnes)|kvar (?:ligg|er)|butikker (?:finnes|har (?:vi|dere)|er det|ligger)|butikker i|nedlagt|lagt ned|(?:how many|list|list all|hvor mange) (?:stores|shops|butikker)(?! (?:sold|solgte|selger|sell))|(?:a|any|en|noen|ein) (?:store|shop|butikk)(?:s|er)? (?:in|i)|finner (?:jeg|vi|eg) butikk\\w*",
);

const SAID = rules(
  // Which are closed is not what a search for open ones finds.
  [
    '(?:which|how many|what|hvilke|hvor mange)(?: of)?(?: the| our)? (?:stores|shops|butikker)(?: (?:are|is|er|har))? (?:closed|stengt)',
    '"closed"',
  ],
  // "Søndagsåpent".
  ['(\\p{L}+dag)s?(?:åpent|åpen|åpne|ope|opne)', 'åpent $1'],
  ['(?:when|what time|hvilken tid|kva tid|når|hva tid|how late|how long)', ''],
  [
    '(?:closed down|still (?:running|open|there|in business)|permanently closed|nedlagt|lagt ned|shut down)',
    '',
  ],
  ['(?:or|eller) (?:is|are|have|has|did|am|er|har) (?:it|they|i|we|det|den|jeg|vi|eg|me)(?: .*)?$', ''],
  [
    '(?:when|what time|how late|how long) (?:does|do|is|are|will)? ?(?:the )?(.+?) (?:open(?:ing)?|close[sd]?)(?: until)?(?=\\s|$)',
    '$1 open',
  ],
  ['(?:når|hvilken tid|hvor lenge|kor lenge) (?:åpner|stenger|er|har|opnar|stengjer|stenger)', 'open'],
  [
    '(?:opening|closing) (?:hours|times?)|hours|åpningstid(?:er|ene|en)?|opningstid(?:er|ene|a)?|stengetid(?:er|en)?',
    'open',
  ],
  [
    '(?:åpne|åpent|åpen|åpner|opne|ope|opnar|opens?|stenger|stengt|stengte|stengjer|closes?|closed|closing|shut)',
    'open',
  ],
  [
    '(?:the )?(?:phone|telephone|contact)(?: number)?(?: for| of| to)?|telefonnummer(?:et)?(?: til)?|telefon(?: til)?|tlf(?: til)?|(?:the )?address(?: of| for)?|adressen?(?: til)?',
    '',
  ],
  ["(?:where|hvor|kvar)(?:'s| is| are| ligger| er| finnes| ligg)?", ''],
  [
    '(?:finner (?:jeg|vi|eg)|har dere|finnes|ligger|har vi|er det|are there|do we have|there are|list|list of)',
    '',
  ],
  [
    '(?:which|what|hvilke|how many|hvor mange|any of|all|alle)(?: of)?(?: the| our| våre)?(?= (?:stores|shops|butikker|butikkene|\\S+ stores))',
    '',
  ],
  ['(?:and|og) (?:which|hvilke|what)(?: (?:of them|of those|av dem))?(?: (?:are|er|har|have))?', ''],
  ['(?:stores?|shops?|butikker|butikkene|butikken|butikk)(?= )(?! \\d)', ''],
  ['(?:stores?|shops?|butikker|butikkene|butikken|butikk)(?=,|$)', ''],
  ['(?:is|are|er|har) (?:it|det)', ''],
  ['(?:right now|now|nå|akkurat nå|no)', 'now'],
  ['(?:at|in|on|på|i|for)(?= \\p{L}{3,})(?! (?:dag|morgen|morgon))', ''],
  ['(?:this|coming|førstkommende|denne|kommende|nå på)(?= \\p{L}+da(?:y|g))', ''],
  ['(?:after|etter)(?: kl\\.?| klokka)? (\\d{1,2}(?:[:.]\\d\\d)?)', 'at $1'],
);

const OPEN = phrase('open');
const NOW = phrase('now');
const ON_DAY = phrase(`(?:on |på |i )?(?<day>${DAY})`);

/** What a sentence asks of `/stores`, as the text of the command. */
export function hearStores(sentence: string, names: NameLookup): HeardText {
  const isMeant = says(sentence, MEANT);
  const said = withoutSmallWords(applyRules(sentence, SAID));
  const isOpen = says(said, OPEN);
  const isNow = isOpen && says(said, NOW);
  const day = isOpen ? [...said.matchAll(ON_DAY)][0]?.groups?.day : undefined;
  const [time = ''] = isOpen ? (/(?<=^| )at \d{1,2}(?:[:.]\d\d)?(?= |$)/.exec(said) ?? []) : [];
  const gone = isOpen
    ? [[OPEN, ''] as const, [NOW, ''] as const, ...(day === undefined ? [] : [[ON_DAY, ''] as const])]
    : [];
  const asked = withoutSmallWords(applyRules(said.replace(time, ''), gone));
  const { where, leftOut } = namedIn(asked, names);
  const heard = { isMeant, ...(leftOut === '' ? {} : { leftOut }) };
  if (!isOpen) {
    const name = where.replaceAll('"', '');
    const isPlace = names.stores.named(name, 1).length > 0 && names.products.named(name, 1).length === 0;
    return { ...heard, text: where, isLikely: isPlace && leftOut === '' };
  }
  const isToday = time === '' && (day === undefined || /^(?:today|i dag)$/i.test(day));
  if (isToday && !isNow) return { ...heard, text: where === '' ? 'open now' : where };
  return { ...heard, text: `${where} open${isNow ? ' now' : ` ${day ?? ''} ${time}`}`.trim() };
}

/** The longest run of words that is a store or town; all of them where none is, and where there is nothing else. */
function namedIn(
  words: string,
  { stores }: NameLookup,
): { readonly where: string; readonly leftOut: string } {
  const isNamed = (text: string) =>
    /^\d{1,6}$/.test(text) || stores.named(text.replaceAll('"', ''), 1).length > 0;
  const parts = words.split(/[\s,]+/).filter((part) => part !== '');
  if (parts.length > MAX_PARTS || isNamed(parts.join(' '))) return { where: words, leftOut: '' };
  for (let length = parts.length - 1; length > 0; length -= 1) {
    for (let at = 0; at + length <= parts.length; at += 1) {
      const run = parts.slice(at, at + length).join(' ');
      const rest = [...parts.slice(0, at), ...parts.slice(at + length)]
        .filter((part) => !STORE_WORD.test(part))
        .join(' ');
      if (!isNamed(run)) continue;
      // Two names are asked for, which a search refuses or finds together.
      return isNamed(rest) ? { where: words, leftOut: '' } : { where: run, leftOut: rest };
    }
  }
  return { where: words, leftOut: '' };
}

const STORE_WORD = /^(?:stores?|shops?|butikk(?:en|er|ene)?|for|in|i|på|at|of|av)$/i;

/** More words are no name with a few words around it. */
const MAX_PARTS = 12;
