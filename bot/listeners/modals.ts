import type { Logger } from 'pino';
import type { Calendar, Clock, RateLimit, RateLimiter } from 'retail-data-client/core';
import type { Directory } from '../access/directory.ts';
import { createExpiringCache } from '../access/expiringCache.ts';
import type { Database } from '../database/connection.ts';
import type { Ledger } from '../digest/ledger.ts';
import type { Subscriptions } from '../digest/subscriptions.ts';
import { languageFor, type Worded } from '../language/language.ts';
import { localeOf } from '../language/locale.ts';
import { buildAnswerModal } from '../modals/answer.ts';
import { createPicker } from '../modals/choices.ts';
import type { ProductList } from '../products/productList.ts';
import { mineOf } from '../products/productNames.ts';
import { createUploadedFiles } from '../products/uploadedFiles.ts';
import type { SalesReader } from '../sales/reader.ts';
import type { AccessPolicy } from '../settings/accessPolicy.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import type { StoreDirectory } from '../stores/directory.ts';
import type { StoreNames } from '../stores/storeNames.ts';
import type { ShowInWindow } from './actions/answers.ts';
import type { AskingParts, OpenForm } from './commands/asking.ts';
import type { Door } from './door.ts';
import { registerForms } from './forms/index.ts';
import { openTypedForm } from './forms/openForm.ts';
import { showInWindow } from './forms/submissions.ts';
import { registerHome } from './home/index.ts';
import { afterwards, createPublishHome, type PublishHome } from './home/publish.ts';

/** What commands and buttons do with modals. */
export interface Modals {
  readonly openForm: OpenForm;
  readonly showInWindow: ShowInWindow;
  /** Draws App Home anew after a change that it shows. */
  readonly homeChanged: PublishHome;
}

/** App Home and the forms, declared at the door. */
export function registerModals(
  door: Door,
  asking: AskingParts,
  options: {
    readonly settings: {
      readonly botToken: string;
      readonly slackApiUrl: string | undefined;
      readonly salesHistoryDays: number;
    };
    readonly database: Database;
    readonly clock: Clock;
    readonly log: Logger;
    readonly calendar: Calendar;
    readonly figures: SalesReader;
    readonly directory: StoreDirectory;
    readonly storeNames: StoreNames;
    readonly list: ProductList;
    /** What is wrong with the file of PRODUCT_LIST. */
    readonly listProblem: () => Worded | undefined;
    readonly viewsClient: ViewsClient;
    readonly people: Directory;
    readonly policy: AccessPolicy;
    readonly ledger: Ledger;
    readonly subscriptions: Subscriptions;
    readonly callsPerDay: RateLimit;
    /** The calls of the key, counted by that limit alone. */
    readonly dailyCalls: Pick<RateLimiter, 'remaining'>;
  },
): Modals {
  const { settings, viewsClient, log, list, clock, figures, directory } = options;
  const publish = createPublishHome({
    database: options.database,
    clock,
    log,
    calendar: options.calendar,
    sales: figures,
    historyDays: settings.salesHistoryDays,
    dailyCalls: options.dailyCalls,
    callsADay: options.callsPerDay.calls,
    ledger: options.ledger,
    subscriptions: options.subscriptions,
    people: options.people,
    policy: options.policy,
    list,
    listProblem: options.listProblem,
    questions: asking.questions,
    viewsClient,
  });
  const own = createExpiringCache<readonly string[]>(
    async () =>
      mineOf(
        (await figures.ownProducts()).map(({ productId }) => productId),
        list.names,
      ).ids,
    { keepMs: KEEP_MS, refreshMs: REFRESH_MS, maxEntries: 1, now: () => clock.now() },
  );
  const forms = { ...asking, viewsClient };
  const homeChanged = afterwards(publish, log);
  const submissions = { ...forms, onAsked: homeChanged };
  registerForms(door, {
    ...submissions,
    choices: {
      products: createPicker(list.names, () => own.get(OWN)),
      stores: createPicker(
        options.storeNames,
        async () => directory.held()?.stores.map(({ storeId }) => storeId) ?? [],
      ),
    },
  });
  registerHome(door, { ...submissions, list, uploads: createUploadedFiles(settings), publish });
  return {
    homeChanged,
    openForm: (command, args) => openTypedForm(forms, command, args),
    showInWindow: (view) => {
      const window = viewsClient.modalOf(view);
      return (actor, render) =>
        showInWindow(submissions, window, actor, (rendering) =>
          buildAnswerModal(
            undefined,
            render(rendering),
            undefined,
            languageFor(localeOf(actor.person.locale)).t,
          ),
        );
    },
  };
}

const OWN = 'own';
/** Pickers offer one's own products as of the last minute, and never wait for them but once. */
const REFRESH_MS = 60_000;
const KEEP_MS = 24 * 60 * 60_000;
