import type { HeardText } from '../ask/asking.ts';
import { applyRules, phrase, rules, says, withoutSmallWords } from '../parse/sentence.ts';

/** Words of a question of sales. "Sold out" is one of stock. */
const MEANT = phrase(
  '\\p{L}{3,}salg(?:et)?|sells?|sold(?! out)|selling|sales?|best[ -]?sell\\w+|shift(?:ed)?|sale|volumes?|omsetning|omsatt|salg\\w*|sal|salet|solgt?e?|selger|selges|selge|seld|selde|bestselg\\w+|topp?(?: ?\\d+)?|ranking|gått(?: unna)?|gikk unna|kjøpt|bought|returns?|retur\\w*',
);

const NUMBER =
  '\\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twenty|to|tre|fire|fem|seks|syv|sju|åtte|ni|ti|tjue';

const TIMES: ReadonlySet<string> = new Set(['weekday', 'month', 'week', 'day']);

/** What rows are asked for, by the words for them. */
const ROWS: readonly (readonly [group: string, nouns: string])[] = [
  [
    'product',
    'products?|items?|articles?|varer?|varene|vara|produkt(?:er|et|ene)?|sellers?|bestselgere?|ones of ours',
  ],
  ['store', 'stores?|shops?|outlets?|butikk(?:er|en|ene|ar)?|utsalg'],
  ['group', 'groups?|product groups?|varegrupper?|grupper?'],
  ['weekday', 'weekdays?|day of the week|ukedag(?:er|en)?|vekedag(?:ar|en)?'],
  ['month', 'months?|måned(?:er|en)?|månad(?:er|ar|en)?'],
  ['week', 'weeks?|uker?|uka|uken|vek[ea]r?'],
  ['day', 'days?|dag(?:er|en)?|dagar'],
];

const WHICH = 'which|what|hvilke[nt]?|hva for(?: en| et| noen)?|kva for(?: ein| ei)?';
/** "The five stores", but not "the week before". */
const THE = 'the|de|dei|våre|our';
const BEST =
  'best|most|highest|largest|biggest|strongest|mest|flest|beste|best[ -]selling|størst\\w*|høyest\\w*';
const WORST = 'worst|least|fewest|lowest|weakest|minst\\w*|færrest|dårligst\\w*|lavest\\w*|svakest\\w*';

const SAID = rules(
  // "Akevittsalget" is the sales of aquavit.
  ['(\\p{L}{3,})(?:salg|salget|sal|salet)', '$1 sales'],
  ['sold volume|solgt volum|sales volume|salgsvolum\\w*', 'sales'],
  // Rows by time.
  ['(?:split|broken down|grouped|fordelt|delt(?: opp)?|gruppert|sortert) (?:by|per|på|etter|into)', 'by'],
  [
    '(?:week by week|week for week|uke for uke|per week|each week|every week|weekly|ukentlig|hver uke|kvar veke|veke for veke)',
    'by:week',
  ],
  [
    '(?:day by day|day for day|dag for dag|per day|each day|every day|daily|daglig|hver dag|kvar dag)',
    'by:day',
  ],
  ['(?:month by month|måned for måned|per month|each month|monthly|månedlig|hver måned)', 'by:month'],
  [
    '(?:store by store|butikk for butikk|per store|each store|for each store|hver butikk|i hver butikk)',
    'by:store',
  ],
  [
    '(?:product by product|vare for vare|per product|each product|for each product|hver vare|hvert produkt)',
    'by:product',
  ],
  ['trend(?:en)?|utvikling(?:en|a)?|development', 'by:week'],
  // Periods in words.
  ['(?:first|1st) quarter|første kvartal', 'q1'],
  ['(?:second|2nd) quarter|andre kvartal', 'q2'],
  ['(?:third|3rd) quarter|tredje kvartal', 'q3'],
  ['(?:fourth|last|4th) quarter(?= of)|fourth quarter|fjerde kvartal', 'q4'],
  [
    '(?:since|from) the (?:start|beginning) of|siden (?:starten|begynnelsen) av|fra (?:starten|begynnelsen) av',
    'since',
  ],
  // How it goes.
  ['doing|performing|going|(?<!i )(?:går|gikk|gjekk)(?: det| unna)?(?: med)?', ''],
  // Comparisons.
  ['(?:more|less|fewer|mer|mindre|færre|flere) (?!than|enn)(.+?) (?:than|enn)(?! \\d)', '$1 vs'],
  ['(?:sammenlign|sammenlikn|samanlikn)(?:et|e|er|a|ing)?(?: av)?|comparison of|comparing', 'compare'],
  [
    '(?:compared?|sammenlign(?:et|e|er)?|sammenlikn(?:et|e)?|samanlikn(?:a|e)?) (?:with|to|against|med|mot)',
    'vs',
  ],
  [
    '(?:better|worse|higher|lower|more|less|bedre|dårligere|høyere|lavere|mer|mindre) (?:than|enn)(?! \\d)',
    'vs',
  ],
  [
    'vs (?:the (?:one|week|month) before|uka før|uken før|måneden før|den før|forrige uke|året før)(?: that)?',
    'vs the period before',
  ],
  ['up or down|opp eller ned', 'compare'],
  ['(?:how|hvordan|korleis) (?:does|did|do|is|was|går|gikk) (.+?) compare', '$1'],
  // Figures that every answer has.
  ['(?:in )?(?:units?|bottles?|cans?|litres?|liters?)(?: and (?:units?|litres?|bottles?))?', ''],
  ['(?:i |antall )?(?:enheter|enhetar|flasker|bokser|liter|stk|stykk)(?: og (?:enheter|liter|flasker))?', ''],
  ['(?:the |in )?(?:totals?|sum)(?: volume)?|totalen|totalt|til sammen|summen|antall', ''],
  ['(?:(?:did|have|has|do|does) )?(?:we|you|they|i) (?:sell|sold|shift(?:ed)?|move|moved)', ''],
  ['(?:har |fikk )?(?:vi|dere|de|me|jeg|eg) (?:solgt|seld|solgte|selger|selde)', ''],
  ['(?:solgt?e?|selger|selde|seld) (?:vi|dere|de|me)', ''],
  ['gone(?: out)?|going|gått(?: unna)?|går unna|gikk unna|kjøpt|bought', ''],
  [
    '(?:all|alle|each of)(?: of)? (?:our |the |våre |de )?(?:products?|varer|varene|produktene|produkter)(?: våre| vår)?',
    'by:product',
  ],
  ['(?:all|alle) (?:the |our |våre )?(?:stores?|shops?|butikker|butikkene)', 'by:store'],
);

const AFTER = rules(
  [
    '(?:sales?|salg|salget|sal|salet|sold|sells?|selling|solgt?e?|selger|selges|selge|seld|selde|shift(?:ed)?|moved?|volumes?|volum)(?: of| av| for)?',
    '',
  ],
  ['(?:at|for) (?=(?:by|top|bottom):)', ''],
);

/** Words for the period of a year that has only begun, against the last one. */
const LAST_YEAR = phrase(
  'vs (?:the )?(?:same (?:time|period) )?(?:last year|i fjor|fjoråret|året før|same period last year)',
);
/** A period by which days are named; without one, rows of weeks or weekdays would be those of one day. */
const PERIOD = phrase(
  'yesterday|today|i ?går|i ?dag|this|last|past|denne|dette|forrige|siste|sist|uke \\d+|week \\d+|i år|i fjor|\\d{4}|q\\d|quarter|kvartal|since|siden|from|fra|jan\\w*|feb\\w*|mar\\w*|apr\\w*|may|mai|jun\\w*|jul\\w*|aug\\w*|sep\\w*|o[ck]t\\w*|nov\\w*|de[cs]\\w*|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag|summer|winter|spring|autumn|sommer\\w*|vinter\\w*|høst\\w*|helg\\w*|weekend',
);

/** What a sentence asks of `/sales`, as the text of the command. */
export function hearSales(sentence: string): HeardText {
  return { text: withPeriod(withComparison(saidOfSales(sentence))), isMeant: says(sentence, MEANT) };
}

/** The words that a sentence has for `/sales`, and no others. */
export function saidOfSales(sentence: string): string {
  return withoutSmallWords(applyRules(withRanking(applyRules(sentence, SAID)), AFTER));
}

/** "Which five stores sold most gin" is "by:store top:5 gin". */
function withRanking(sentence: string): string {
  const isBest = says(sentence, phrase(BEST));
  const isWorst = says(sentence, phrase(WORST));
  for (const [group, nouns] of ROWS) {
    const isTime = TIMES.has(group);
    const asked = phrase(
      `(?:${isTime ? WHICH : `${WHICH}|${THE}`})(?: of (?:our|the|all)| (?:of )?våre)? (?:(?<many>${NUMBER}) )?(?:(?:${BEST}|${WORST}) )?(?:${nouns})(?: (?:of ours|våre|vår))?`,
    );
    const ranked = phrase(
      `(?:top|topp|bottom|bunn|${BEST}|${WORST}) ?(?<many>${NUMBER})? (?:(?:${BEST}|${WORST}) )?(?:${nouns})|(?<count>${NUMBER}) (?:${BEST}|${WORST}) (?:${nouns})`,
    );
    for (const found of [asked, ranked]) {
      if (!says(sentence, found)) continue;
      if (found === asked && !isBest && !isWorst) return applyRules(sentence, [[asked, `by:${group}`]]);
      const groups = [...sentence.matchAll(found)][0]?.groups;
      const many = groups?.many ?? groups?.count ?? '';
      const marked = applyRules(sentence, [[found, ' \u0001 ']]);
      const end = isWorst && !says(sentence, phrase('top|topp')) ? 'bottom' : 'top';
      const cut = isTime && many === '' ? '' : ` ${end}:${digits(many) ?? '10'}`;
      const rest = applyRules(marked, rules([`(?:the |de |dei )?(?:${BEST}|${WORST})(?: at| på)?`, '']));
      return rest.replace('\u0001', `by:${group}${cut}`);
    }
  }
  return sentence;
}

const DIGITS: Readonly<Record<string, string>> = {
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  twenty: '20',
  to: '2',
  tre: '3',
  fire: '4',
  fem: '5',
  seks: '6',
  syv: '7',
  sju: '7',
  åtte: '8',
  ni: '9',
  ti: '10',
  tjue: '20',
};

function digits(many: string): string | undefined {
  if (many === '') return undefined;
  return DIGITS[many.toLowerCase()] ?? many;
}

function withComparison(text: string): string {
  const plain = text.replace(/\bvs the period before\b/g, '\u0002');
  if (plain.includes('\u0002')) return `compare ${plain.replaceAll('\u0002', '')}`;
  if (says(text, LAST_YEAR) && !says(applyRules(text, [[LAST_YEAR, '']]), PERIOD)) {
    return applyRules(text, [[LAST_YEAR, 'this year vs last year']]);
  }
  return text;
}

function withPeriod(text: string): string {
  if (says(text, PERIOD)) return text;
  if (/\b(?:by:(?:weekday|day)\b|(?:top|bottom):\d)/.test(text)) return `${text} last 30 days`;
  if (/\bby:(?:week|month)\b/.test(text)) return `${text} this year`;
  return text;
}
