import type { AskedWhy, HeardText } from '../ask/asking.ts';
import { type Part, partsOf, phrasesIn, textOf, unlimited } from '../ask/sentence.ts';
import { type Group, isInTime, ROW_NAMES, ROWS } from '../figures/rows.ts';
import { dateContextOf } from '../parse/dates/period.ts';
import { MAX_LOOKED_UP, type NameLookup, type Reading } from '../parse/nameLookup.ts';
import { isFunctionWord, meantBy } from '../parse/names.ts';
import type { Meaning } from '../parse/selection.ts';
import { inQuotes, isOneOf, phraseOf } from '../parse/tokenizer.ts';
import { AND_WORDS, wordList } from '../parse/vocabulary.ts';
import { NUMBERS, SMALLEST } from './filters.ts';
import { SALES_WORDS } from './slots.ts';

const oneOf = (words: string) => words.trim().split(' ').join('/');

const TOP = oneOf(`${NUMBERS.top.spoken} flest strongest`);
const BOTTOM = oneOf(`${SMALLEST.words} ${SMALLEST.spoken} fewest færrest weakest`);
const RANK = `${TOP}/${BOTTOM} selling/sold/solgte/selgende?`;
const WHICH = 'which/what/hvilke/hvilken/hvilket/kva';
const EACH = 'per/each/every/hver/hvert/kvar/kvart';

/** How rows of a kind are asked for: "which five stores", "the five best stores", "store by store". */
function rowsPhrases(group: Group): string {
  const { words, nouns: more = '', adverbs } = ROWS[group];
  const nouns = oneOf(`${words} ${more}`);
  const owners = words
    .split(' ')
    .map((word) => `${word}'s/${word}s`)
    .join('/');
  const which = isInTime(group) ? WHICH : `${WHICH}/the/de/dei/våre/our/top/topp`;
  return [
    `${which} of/for? our/the/all/våre/en/et/ei? #? ${RANK.replace(' ', '? ')} #? ${nouns} of? ours/våre/vår?`,
    `${RANK} #? ${nouns}`,
    `# ${RANK} ${nouns}`,
    `in/i/for/of/av? ${EACH} ${nouns}`,
    `${EACH} ${owners}`,
    `${nouns} by/for ${nouns}`,
    ...(group === 'store' ? [`in/i how/hvor/kor many/mange ${nouns}`] : []),
    ...(group === 'product' || group === 'store'
      ? [`all/alle/each of? our/the/våre/de? ${nouns} våre/vår?`]
      : []),
    ...(adverbs === undefined ? [] : [oneOf(adverbs)]),
  ].join(', ');
}

const SOLD = 'sold/sell/sells/selling/solgt/solgte/selger/selge/selges/sel/seld/selde';
const ANYONE = 'anyone/anybody/someone/people/noen/nokon/folk';
const MUCH =
  'more/less/fewer/better/worse/higher/lower/mer/meir/mindre/færre/flere/fleire/bedre/betre/dårligere/høyere/lavere';

/** Everyday phrases, by the words of `/sales`. */
const PHRASES = phrasesIn({
  meant: {
    '?top':
      'best/top/fastest/raskest selling/seller/sellers, selling fastest, selger raskest, bestselling, bestselg*, top/topp #?, ranking',
    unsold:
      `har/have/has/did/do/does? ikke/ikkje/not/never/aldri been/har/have/has/hadde? ${SOLD}, ${SOLD} ikke/ikkje/not/nothing/ingenting, ` +
      `${SOLD} no/zero/0/null/ingen, no/zero/without/uten/null sales/sale/salg of/av?, ` +
      "haven't/hasn't/didn't/don't/doesn't/isn't/aren't/wasn't been? sell/sold/selling",
    'return-rate':
      'return/returned rate/rates/percentage/percent/share/ratio, rate/share/percentage/percent/proportion of returns, returandel*/returprosent*/returrate*/returgrad*, ' +
      'in/as/i a/en? percent/percentage/%/prosent/share/andel of/av what/det/the? we? was/were/er/ble/vi? sold/sales/solgt/salg/salget',
    returns:
      'returns/return/returned, i? retur*, came/come/comes/coming/brought/sent/handed/taken/given/got back, ' +
      'levert/leverte/leveres/kom/kommer/kommet/sendt/sendte/gitt tilbake',
    net: 'net/netto of/after/minus/less/uten/etter? returns/returer?, after/minus/less/fratrukket/etter/uten returns/returer, without the? returns, after subtracting them/that/those/returns, net/netto',
    why:
      'why/hvorfor/kvifor did/do/does/are/is/was/were/have/has/har/er/var/ble/blei?, what/hva/kva caused/explains/explain/forklarer/forårsaket, ' +
      'what/hva/kva is/er/lies/ligger behind/bak, the? reason/reasons for/behind, the? cause of, grunnen/årsaken/årsak/årsaker til at?, ' +
      'why/hvorfor/kvifor so/such/that/this/a/så/such? low/high/little/much/few/many/bad/weak/poor/good/lav/lavt/høy/høyt/lite/mye/få/mange/dårlig/svakt/bra, how come, what/hva/kva happened/skjedde there/der?',
    vs: 'more popular than, mer/meir populær/populært/populære enn',
    'by:store': 'where/hvor/kor did/do/have/har/selger/sel/selde/solgte',
    '?side': `who/hvem/kven has/had/har/hadde the? most/highest/biggest/mest/høyest/størst sales/salg?, who/hvem/kven/which/hvilken one? av/of? dem/them? won/vant/leder/sold/selger/solgte/selde/sells the? most/more/mest/mer/meir/best?`,
    '':
      `${SOLD} of/av/for?, did/have/has/do/does? we/you/they/i ${SOLD}, har/fikk? vi/dere/de/me/jeg/eg ${SOLD}, ${SOLD} vi/dere/de/me, ` +
      'sales/sale/salg/salget/sal/salet figures/numbers/volume/for/of/av?, salgstall*/salgstal/salgsvolum*, volume/volumes/volum of/av?, sold/solgt volume/volum, omsetning/omsatt, ' +
      `did/have/has/har? ${ANYONE} buy/bought/kjøpt/kjøpte, ` +
      'shift/shifted/bought/kjøpt, have/has/har/er? gone/gått unna, went/gone/go/goes/going out? the door/doors, gikk/går/gjekk unna/ut, gått ut?, how did/has, hvordan/korleis/kossen/åssen gikk/gjekk/går/har det? med?, did/have we/you/i move/moved of?',
  },
  also: {
    ...Object.fromEntries(ROW_NAMES.map((group) => [`by:${group}`, rowsPhrases(group)])),
    'by:week': `${rowsPhrases('week')}, trend/trenden/utvikling/utviklingen/utviklinga/development, salgsutvikling*/salgstrend*`,
    '?top': `#? ${TOP} first/først/one/ones?, ${TOP} #`,
    '?bottom': `#? ${BOTTOM} first/først/one/ones?, ${BOTTOM} #, bottom/flopp/flop #, slow movers/sellers`,
    '?more': MUCH,
    '?or': 'or/eller',
    'top:1': 'no/nr/number/nummer 1/one/en/ein',
    '?break': 'break/split/bryt',
    '?side':
      'som/who/that er/is størst/bigger/biggest/best, who/hvem/kven/which/hvilken is/er størst/bigger/biggest/best/ahead',
    unsold: "haven't/hasn't/didn't/don't/doesn't/isn't/aren't/wasn't",
    '?chart': 'as/som a/en/et/ei? chart/graph/graf/diagram, chart/graph/graf/diagram',
    'row-average': 'per/pr bottle/unit/flaske/enhet/litre/liter',
    average:
      'per/pr/each/every open/opening day/days, per/pr/hver/kvar åpningsdag/åpningsdagen/opningsdag, per/pr/hver/kvar åpne/åpen/opne dag',
    percent:
      'how/hvor much/mye of/av our/the/all/vårt/det/total? volume/volumet/total/totalen/totalsalget/sales/salget is/was/are/er/var/kommer/kom? from/fra?, how/hvor much/mye/large/big/stor a? share/part/del/andel/prosent? of/av our/the/all/vårt/det? totals/total/totalen/totalsalget/salget sales? was/is/are/came/comes/var/er/kommer/kom/går from/fra/til?, ' +
      'what/which/hvilken/hvor mange? percentage/percent/share/part/proportion/prosent/andel of/av the/our?, hvor stor/mye del/andel/prosent av, how large/big a? share/part of, utgjør/utgjorde/utgjer, share/shares/andel/andelen/prosent/prosentandel/percentage/percent',
    '?apart':
      'side by side, side om side, next to each other, ved siden av hverandre, hver/kvar for seg, separately, each by itself/themselves',
    '?part': 'how much of, hvor mye av',
    '?that period':
      'that week/month/quarter/year/period/day, the? same week/month/quarter/year/period/day, den/det/samme/same uka/uken/måneden/kvartalet/året/perioden/dagen',
    without: 'everything/all/anything/alt/alle but',
    '?since year': 'siden/sidan/since i? fjor/last year?',
    '?from':
      'goes/went/comes/came through/in/from/at/by, kommer/kom fra, selges/går i, går til, er fra, ble solgt i',
    by: 'break/split/group/divide/del/fordel it/this/that/them/these/det/den/dem/disse? down/up/opp? by/per/på/etter/into, down by/into, split/broken/grouped/fordelt/delt/gruppert/sortert down/opp? by/per/på/etter/into',
    q1: 'first/1st quarter, første kvartal',
    q2: 'second/2nd quarter, andre kvartal',
    q3: 'third/3rd quarter, tredje kvartal',
    q4: 'fourth/4th quarter, fjerde kvartal',
    since: 'since/from the start/beginning of, siden/fra starten/begynnelsen av',
    '?lately': 'lately/recently/nylig, these days, nå/no? for tida/tiden, om dagen, i det siste',
    'last 30 days': 'over/in/during? the/den? past/siste month/måneden/månaden',
    'last year': 'fjoråret',
    'the same week last year': 'last year/fjor the? same/samme week/uke/uka',
    'the same month last year': 'last year/fjor the? same/samme month/måned/måneden',
    yesterday: 'gårsdagens',
    'this week': 'ukens/ukas/vekas, the? whole/entire/full week, hele/heile uka/uken/veka',
    'this month': 'månedens, the? whole/entire/full month, hele/heile måneden/måneda/månaden',
    'last 6 months': 'den/det/de? siste halve året/år, den/det? siste halvåret, the? past half year',
    'this year':
      "the? year so far, hittil/så langt i? året, siden/sidan nyttår, since new? year's?, since the? new year, årets, the? whole/entire/full year, hele/heile året",
    '?change':
      'have/has/did/har? grew/grown/grow/increase/increased/rose/risen/fell/fallen/dropped/declined/vokste/vokst/økte/økt/steg/falt the? most/mest? in? sales?, is/are/was/were/er/var up/down/opp/ned the? most/mest, gikk/gått ned/opp mest?, growing/rising/increasing/declining/falling/vokser/øker/synker/faller',
    '?moved':
      'fall/falls/fell/fallen/falling/drop/drops/dropped/decline/declines/declined/sink/sank/dip/dips/dipped/slump/slumped/plunge/plunged/tank/tanked/crash/crashed/rise/rises/rose/risen/increase/increased/grow/grew/grown/jump/jumped/spike/spiked/soar/soared/change/changed so? much/badly/hard/sharply?, ' +
      'up, down, opp, ned, go/goes/going/went/gone up/down, the? drop/decline/rise/increase/change/fall/growth in/of?, ' +
      'falt/falle/faller/sank/sunket/synker/stupte/raste/dalte/steg/stiger/steget/økte/øker/økt/vokste/vokser/endret/endra seg? så? mye/kraftig/bratt/sterkt?, gikk/går/gått opp/ned, nedgangen/oppgangen/fallet/økningen/endringen i?',
    vs:
      `compared/compare with/to/against/med/mot, sammenlignet/sammenliknet/samanlikna/sammenlignet med/mot, i forhold til, relative to, in comparison to/with, is/are? ahead of, beat/beats/beaten/outsell/outsells/outsold/slo, is/er? foran, ${MUCH}? than/enn, ` +
      'kontra, up/down/opp/ned on/from/against/versus/vs/mot/fra, up/opp or/eller down/ned on/from/against/versus/vs/mot/fra, against/versus/vs/mot',
    compare:
      'compare, sammenlign*/sammenlikn*/samanlikn* av?, comparison of, comparing, difference/differences/diff/differanse*/forskjell*/skilnad* from/to/between/fra/til/mot/mellom?, which/who/what/hvilken/hvem/kva one? was/is/did/did/var/er/gikk better/bedre/betre, gone/went/go/going/gått/gikk/går? up/opp or/eller down/ned',
    '=': 'than/enn #, sold out, day/week/month before',
    forecast:
      "will, going to, gonna, expect/expected, kommer/kjem vi/me? til å, forvent*, ventet, tror/trur du/dere at? vi/me selger, do you think we'll/we will? sell",
    // "How has it been" is of the question before.
    '':
      'how has/have it/that/they been, hvordan/korleis/kossen/åssen har det/den/de vært/vore, ' +
      'not/ikke/ikkje litres/liters/liter/units/bottles/enheter/flasker, in? units/unit/bottles/bottle/cans/litres/litre/liters/liter and? units/litres/bottles?, i/antall? enheter/enhetar/flasker/flaske/bokser/liter/literantall*/stk/stykk og? enheter/liter/flasker?, antall, ' +
      'the/in? total/totals/totalen/totalt/sum/summen volume?, til sammen, together, combined, samlet, samla, tilsammen, doing/performing/going/moving/moved/move/moves, went out?, going up/down?, made it out, det split/fordeling/fordelingen between/mellom, split between, ' +
      'på/ved denne/samme tida/tiden/tid, at this/that/the same? time/point/stage of? year?, over, how does/do is/was?',
  },
});

/** The ends of a ranking; the smallest are refused. */
const ENDS = ['top', 'bottom'] as const;
/** No sales are of days that come. */
const COMING = /mor(?:g|r)[eo]n|tomorrow|^(?:next|neste) /i;
const FROM = /^(?:from|between|fra|mellom) /i;

/** Nothing else is said of a question before. */
const WHERE = /^(?:where|hvor|kor)[?. ]*$/i;

/** What a sentence asks of `/sales`, as the text of the command. */
export function hearSales(sentence: string, { vocabulary, calendar, now }: Reading): HeardText {
  if (WHERE.test(sentence)) return { text: '', following: 'by:store', isMeant: true };
  const reading = unlimited(vocabulary, dateContextOf(calendar, now));
  const parts = partsOf(sentence, { phrases: PHRASES, ...reading });
  const saysOne = (...marks: string[]) =>
    parts.some(({ kind, says }) => kind === 'phrase' && marks.includes(says));
  // "Which weekday is best" and "which stores fell": of sales.
  const isRanked = saysOne('?top', '?bottom') && saysOne(...ROW_NAMES.map((row) => `by:${row}`));
  const isOfStores = saysOne('?change') && saysOne('by:store');
  const isMeant = isRanked || isOfStores || parts.some((part) => part.isMeant === true);
  const said = withAverage(withRows(withUnsold(withSides(parts), vocabulary)));
  const hasPeriod = parts.some(isPeriod);
  /** "That month" is the one of the question before. */
  const withThat = (isSaid: boolean) =>
    said.map((part) =>
      part.says === '?that period' ? { ...part, says: isSaid ? phraseOf(part.tokens) : '' } : part,
    );
  const following = textOf(withThat(false));
  const text = textOf(withPeriods(withShare(withThat(true), vocabulary)));
  return {
    // "All stores" alone asks for no sales.
    text: !isMeant && /^by:\w+$/.test(following) ? '' : text,
    following,
    isMeant,
    isLikely: hasPeriod && !parts.some(({ kind, says }) => kind === 'when' && COMING.test(says)),
    isWhole: isMeant && hasPeriod,
    ...whyIn(parts),
  };
}

const FELL = wordList(
  'fall falls fell fallen falling drop drops dropped decline declines declined sink sank down less fewer lower worse dip dips dipped slump slumped plunge plunged tank tanked crash crashed ' +
    'ned falt falle faller stupte raste dalte sank sunket synker nedgangen fallet mindre færre lavere dårligere',
);
const ROSE = wordList(
  'rise rises rose risen increase increased grow grew grown growth up more higher better jump jumped spike spiked soar soared ' +
    'opp steg stiger steget økte øker økt vokste vokser oppgangen økningen mer meir flere fleire høyere bedre betre',
);

/** What a question "why" says besides. */
function whyIn(parts: readonly Part[]): { readonly why?: AskedWhy } {
  const isWhy = ({ kind, says }: Part) => kind === 'phrase' && says === 'why';
  if (!parts.some(isWhy)) return {};
  const periods = parts.filter(isPeriod).length;
  const isOfOther = (part: Part) => part.kind === 'name' || (part.isMeant === true && !isWhy(part));
  const says = (words: ReadonlySet<string>) =>
    parts.some(({ kind, tokens }) => kind === 'phrase' && tokens.some((token) => isOneOf(words, token)));
  // "Less in October than in September": which of two periods is meant isn't read.
  const isClaimed = periods < 2 && says(FELL) !== says(ROSE);
  return {
    why: {
      isOfAbove: periods === 0 && !parts.some(isOfOther),
      hasPeriod: periods > 0,
      claimed: isClaimed ? (says(FELL) ? 'fall' : 'rise') : undefined,
    },
  };
}

function isPeriod({ kind, says }: Part): boolean {
  return kind === 'when' || /^(?:q\d|last |this |the same |yesterday$)/.test(says);
}

function saying(says: string): Part {
  return { kind: 'phrase', says, tokens: [], endsPart: false };
}

const WHO = wordList('who hvem kven');
const WHICH_WORDS = wordList(WHICH.replaceAll('/', ' '));

/** Comparisons: "Oslo or Bergen, who sold most", "which grew most from May to June". */
function withSides(parts: readonly Part[]): readonly Part[] {
  const has = (...marks: string[]) =>
    parts.some(({ kind, says }) => kind === 'phrase' && marks.includes(says));
  const isEither = has('?or') && has('?side', '?more', '?top', 'compare');
  const isApart = has('?apart');
  const isWords = (part: Part | undefined) => part?.kind === 'name' || part?.kind === 'word';
  /** Of three, each has its row. */
  const isList = parts.some((part, at) => part.endsPart && isWords(part) && isWords(parts[at + 1]));
  /** "October and september". */
  const isOfTwo =
    parts.filter(isPeriod).length > 1 ||
    parts.some((each) => isPeriod(each) && / (?:and|og) /.test(each.says));
  const isOfChange = has('?change');
  const isFrom = isOfChange && parts.some(({ kind, says }) => kind === 'when' && FROM.test(says));
  const seen = new Set<string>();
  return parts.map((part, at) => {
    const { kind, says, tokens } = part;
    // "Gin at Torggata against gin in Bergen".
    const words = phraseOf(tokens).toLowerCase();
    const isAgain = parts[at - 1]?.says === 'vs' && seen.has(words);
    seen.add(words);
    if (isAgain) return { ...part, says: '' };
    // "Gin and cider separately".
    const isBetween = [parts[at - 1], parts[at + 1]].every(isWords);
    if (isApart && !isList && isBetween && isOneOf(AND_WORDS, tokens[0])) return { ...part, says: 'vs' };
    if (isOfChange && kind === 'when') return { ...part, says: says.replace(FROM, '') };
    if (kind !== 'phrase') return part;
    if (says === '?or' && isEither) return { ...part, says: 'vs' };
    if (says === '?change') return { ...part, says: isFrom ? 'why compare' : 'why' };
    // "Why" has rows of products and of stores, those that changed most first.
    if (isOfChange && says.startsWith('by:')) return { ...part, says: '' };
    if (says === '?apart') {
      const isJoined = parts.some((each) => isOneOf(AND_WORDS, each.tokens[0])) || has('vs', 'compare');
      return { ...part, says: isOfTwo ? 'compare' : isJoined ? '' : phraseOf(tokens) };
    }
    // "Who sells most cider": of all stores.
    if (says === '?side' && !isEither && !has('vs') && isOneOf(WHO, tokens[0]))
      return { ...part, says: 'by:store' };
    if (
      says === '?side' ||
      (isEither && (says === '?top' || says === 'compare')) ||
      (says === '?more' && (isEither || has('vs', 'forecast', 'why')))
    )
      return { ...part, says: '' };
    if (says === '?moved') return { ...part, says: has('why') ? '' : phraseOf(tokens) };
    if (says === '?chart')
      return { ...part, says: parts.some((each) => each.says.startsWith('by:')) ? '' : 'by:day' };
    if (says === '?since year')
      return {
        ...part,
        says: has('?change', '?moved', '?more', 'why') ? 'this year vs last year' : phraseOf(tokens),
      };
    if (says === '?part') return { ...part, says: has('?from') ? 'percent' : '' };
    if (says === '?break') return { ...part, says: has('by') ? '' : phraseOf(tokens) };
    if (says === '?lately') return { ...part, says: parts.some(isPeriod) ? '' : 'last 30 days' };
    if (says === '?from') return { ...part, says: 'in' };
    return ['?or', '?more', '='].includes(says) ? { ...part, says: phraseOf(tokens) } : part;
  });
}

/** "Which five stores sold most" is "by:store top:5". */
function withRows(parts: readonly Part[]): readonly Part[] {
  const isRank = ({ says }: Part) => says === '?top' || says === '?bottom';
  const isRows = ({ kind, says, tokens }: Part) =>
    kind === 'phrase' && says.startsWith('by:') && tokens.length > 1;
  const rows = parts.find(isRows);
  const ranked = parts.filter((part) => isRank(part) || part === rows);
  const number = ranked.flatMap((part) => part.number ?? [])[0];
  const isOf = (end: (typeof ENDS)[number]) =>
    parts.some(({ says }) => says === `?${end}`) ||
    rows?.tokens.some(
      (token) => isOneOf(SALES_WORDS.counts, token) && SALES_WORDS.counts.get(token.folded) === end,
    );
  const isTime = rows !== undefined && isInTime(rows.says.slice(3) as Group);
  const ends = ENDS.filter(isOf);
  const said = ends.length === 0 && number !== undefined ? (['top'] as const) : ends;
  const cut = (isTime && number === undefined ? [] : said).map((end) => `${end}:${number ?? 10}`).join(' ');
  const place = rows ?? ranked[0];
  return parts.map((part) => {
    if (part === place) return { ...part, says: part === rows ? `${part.says} ${cut}`.trim() : cut };
    // Another number is refused instead of ignored.
    if (part.number !== undefined && part.number !== number && (isRank(part) || isRows(part))) {
      return { ...part, says: inQuotes(phraseOf(part.tokens)) };
    }
    return isRank(part) ? { ...part, says: '' } : part;
  });
}

const NOTHING = wordList('no not none nothing zero never ingen inga ingenting ikke ikkje null aldri');

/** "Which days did no gin sell" and "in Oslo but not in Bergen" ask what isn't sold; "most, not in Oslo" leaves one out. */
function withUnsold(parts: readonly Part[], names: NameLookup): readonly Part[] {
  const asked = parts.findIndex(
    ({ says, tokens: [word] }) =>
      says.startsWith('by:') && (isOneOf(WHICH_WORDS, word) || isOneOf(WHO, word)),
  );
  const isRanked = parts.some(({ tokens }) => tokens.some((token) => isOneOf(SALES_WORDS.counts, token)));
  const isNothing = ({ kind, tokens: [word] }: Part) => kind === 'word' && isOneOf(NOTHING, word);
  if (!parts.some(isNothing)) return parts;
  const meanings = parts.slice(0, MAX_LOOKED_UP).map((part) => meaningOf(part, names));
  const isUnsold = (at: number) => {
    const isAsked = asked !== -1 && at > asked && !isRanked;
    const next = meanings.slice(at + 1).find((meaning) => meaning !== undefined);
    return isAsked || (next === 'store' && meanings.slice(0, at).includes('store'));
  };
  return parts.map((part, at) => (isNothing(part) && isUnsold(at) ? { ...part, says: 'unsold' } : part));
}

/** "Average per day" has the rows of the question, and "litres per store on average" isn't the mean of an open day. */
function withAverage(parts: readonly Part[]): readonly Part[] {
  const isOf = ({ kind, says }: Part, ...rows: Group[]) =>
    kind === 'phrase' && rows.some((row) => says.startsWith(`by:${row}`));
  const isAverage = ({ kind, tokens: [word] }: Part) =>
    kind === 'word' && isOneOf(SALES_WORDS.flags, word) && SALES_WORDS.flags.get(word.folded) === 'average';
  if (!parts.some(isAverage)) return parts;
  const isOfDays = parts.some(
    (part) => isOf(part, 'day') || (part.kind === 'phrase' && part.says === 'average'),
  );
  const isOfOther =
    !isOfDays && parts.some((part) => isOf(part, 'product', 'group', 'store', 'week', 'month'));
  return parts.map((part) => {
    if (isOf(part, 'day')) return { ...part, says: '' };
    return isOfOther && isAverage(part) ? { ...part, says: 'row-average' } : part;
  });
}

/** With a product and a store, the share is of the product's sales: "gin's share in Oslo" is "gin Oslo percent by:store". */
function withShare(parts: readonly Part[], names: NameLookup): readonly Part[] {
  if (!parts.some(({ kind, says }) => kind === 'phrase' && says === 'percent')) return parts;
  const meanings = parts.slice(0, MAX_LOOKED_UP).map((part) => meaningOf(part, names));
  const runs = parts.reduce<Part[][]>((all, part, at) => {
    if (meanings[at] !== 'product') return all;
    if (meanings[at - 1] === 'product') all.at(-1)?.push(part);
    else all.push([part]);
    return all;
  }, []);
  const isGroup = (run: readonly Part[]) =>
    names.products.groupNamed?.(phraseOf(run.flatMap(({ tokens }) => tokens))) !== undefined;
  const [other, more] = runs.filter((run) => !isGroup(run));
  // "The share of our gin that is Nordlys" is a row of gin.
  if (runs.length === 2 && other !== undefined && more === undefined && !meanings.includes('store'))
    return [...parts.filter((part) => !other.includes(part)), saying('by:product')];
  if (!meanings.includes('product') || !meanings.includes('store')) return parts;
  const left = parts.filter(({ says }) => says !== 'percent' && says !== 'in');
  return [...left, saying('percent by:store')];
}

function meaningOf({ kind, tokens }: Part, names: NameLookup): Meaning | undefined {
  const [token] = tokens;
  if (token === undefined || kind === 'when' || kind === 'phrase' || isFunctionWord(token)) return undefined;
  return meantBy(phraseOf(tokens), names)[0]?.meaning;
}

const LAST_UNIT =
  /^(last|forrige|førre) (week|month|quarter|uke|uka|uken|veke|måned|måneden|månad|kvartal|year)$/i;
const LAST_YEAR = /(?:last year|i fjor|året før)$/i;

const UP_OR_DOWN = new Set(['up', 'down', 'opp', 'ned']);
const WITH = new Set(['with', 'to', 'against', 'med', 'mot', 'til']);

/** Whether what stands there sets what follows against the rest: "vs", "compare gin with". */
function isVersus(parts: readonly Part[], at: number): boolean {
  const { kind, says = '' } = parts[at] ?? {};
  if (says === 'vs') return true;
  return kind === 'word' && WITH.has(says) && parts.some((part) => part.says === 'compare');
}

/** "This month compared to last" is that month and the one before. */
function withPrevious(parts: readonly Part[]): readonly Part[] {
  const isLast = ({ kind, tokens: [word] }: Part) => kind === 'word' && isOneOf(PREVIOUS, word);
  return parts.flatMap((part, at) => {
    if (isLast(part) && parts[at - 1]?.says === 'vs') return [];
    const next = parts[at + 1];
    return part.says === 'vs' && next !== undefined && isLast(next) ? [{ ...part, says: 'compare' }] : [part];
  });
}

const PREVIOUS = wordList('last previous forrige førre');

/** The periods that a comparison, a ranking and rows of time have where none is named. */
function withPeriods(said: readonly Part[]): readonly Part[] {
  const parts = withPrevious(said);
  const [only, more] = parts.filter(isPeriod);
  if (only !== undefined) {
    const at = parts.indexOf(only) - 1;
    if (more !== undefined || !isVersus(parts, at)) return parts;
    const [, , unit = ''] = LAST_UNIT.exec(only.says) ?? [];
    const now = LAST_YEAR.test(only.says) ? 'this year' : unit === '' ? '' : `this ${unit}`;
    if (now === '') return parts;
    // "Are we up on gin compared to last year" compares once.
    const before = parts
      .slice(0, at)
      .filter(({ says, tokens: [word] }) => says !== 'vs' || !UP_OR_DOWN.has(word?.folded ?? ''));
    return [...before, saying(now), ...parts.slice(at)];
  }
  const text = textOf(parts);
  const isOfDays = /(?:^| )(?:by:(?:weekday|day)|(?:top|bottom):\d+|percent|vs|compare)(?: |$)/.test(text);
  if (/(?:^| )why(?: |$)/.test(text)) return [...parts, saying('last week')];
  const isOfWeeks = /(?:^| )by:(?:week|month)(?: |$)/.test(text);
  return isOfDays || isOfWeeks ? [...parts, saying(isOfDays ? 'last 30 days' : 'this year')] : parts;
}
