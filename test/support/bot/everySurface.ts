import type { HomeView, ModalView } from '@slack/types';
import { ConnectionError } from 'retail-data-client';
import type { AuditEntry } from '../../../bot/access/audit.ts';
import { noticeMessage } from '../../../bot/digest/notices.ts';
import type { ChannelDigest } from '../../../bot/digest/subscription.ts';
import type { HomeFacts } from '../../../bot/home/homeFacts.ts';
import { languageFor } from '../../../bot/language/language.ts';
import { errorMessage } from '../../../bot/listeners/errorMessage.ts';
import { buildAnswerModal, buildWaitingModal } from '../../../bot/modals/answer.ts';
import { buildDigestModal } from '../../../bot/modals/digest.ts';
import { keepFilled } from '../../../bot/modals/keepFilled.ts';
import { buildMessageModal, buildSentenceModal } from '../../../bot/modals/message.ts';
import { buildConfirmationModal, buildPermissionModal } from '../../../bot/modals/permission.ts';
import {
  buildListOutcomeModal,
  buildListReadingModal,
  buildProductListModal,
} from '../../../bot/modals/productList.ts';
import { type QuestionModalContext, questionModal } from '../../../bot/modals/questionModal.ts';
import { QUESTION_MODALS } from '../../../bot/modals/questionModals.ts';
import { buildSalesModal, buildWholeSalesModal } from '../../../bot/modals/sales.ts';
import { buildStockModal } from '../../../bot/modals/stock.ts';
import { buildStoresModal } from '../../../bot/modals/stores.ts';
import { ParseError } from '../../../bot/parser/parseError.ts';
import type { Answer, FiguresQuestion } from '../../../bot/questions/answer.ts';
import { followUpsOf } from '../../../bot/questions/followUps.ts';
import { type Message, RENDERINGS, type Rendering } from '../../../bot/slack/message.ts';
import { accessDone, accessSentence, accessUnderWay } from '../../../bot/views/access.ts';
import { accessLog } from '../../../bot/views/accessLog.ts';
import { answerMessage } from '../../../bot/views/answer.ts';
import { buttonBlocks } from '../../../bot/views/buttons.ts';
import { comparisonMessage } from '../../../bot/views/comparison.ts';
import { DIGEST_ASK } from '../../../bot/views/digest/buttons.ts';
import { salesDigestMessage } from '../../../bot/views/digest/sales.ts';
import { subscribedMessage } from '../../../bot/views/digest/settings.ts';
import { stockDigestMessage } from '../../../bot/views/digest/stock.ts';
import { whyMessage } from '../../../bot/views/digest/why.ts';
import { HOME_DIGEST, homeView, NEW_DIGEST } from '../../../bot/views/home.ts';
import {
  failureMessage,
  mistakeMessage,
  noStockMessage,
  sentenceMessage,
} from '../../../bot/views/mistake.ts';
import { noSales, salesMessage } from '../../../bot/views/sales.ts';
import { stockMessage } from '../../../bot/views/stock.ts';
import { stockHistoryMessage } from '../../../bot/views/stockHistory.ts';
import { stockProductMessage } from '../../../bot/views/stockProduct.ts';
import { storesMessage } from '../../../bot/views/stores.ts';
import { ANSWERS } from '../answers.ts';
import { NO_VOCABULARY } from './parser/reading.ts';
import { createRecordingLog } from './recordingLog.ts';
import { calendar, oslo } from './time.ts';
import { SALES_CASES, STOCK_CASES } from './views/digestFigures.ts';
import {
  comparisonOf,
  readerOf,
  salesAnswerOf,
  salesGroup,
  stockAnswerOf,
  stockHistoryOf,
  stockRowOf,
  storesAnswerOf,
} from './views/figures.ts';

export type Shown = Message | ModalView | HomeView;

import { NUMBERS_ONLY } from './numbersOnly.ts';

const NOW = oslo('2026-11-20 09:00');
const EVERY_RENDERING: readonly Rendering[] = [...RENDERINGS, 'codeLines'];
const inEach = (draw: (rendering: Rendering) => Message) => EVERY_RENDERING.map(draw);

const sales = { command: 'sales', productIds: ['1101'], storeIds: [], by: 'day' } as const;
const WEEK = { from: '2026-11-09', to: '2026-11-15' };
/** One of each kind, and of those that differ in what can follow them. */
const QUESTIONS: readonly FiguresQuestion[] = [
  { command: 'stock', kind: 'overview', scope: 'mine' },
  { command: 'stock', kind: 'out', scope: 'all' },
  { command: 'stock', kind: 'low', scope: 'mine', days: 7 },
  { command: 'stock', kind: 'changes', scope: 'mine' },
  { command: 'stock', kind: 'products', productIds: ['1101'] },
  { command: 'stock', kind: 'history', productIds: ['1101'], days: WEEK },
  { ...sales, kind: 'sales', days: WEEK },
  { ...sales, kind: 'sales', days: { from: '2026-11-15', to: '2026-11-15' } },
  { ...sales, kind: 'sales', days: WEEK, productIds: [], by: 'store' },
  { ...sales, kind: 'sales', days: WEEK, productIds: [], by: 'product' },
  { ...sales, kind: 'compare', days: WEEK, against: { from: '2026-11-02', to: '2026-11-08' } },
  {
    ...sales,
    kind: 'compare',
    days: { from: '2026-11-01', to: '2026-11-19' },
    against: { from: '2026-10-01', to: '2026-10-19' },
  },
  { command: 'stores', kind: 'number', storeId: '143' },
  { command: 'stores', kind: 'search', words: 'oslo', openNow: true },
];

const rows = [stockRowOf('1101', 12), stockRowOf('1102', 0)];
const detail = { history: [{ businessDate: '2026-11-20', stock: 12 }], trend: undefined };
const stock = stockAnswerOf(rows);
const history = stockHistoryOf([
  ['2026-11-10', 12],
  ['2026-11-11', 9],
  ['2026-11-13', 0],
]);
const sold = salesAnswerOf([salesGroup('1101', 1_500)]);
const compared = comparisonOf([salesGroup('1101', 1_500)], [salesGroup('1101', 900)]);
const stores = storesAnswerOf(
  ANSWERS.stores.map((store) => ({ store: { ...store, status: 'Open' as const }, kilometres: 1 })),
);
const nowhere = storesAnswerOf([]);

const ANSWERS_SHOWN: readonly Answer[] = [
  stock,
  stockAnswerOf(rows.slice(0, 1), { detail }),
  history,
  sold,
  salesAnswerOf([]),
  compared,
  stores,
  nowhere,
];

/** An answer as it stands in a channel or a window, with every button that can stand below it. */
function answersWithButtons(): Message[] {
  return QUESTIONS.flatMap((question) => [question, question]).flatMap((question, at) => {
    const isNone = at % 2 === 1;
    const followUps = followUpsOf(question, { calendar, now: NOW, idsNamed: () => [] }, isNone);
    const buttons = buttonBlocks({ id: 'x', followUps, csv: true, share: true }, t);
    return ANSWERS_SHOWN.flatMap((answer) =>
      inEach((rendering) => {
        const { text, blocks } = answerMessage(answer, readerOf(rendering));
        return { text, blocks: [...blocks, ...buttons] };
      }),
    );
  });
}

const language = languageFor('en');
const { t } = language;
const modal: QuestionModalContext = {
  calendar,
  now: NOW,
  names: NO_VOCABULARY,
  seesSales: true,
  language,
  inChannel: true,
};

const NOTHING_FILLED = { state: { values: {} } };

function forms(command: FiguresQuestion['command']): ModalView[] {
  const prefills = [undefined, ...QUESTIONS.filter((question) => question.command === command)];
  return prefills.flatMap((prefill) =>
    [true, false].map((inChannel) => QUESTION_MODALS[command].build({ ...modal, inChannel }, prefill)),
  );
}

const digest: ChannelDigest = {
  teamId: 'T0DOUBLE',
  channelId: 'C0STOCK',
  kind: 'stock',
  digestTime: '08:30',
  timeZone: 'Europe/Oslo',
  weekdays: '1234567',
  deadline: '12:00',
  stalePolicy: 'post',
  owner: 'U0KARI',
  pausedUntil: undefined,
  pausedReason: undefined,
  createdAt: 0,
  countsFrom: 0,
  products: { kind: 'mine' },
  locale: 'en',
  language: 'en',
  showsSales: true,
};

/** An uploaded list, which can be removed. */
const LIST = {
  revision: 1,
  products: 3,
  fileName: 'names.csv',
  importedBy: 'U0KARI',
  importedAt: 0,
};

const facts: HomeFacts = {
  language: undefined,
  commands: ['stock', 'sales', 'stores'],
  now: NOW,
  stock: {
    held: { day: '2026-11-20', takenAt: NOW, products: 3 },
    unchangedOn: undefined,
    late: false,
    nextAt: NOW,
  },
  sales: {
    newestDay: '2026-11-19',
    latest: { day: '2026-11-19', state: 'held' },
    asOf: NOW,
    nextAt: NOW,
    progress: { daysDone: 1, daysTotal: 1 },
    nextTryAt: undefined,
  },
  digests: [digest, { ...digest, kind: 'sales' as const }].map((subscription) => ({
    subscription,
    nextAt: NOW,
    last: { day: '2026-11-20', state: 'sent', reason: undefined },
  })),
  unreadable: [
    {
      teamId: digest.teamId,
      channelId: 'C0OTHER',
      kind: 'stock',
      owner: 'U0KARI',
      problem: { field: 'digestTime', value: 'x', fix: 'subscribe at 08:30' },
    },
  ],
  list: undefined,
  listProblem: undefined,
  mayUpload: true,
  digestsLeft: 30,
  unreadableLeft: 3,
  untoldGroups: [],
  recent: QUESTIONS.map((question, at) => ({
    id: `question ${at}`,
    question,
    command: undefined,
    askedAt: NOW,
  })),
};

const change = { email: 'kari@example.no', roleId: '01', mainRoleId: '02', active: true };
const entry: AuditEntry = {
  id: 40,
  at: NOW,
  changeId: 'c',
  stage: 'asked',
  teamId: digest.teamId,
  channelId: undefined,
  userId: 'U0KARI',
  change,
  outcome: undefined,
};

const reader = readerOf('text');
const homeReader = {
  language,
  timeZone: 'Europe/Oslo',
  products: NUMBERS_ONLY,
  stores: NUMBERS_ONLY,
};

function subscribed(): Message[] {
  return [undefined, { ...digest, digestTime: '10:00' }].flatMap((before) =>
    ([{ kind: 'none' }, { kind: 'comes' }] as const).map((today) =>
      subscribedMessage({ before, after: digest, nextAt: NOW, today, obstacle: undefined }, reader),
    ),
  );
}

/** What each builder of a message, a modal or App Home shows, with everything in it that can be clicked. */
export const EVERY_SURFACE: Readonly<Record<string, () => readonly Shown[]>> = {
  answerMessage: answersWithButtons,
  buildAnswerModal: () => answersWithButtons().map((message) => buildAnswerModal('stock', message, 'x', t)),
  stockMessage: () => inEach((rendering) => stockMessage(stock, readerOf(rendering))),
  stockProductMessage: () =>
    rows.flatMap((row) =>
      inEach((rendering) => stockProductMessage(stock, row, detail, readerOf(rendering))),
    ),
  stockHistoryMessage: () => inEach((rendering) => stockHistoryMessage(history, readerOf(rendering))),
  salesMessage: () => inEach((rendering) => salesMessage(sold, readerOf(rendering))),
  noStockMessage: () =>
    ([undefined, 'authentication', 'connection'] as const).map((failure) => noStockMessage(failure, t)),
  noSales: () => [noSales('Nothing was sold', sold, reader)],
  comparisonMessage: () => inEach((rendering) => comparisonMessage(compared, readerOf(rendering))),
  storesMessage: () => inEach((rendering) => storesMessage(stores, readerOf(rendering))),
  stockDigestMessage: () =>
    Object.values(STOCK_CASES).flatMap((each) =>
      inEach((rendering) => stockDigestMessage(each.digest, each.frame, readerOf(rendering))),
    ),
  salesDigestMessage: () =>
    Object.values(SALES_CASES).flatMap((each) =>
      inEach((rendering) => salesDigestMessage(each.digest, each.frame, readerOf(rendering))),
    ),
  whyMessage: () => [
    ...Object.values(STOCK_CASES).map((each) =>
      whyMessage({ kind: 'stock', stock: each.digest }, reader, true),
    ),
    ...Object.values(SALES_CASES).map((each) =>
      whyMessage({ kind: 'sales', sales: each.digest }, reader, true),
    ),
  ],
  subscribedMessage: subscribed,
  noticeMessage: () => [noticeMessage('It failed.')],
  mistakeMessage: () => {
    const mistake = new ParseError(() => 'That is not known.', '/stock 1101');
    const asks = [1101, 1102, 1103].map((id) => ({ text: `/stock ${id}`, id: String(id) }));
    return [
      mistakeMessage(mistake, t),
      mistakeMessage(mistake, t, { asks, form: 'stock' }),
      mistakeMessage(mistake, t, {
        asks: [{ text: '/digest pause both until 2026-11-23', id: 'pause both until 2026-11-23' }],
        askAction: DIGEST_ASK,
        form: NEW_DIGEST,
        formAction: HOME_DIGEST,
      }),
    ];
  },
  failureMessage: () => [failureMessage(new ConnectionError('It is away.', 'Wait.'), t)],
  sentenceMessage: () => [sentenceMessage('A sentence.')],
  errorMessage: () => [
    errorMessage(
      new ParseError(() => 'That is not known.', '/stock 1101'),
      '/stock',
      createRecordingLog().log,
      t,
    ),
  ],
  buildMessageModal: () => subscribed().map((message) => buildMessageModal(message, t)),
  buildSentenceModal: () => [buildSentenceModal('A sentence.', t)],
  buildWaitingModal: () => [buildWaitingModal('stock', t)],
  questionModal: () => [questionModal('stock', modal, [])],
  buildStockModal: () => [buildStockModal(modal), ...forms('stock')],
  buildSalesModal: () => [buildSalesModal(modal), ...forms('sales')],
  buildWholeSalesModal: () => [buildWholeSalesModal(modal, NOTHING_FILLED, 'none')],
  keepFilled: () => [keepFilled(buildSalesModal(modal), NOTHING_FILLED, NO_VOCABULARY)],
  buildStoresModal: () => [buildStoresModal(modal), ...forms('stores')],
  buildDigestModal: () =>
    [undefined, digest].map((prefill) =>
      buildDigestModal(
        {
          products: NO_VOCABULARY.products,
          groups: [{ name: 'Craft beer', products: 3 }],
          digestTime: '08:30',
          timeZone: 'Europe/Oslo',
          deadline: '12:00',
          language,
        },
        prefill,
      ),
    ),
  buildProductListModal: () => [buildProductListModal(language)],
  buildListReadingModal: () => [buildListReadingModal(t)],
  buildListOutcomeModal: () => [
    buildListOutcomeModal(
      { kind: 'imported', products: 1, added: 1, changed: 0, removed: 0 },
      'names.csv',
      t,
    ),
  ],
  homeView: () => [
    homeView(facts, homeReader),
    homeView({ ...facts, digests: [], unreadable: [], recent: [] }, homeReader),
    homeView({ ...facts, list: LIST }, homeReader),
  ],
  buildPermissionModal: () => [buildPermissionModal('f', language)],
  buildConfirmationModal: () => [buildConfirmationModal('c', change, language)],
  accessUnderWay: () => [accessUnderWay(t)],
  accessDone: () => [
    accessDone(
      change,
      {
        ...change,
        accessToWholesaler: '1',
        lastChangedOn: '2026-11-20',
        lastChangedAt: '09:00',
        result: 'ok',
      },
      t,
    ),
  ],
  accessSentence: () => [accessSentence('A sentence.', t)],
  accessLog: () =>
    [true, false].map((isNewest) => accessLog({ entries: [entry], isNewest, hasOlder: true }, t)),
};
