import type { HeardText } from '../ask/asking.ts';
import { MAX_LOOKED_UP, type NameLookup } from '../parse/nameLookup.ts';
import { candidates, isFunctionWord } from '../parse/names.ts';
import { applyRules, phrase, rules, says, withoutLooseEnd, withoutSmallWords } from '../parse/sentence.ts';
import { tokenize } from '../parse/tokenizer.ts';

/** Words of a question of stock. */
const MEANT = phrase(
  "(?:do|did) we (?:still |now )?have|have we (?:still )?got|(?:almost|nearly|soon) (?:gone|out)|(?:are|is|we're) (?:we |it )?out of|tomme? for|too much of|for mye av|stocks?|inventory|in stock|sold out|out of stock|run(?:s|ning)? (?:out|low|dry|short)|ran out|left|remaining|remains|empty|low on|cover|lasts?(?= (?:until|till|us|long))|(?:will|won't|does|do) .+ last(?! (?:week|month|year|\\d))|how long .+ last|lager\\w*|på lager|beholdning\\w*|igjen|att|utsolgt\\w*|utselt|tomt?|tomme|slutt|rekker|rekk|holder(?= (?:lenge|på å gå|\\d|til|ut))|(?:hvor|kor) lenge (?:holder|rekker|varer|held|rekk)|lite av|dekning\\w*|snart tom\\w*",
);

const SAID = rules(
  [
    '(?:how many |hvor mange )?(?:days of cover|dagers dekning|dekning)(?: (?:do|does|have|has|har) (?:we|it|vi|me))?(?: have)?(?: (?:on|for|of|left|på|av))*',
    '',
  ],
  ['(?:over |in |during )?(?:the |den )?(?:past|siste) (?:month|måneden|månaden)', 'last 30 days'],
  [
    '(?:begynner|begynne|byrjar) å (?:få|gå|bli|ha) (?:lite|tomt?|utsolgt|slutt)(?: igjen)?(?: av| for| på)?',
    'low',
  ],
  ['(?:skjedd|hendt|happened)(?: noe| noko| anything)?(?: med| to| with| på)?', 'changes'],
  ['when (?:.+? )?(?:be |are |run )?out of', ''],
  ['(?:more|mer|meir|flere|fleire)(?= \\p{L})(?! (?:than|enn))', ''],
  ['(?:has |have |har )?(?:moved|developed|utviklet seg|utvikla seg|changed over)(?= )', ''],
  ['(?:are |is |er )?(?:going to|about to|likely to|i ferd med å|skal til å) run out', 'run out'],
  [
    '(?:what|which|hvilke|hva)(?: (?:of (?:our|the) )?(?:products?|items?|varer|produkter))?(?: (?:will|do|does|are))? (?:run|runs|running) out',
    'low',
  ],
  // Whether it is enough: days of cover are part of a product's answer.
  [
    '(?:is there|do we have|have we got|er det|har vi|har me)? ?(?:enough|nok) (.+?) (?:left )?(?:to|til|for|until|over)(?= ).*$',
    '$1',
  ],
  [
    '(?:did |has |have |ble |har )?(.+?) (?:get |got |been |gotten |blitt |ble )?(?:restocked|refilled|replenished|etterfylt|påfylt|fylt på)',
    '$1 last 30 days',
  ],
  [
    '(?:kom|kommet|came|come|arrived|any)(?: det| there)? (?:inn|in|back|new)(?: (?:noe|anything|something))?(?: nytt| new)?(?: (?:på lager|in stock|stock|today|i dag))*',
    'changes',
  ],
  [
    '(?:are|is) (?:we|it|there|anything|something)(?: about to| going to| soon)? (?:run|running) (?:out|low|short)(?: of)?(?: anything| something| soon)?',
    'low',
  ],
  [
    '(?:what|which|anything|something|is anything|are any|hva|kva|noe|noko)(?: (?:of ours|products?|is|are|will|er))* (?:about to |soon |going to |snart )?(?:runs?|running) (?:out|low|short)(?: of)?(?: soon)?',
    'low',
  ],
  [
    '(?:hva|kva|noe|noko|(?:hvilke|kva for) (?:varer|produkter|artikler)(?: våre)?|er det noe som|er noe)(?: som)?(?: (?:er|går|holder på å gå|blir|begynner å bli|snart))* (?:snart )?(?:tomt?|utsolgt)(?: snart)',
    'low',
  ],
  [
    '(?:hva|kva|noe|noko|hvilke varer)(?: som)? (?:holder på|er i ferd med|held på) å (?:gå|bli) (?:tomt?|utsolgt)',
    'low',
  ],
  ['(?:går|gå|blir) (?:det )?(?:snart )?(?:tomt?|utsolgt) (?:for )?(?:noe|noko)(?: snart)?', 'low'],
  [
    'running low(?: on)?|low on(?: stock)?|run(?:ning)? out soon|lite igjen(?: av)?|lav(?:t|e)? (?:beholdning|lager)(?:nivå)?|snart (?:tomt?|utsolgt)',
    'low',
  ],
  [
    '(?:hva|hvilke varer|kva)(?: som)? (?:går|blir) (?:tomt?|utsolgt)(?= (?:innen|i løpet|de neste|neste))',
    'low',
  ],
  ['(?:hvilke varer|hva|kva) er det (?:for )?lite (?:igjen )?(?:av|på)|(?:er det )?lite av', 'low'],
  [
    'low(?: on)? (?:this|next|in the (?:next|coming)|within (?:a|the next)|denne|neste|i løpet av (?:en|neste)) (?:week|uka|uken|uke)',
    'low 7',
  ],
  [
    '(?:within|in|over|innen|i løpet av|de neste)(?: the next| de neste| de)? (\\d+|\\p{L}+) (days?|dager|dagar|weeks?|uker|veker)(?: time)?',
    '$1 $2',
  ],
  ['(\\p{L}+)(?:utvikling(?:en)?)', '$1 '],
  ['(?:trend|development|utvikling(?:en)?|history|historikk(?:en)?)(?: (?:of|for|av))?', ''],
  ['(?:almost|nearly|soon) (?:gone|out|sold out|empty)|nesten (?:tomt?|utsolgt)', 'low'],
  ['(?:going|går|gå) low', 'low'],
  ['(?:too much|for mye|altfor mye)(?: stock)?(?: of| av)?', 'over'],
  ['(?:mindre|færre|less|fewer|under) (?:enn|than)', 'low'],
  ["(\\d+|\\p{L}+) (?:ukers|weeks'|weeks)(?: of)?", '$1 weeks'],
  ["(\\d+|\\p{L}+) (?:dagers|days'|days)(?: of)?", '$1 days'],
  [
    '(?:all |alle )?(?:products?|items?|varer|produkter)(?: (?:of ours|våre))? (?:with|that have|which have|med|som har)',
    '',
  ],
  // Since when: the stock of the last days shows it.
  [
    '(?:how long has|how long have|since when (?:has|is)) (.+?) been (?:out of stock|sold out|out|empty|gone)',
    '$1 last 30 days',
  ],
  ['(?:hvor lenge har|kor lenge har) (.+?) (?:vært|vore) (?:utsolgt|tomt?|borte|utselt)', '$1 last 30 days'],
  // When it is gone: days of cover are part of a product's answer.
  [
    '(?:when|how soon) (?:will|does|do|is|are|would|might)? ?(.+?) (?:be )?(?:run(?:ning)? out|sold out|out of stock|empty|gone)(?: if .+)?',
    '$1',
  ],
  [
    '(?:how long|how many days) (?:will|does|do|can|is|are|of cover (?:do|does|for))? ?(.+?) (?:last(?! (?:week|month|year))|left|cover)(?: us)?',
    '$1',
  ],
  [
    '(?:når|nar) (?:går|er|blir|slipper) (?:vi |det |me )?(.+?)?(?:tomt?|utsolgt|slutt|opp)(?: for| på)?',
    '$1',
  ],
  [
    '(?:hvor|kor) (?:lenge|mange dager|mange dagar) (?:rekker|rekk|holder|held|varer|har vi|er det)(?: vi)?',
    '',
  ],
  ["(?:before|until) (?:it|we|they)(?:'s| is| are)? (?:run out|gone|sold out)", ''],
  ['if .+ like this|hvis .+ sånn', ''],
  [
    '(?:fallen|fell|dropped|gone (?:down|up)|changed|sunk|sunket|falt|gått (?:ned|opp)|økt|minket|endret seg)(?= (?:since|siden|sidan|the last|in the last|siste|de siste))',
    '',
  ],
  // What changed.
  [
    "(?:what|hva|kva|anything|noe)(?: has|'s| have| har| er)? (?:changed|endret(?: seg)?|endra(?: seg)?|nytt|new)",
    'changes',
  ],
  ['changes?|endring(?:er|ane|ene)?', 'changes'],
  // Everything.
  [
    '(?:the )?(?:whole|full|entire|complete) (?:stock ?(?:list)?|inventory)|(?:all|everything)(?: (?:of )?(?:the|our) (?:stock|products))?(?: in stock| we have)?(?! (?:\\p{L}+ )?(?:with|that|which|under|less|low))|(?:hele|komplett) (?:lager(?:et|listen|lista)?|lagerlisten?)|alt (?:på lager|vi har)',
    'overview',
  ],
  ['(?:more|mer|meir|most|mest)(?= \\S+ (?:or|eller) )', ''],
  ['(?:or|eller)(?: (?:more|mer|meir))?(?= (?!is |are |er ))', 'and'],
  ['(?:or|eller)(?= (?:is|are|er) )', ','],
);

const SOLD_OUT = rules(
  ["(?:is|are|er|anything|noe|noko|what's|whats) (?=(?:sold out|out of stock|utsolgt|empty|tomt?))", ''],
  [
    '(?:sold out|out of stock|utsolgte?|utselte?|helt tomt?|empty|tomme? for|tomt?|tom for|(?:is|are|er) (?:it |det )?(?:out|gone|slutt)|slutt)(?: again| igjen| att| now| nå)*',
    'out',
  ],
);

const AFTER = rules(
  ['(?:our |våre )?(?:products?|items?|varer|varene|produkter|produktene)(?: våre)?', ''],
  [
    '(?:in|på|from|of|the) (?:stock|inventory|lager|lageret)|(?:stocks?|inventory|lager(?:et)?|lagerbeholdning\\w*|beholdning\\w*|lagerstatus)(?: of| av| for| på| level| status)?',
    'stock',
  ],
  ['(?:left|remaining|remains|igjen|att|tilgjengelig|available|in hand|on hand)', ''],
  [
    '(?:right now|now|at the moment|for øyeblikket|akkurat nå|nå|today|i dag|per i dag|currently|again|another|soon)',
    '',
  ],
  ['days? of cover|dagers dekning|dekning|cover', ''],
  ['(?:units?|bottles?|litres?|liters?|liter|enheter|flasker|stk)(?: of| med| av)?', ''],
  ["isn't|aren't", ''],
);

/** What a sentence asks of `/stock`, as the text of the command. */
export function hearStock(sentence: string, names: NameLookup): HeardText {
  const isMeant = says(sentence, MEANT);
  const said = applyRules(applyRules(applyRules(sentence, SAID), SOLD_OUT), AFTER);
  const text = withoutSmallWords(said);
  if (/(?:^|\s)out(?:\s|$)/.test(text) && namesAProduct(text, names)) {
    return { text: text.replace(/(?:^|\s)out(?=\s|$)/g, ' ').trim(), isMeant };
  }
  const other = text
    .replace(/(?:^|\s)stock(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  // Since yesterday is what stock is compared with anyway. What was out yesterday is another question.
  const isChanges = /(?:^|\s)changes(?:\s|$)/.test(other);
  const isCompared = isChanges || /(?:^|\s)out(?:\s|$)/.test(other);
  const since = isCompared
    ? other.replace(/(?:since|siden|sidan|fra|from) (?:yesterday|i går|igår)/gi, '')
    : other;
  const plain = (isChanges ? since.replace(/i går|yesterday/gi, '') : since).trim();
  const asked = withoutLooseEnd(plain);
  return asked === '' && isMeant
    ? { text: 'overview', following: '', isMeant, isOfAll: true }
    : { text: asked, isMeant, isOfAll: asked === 'overview' };
}

function namesAProduct(text: string, { products }: NameLookup): boolean {
  return tokenize(text)
    .slice(0, MAX_LOOKED_UP)
    .some((token) => {
      if (token.folded === 'out' || token.folded === 'stock' || isFunctionWord(token)) return false;
      return products.nameOf(token.value) !== undefined || candidates(token.value, products, 1).length > 0;
    });
}
