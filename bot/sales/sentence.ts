import type { HeardText } from '../ask/asking.ts';
import type { NameLookup } from '../parse/nameLookup.ts';
import { isFunctionWord, meantBy } from '../parse/names.ts';
import type { Meaning } from '../parse/selection.ts';
import { applyRules, phrase, rules, says, withoutSmallWords } from '../parse/sentence.ts';
import { format, isPlain, type Token, tokenize } from '../parse/tokenizer.ts';

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

/** Asks which of several sides is ahead. */
const WHICH_SIDE = '\u0003';
const MORE_WORDS = 'more|most|mest|mer|meir|bigger|biggest|størst|best';
const MORE = phrase(MORE_WORDS);
const WITHOUT_MORE = rules([MORE_WORDS, '']);
const OR_IS_VERSUS = rules(['or|eller', 'vs']);
const IS_BEST = phrase(BEST);
const IS_WORST = phrase(WORST);
const IS_TOP = phrase('top|topp');
const WITHOUT_RANK = rules([`(?:the |de |dei )?(?:${BEST}|${WORST})(?: at| på)?`, '']);

/** How rows of each kind are asked for: "which five stores", and "top 5 stores" or "five best stores". */
const RANKINGS = ROWS.map(([group, nouns]) => {
  const isTime = TIMES.has(group);
  return {
    group,
    isTime,
    asked: phrase(
      `(?:${isTime ? WHICH : `${WHICH}|${THE}`})(?: of (?:our|the|all)| (?:of )?våre)? (?:(?<many>${NUMBER}) )?(?:(?:${BEST}|${WORST}) )?(?:${nouns})(?: (?:of ours|våre|vår))?`,
    ),
    ranked: phrase(
      `(?:top|topp|bottom|bunn|${BEST}|${WORST}) ?(?<many>${NUMBER})? (?:(?:${BEST}|${WORST}) )?(?:${nouns})|(?<count>${NUMBER}) (?:${BEST}|${WORST}) (?:${nouns})`,
    ),
  };
});

const SAID = rules(
  // What wasn't sold is no question that the data answers by leaving it out.
  [
    "(?:(?:har|have|has|did|do|does) )?(?:ikke|ikkje|not|never|aldri) (?:solgt|solgte|seld|selger|sold|sell|selling|been sold)|(?:haven't|hasn't|didn't|don't|doesn't|isn't|aren't|wasn't)",
    'unsold',
  ],
  ['(?:solgte|selger|selde|sold|sell|sells) (?:ikke|ikkje|not|nothing|ingenting)', 'unsold'],
  // "Gin at Torggata against gin in Bergen".
  [
    '(\\p{L}+|\\d+) (?:at|in|i|på|hos) (.+?) (?:against|versus|vs|mot|compared (?:to|with)) \\1 (?:at|in|i|på|hos)',
    '$1 in $2 vs',
  ],
  ['salgstall(?:ene)?|salgstal(?:a)?|sales (?:figures|numbers)', 'sales'],
  ['(?:over |in |during )?(?:the |den )?(?:past|siste) (?:month|måneden|månaden)', 'last 30 days'],
  ['(?:nå |no )?for tid[ae]|lately|recently|these days|nylig|i det siste|om dagen(?= |$)', ''],
  [
    '(?:who|hvem|kven|which one|hvilken)(?: av dem| of them)? (?:won|vant|er størst|is (?:bigger|biggest|ahead)|leder|sold|selger|solgte|selde|sells)(?: (?:the )?(?:more|most|mest|mer|meir|best))?',
    WHICH_SIDE,
  ],
  ['(?:som|who|that) (?:er|is) (?:størst|bigger|biggest|best)', WHICH_SIDE],
  // "Akevittsalget" is the sales of aquavit.
  ['(\\p{L}{3,})(?:salg|salget|sal|salet)', '$1 sales'],
  ['sold volume|solgt volum|sales volume|salgsvolum\\w*', 'sales'],
  [
    '(?:how (?:much|large|big)(?: a)?(?: share| part)?|what (?:share|part|percentage|percent|proportion)|hvor (?:stor|mye)(?: (?:andel|del|prosent))?|hvor mange prosent|hvilken andel) (?:of|av) (?:(?:our|the|all|vårt|det|av) )*(?:totals?|total sales|sales|totalen?|totalsalget|salget)(?: (?:was|is|are|came from|comes from|går til|var|er|kommer fra|kom fra))*',
    'percent',
  ],
  [
    '(?:what|which) (?:percentage|share|part|proportion) of (?:the |our )?(.+?) (?:goes|went|comes|came|is sold|was sold|sells) (?:through|in|from|at|by)',
    'percent $1 in',
  ],
  [
    'hvor (?:stor|mye) (?:del |andel )?av (.+?) (?:kommer fra|kom fra|selges i|går i|går til|er fra|ble solgt i)',
    'percent $1 in',
  ],
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
  // What changed most: the comparison shows each change.
  [
    '(?:(?:have |has |did |har )?(?:grew|grown|grow|increased?|fell|fallen|dropped|declined|vokste|vokst|økte|økt|falt|gikk (?:ned|opp)|gått (?:ned|opp)))(?: (?:the )?(?:most|mest))?(?: in sales)? (?:from|between|fra|mellom) (.+?) (?:to|and|til|og)(?= \\S)',
    'compare $1 with',
  ],
  // How it goes.
  ['doing|performing|going|(?<!i )(?:går|gikk|gjekk)(?: det| unna)?(?: med)?', ''],
  // Comparisons.
  [
    '(?:more|less|fewer|better|worse|mer|meir|mindre|færre|flere|fleire|bedre|betre|dårligere)(?: med)? (?!than|enn)(.+?) (?:than|enn)(?! \\d)',
    '$1 vs',
  ],
  ['(?:sammenlign|sammenlikn|samanlikn)(?:et|e|er|a|ing)?(?: av)?|comparison of|comparing', 'compare'],
  ['compared? (?:with|to|against|med|mot)', 'vs'],
  [
    '(?:better|worse|higher|lower|more|less|bedre|dårligere|høyere|lavere|mer|mindre) (?:than|enn)(?! \\d)',
    'vs',
  ],
  [
    'vs (?:the (?:one|week|month) before|uka før|uken før|måneden før|den før|forrige uke|året før)(?: that)?',
    'vs the period before',
  ],
  [
    '(?:up or down|opp eller ned|up|down|opp|ned) (?:on|from|against|versus|vs|compared (?:to|with)|i forhold til|mot|fra|sammenlignet med)(?= )',
    'vs',
  ],
  ['up or down|opp eller ned', 'compare'],
  ['i forhold til|relative to|in comparison (?:to|with)', 'vs'],
  ['(?:the )?split between|fordelingen? mellom', ''],
  // Nobody knows what is to come.
  ['will|going to|gonna|expect(?:ed)?|(?:kommer|kjem) (?:vi |me )?til å|forvent\\w*|ventet', 'forecast'],
  ['(?:how|hvordan|korleis) (?:does|did|do|is|was|går|gikk) (.+?) compare', '$1'],
  // Figures that every answer has.
  ['(?:in )?(?:units?|bottles?|cans?|litres?|liters?)(?: and (?:units?|litres?|bottles?))?', ''],
  ['(?:i |antall )?(?:enheter|enhetar|flasker|bokser|liter|stk|stykk)(?: og (?:enheter|liter|flasker))?', ''],
  ['(?:the |in )?(?:totals?|sum)(?: volume)?|totalen|totalt|til sammen|summen|antall', ''],
  ['(?:(?:did|have|has|do|does) )?(?:we|you|they|i) (?:sell|sold|shift(?:ed)?|move|moved)', ''],
  ['(?:har |fikk )?(?:vi|dere|de|me|jeg|eg) (?:solgt|seld|solgte|selger|selde)', ''],
  ['(?:solgt?e?|selger|selde|seld) (?:vi|dere|de|me)', ''],
  [
    'gone(?: out)?|going|went(?: out)?|moving|moved?|moves|gått(?: unna)?|går unna|gikk unna|kjøpt|bought|made it out',
    '',
  ],
  [
    '(?:all|alle|each of)(?: of)? (?:our |the |våre |de )?(?:products?|varer|varene|produktene|produkter)(?: våre| vår)?',
    'by:product',
  ],
  ['(?:all|alle) (?:the |our |våre )?(?:stores?|shops?|butikker|butikkene)', 'by:store'],
);

const AFTER = rules([
  '(?:sales?|salg|salget|sal|salet|sold|sells?|selling|solgt?e?|selger|selges|selge|seld|selde|shift(?:ed)?|moved?|volumes?|volum)(?: of| av| for)?',
  '',
]);

/** Words for the period of a year that has only begun, against the last one. */
const LAST_YEAR = phrase(
  'vs (?:the )?(?:same (?:time|period) )?(?:last year|i fjor|fjoråret|året før|same period last year)',
);
/** A unit against the one before it, when no other period is named. */
const LAST_UNIT = /(?<=^| )vs (last|forrige) (week|month|quarter|uke|uka|uken|måned|måneden|kvartal)(?= |$)/;
/** A period by which days are named; without one, rows of weeks or weekdays would be those of one day. */
const PERIOD = phrase(
  [
    'yesterday|today|i ?går|i ?dag|this|last|past|denne|dette|forrige|siste|sist|(?:uke|week) \\d+|i år|i fjor|20\\d\\d',
    'q[1-4]|quarter|kvartal|since|siden|summer|winter|spring|autumn|sommer\\w*|vinter\\w*|høst\\w*|helg[ae]n?|weekend',
    'jan|januar|january|feb|februar|february|mars?|march|apr|april|mai|in may|juni?|june|juli?|july|aug|august|sept?|september|o[ck]t|oktober|october|nov|november|de[cs]|desember|december|christmas|easter|påske|jula?',
    'monday|tuesday|wednesday|thursday|friday|saturday|sunday|mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag',
    '\\d{1,2}\\.\\d{1,2}',
  ].join('|'),
);

/** What a sentence asks of `/sales`, as the text of the command. */
export function hearSales(sentence: string, names: NameLookup): HeardText {
  const isMeant = says(sentence, MEANT);
  const said = withComparison(withShare(saidOfSales(sentence), names));
  return {
    // "All stores" alone asks for no sales.
    text: !isMeant && /^by:\w+$/.test(said) ? '' : withPeriod(said),
    following: saidOfSales(sentence),
    isMeant,
    isLikely: says(sentence, PERIOD),
    isWhole: isMeant && says(sentence, PERIOD),
  };
}

const SHARE = phrase('andel|andelen|prosent|prosentandel|percentage|percent');

/** The share of one product is in the list of all: "gin's share last week" is "percent by:product last week". */
function withShare(text: string, names: NameLookup): string {
  if (!says(text, SHARE)) return text;
  const named = tokenize(text).map((token) => ({
    token,
    meaning: isPlain(token) || token.quoted ? meaningOf(token, names) : undefined,
  }));
  const [first] = named.flatMap(({ meaning }) => (meaning === undefined ? [] : [meaning]));
  // With both, the share is of the product's sales in the store.
  const isStore = named.some(({ meaning }) => meaning === 'store');
  if (first === undefined) return text;
  const dropped = isStore ? 'store' : 'product';
  const left = named.filter(({ meaning }) => meaning !== dropped).map(({ token }) => token);
  return `${applyRules(format(left), [[SHARE, '']])} percent by:${dropped}`.trim();
}

function meaningOf(token: Token, names: NameLookup): Meaning | undefined {
  if (isFunctionWord(token) || SMALL_IN_SHARE.test(token.folded)) return undefined;
  return meantBy(token.value, names)[0]?.meaning;
}

const SMALL_IN_SHARE =
  /^(?:in|i|of|av|for|percent|total|last|this|week|month|year|far|so|to|stores?|products?)$/;

/** The words that a sentence has for `/sales`, and no others. */
export function saidOfSales(sentence: string): string {
  return withoutSmallWords(applyRules(withSides(withRanking(applyRules(sentence, SAID))), AFTER));
}

/** "Oslo or Bergen, who sold most" is "Oslo vs Bergen". */
function withSides(sentence: string): string {
  const asksWhich = sentence.includes(WHICH_SIDE);
  if (!asksWhich && !says(sentence, MORE)) return sentence;
  const sides = applyRules(sentence, OR_IS_VERSUS);
  const plain = sides.replaceAll(WHICH_SIDE, ' ');
  return sides === sentence ? plain : applyRules(plain, WITHOUT_MORE);
}

/** "Which five stores sold most gin" is "by:store top:5 gin". */
function withRanking(sentence: string): string {
  const isBest = says(sentence, IS_BEST);
  const isWorst = says(sentence, IS_WORST);
  for (const { group, isTime, asked, ranked } of RANKINGS) {
    for (const found of [asked, ranked]) {
      if (!says(sentence, found)) continue;
      if (found === asked && !isBest && !isWorst) return applyRules(sentence, [[asked, `by:${group}`]]);
      const groups = [...sentence.matchAll(found)][0]?.groups;
      const many = groups?.many ?? groups?.count ?? '';
      const marked = applyRules(sentence, [[found, ' \u0001 ']]);
      const end = isWorst && !says(sentence, IS_TOP) ? 'bottom' : 'top';
      const cut = isTime && many === '' ? '' : ` ${end}:${digits(many) ?? '10'}`;
      const rest = applyRules(marked, WITHOUT_RANK);
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
  const [, of = '', unit = ''] = LAST_UNIT.exec(text) ?? [];
  if (unit !== '' && !says(text.replace(`vs ${of} ${unit}`, ''), PERIOD)) {
    return text.replace(
      `vs ${of} ${unit}`,
      `${of === 'forrige' ? 'denne' : 'this'} ${unit} vs ${of} ${unit}`,
    );
  }
  if (says(text, LAST_YEAR) && !says(applyRules(text, [[LAST_YEAR, '']]), PERIOD)) {
    return applyRules(text, [[LAST_YEAR, 'this year vs last year']]);
  }
  return text;
}

const RANKED = phrase(`${BEST}|${WORST}`);

function withPeriod(text: string): string {
  if (says(text, PERIOD) || text === '') return text;
  if (says(text, RANKED)) return `${text} last 30 days`;
  if (/\b(?:by:(?:weekday|day)\b|(?:top|bottom):\d|percent\b|vs\b|compare\b)/.test(text))
    return `${text} last 30 days`;
  if (/\bby:(?:week|month)\b/.test(text)) return `${text} this year`;
  return text;
}
