import type { Logger } from 'pino';
import {
  type Calendar,
  type Clock,
  type RateLimit,
  type RateLimiter,
  STOCK_RATE_LIMITS,
} from 'retail-data-client/core';
import type { Directory } from './access/directory.ts';
import type { Door } from './access/door.ts';
import { createExpiringCache } from './access/expiringCache.ts';
import type { Database } from './database/connection.ts';
import type { Ledger } from './digest/ledger.ts';
import type { Subscriptions } from './digest/subscriptions.ts';
import { answerModal } from './forms/answerModal.ts';
import { createChoices } from './forms/choices.ts';
import type { ShowInWindow } from './listeners/actions/answers.ts';
import type { AskingParts, OpenForm } from './listeners/commands/asking.ts';
import { registerForms } from './listeners/forms/index.ts';
import { openTypedForm } from './listeners/forms/openForm.ts';
import { showInWindow } from './listeners/forms/submissions.ts';
import { registerHome } from './listeners/home/index.ts';
import { afterwards, createPublishHome, type PublishHome } from './listeners/home/publish.ts';
import type { ProductList } from './products/productList.ts';
import { mineOf } from './products/productNames.ts';
import { createUploadedFiles } from './products/uploadedFiles.ts';
import type { SalesReader } from './sales/reader.ts';
import type { AccessPolicy } from './settings/accessPolicy.ts';
import type { ViewsClient } from './slack/viewsClient.ts';
import type { StoreDirectory } from './stores/directory.ts';
import type { StoreNames } from './stores/storeNames.ts';

export interface WindowNeeds {
  readonly settings: {
    readonly botToken: string;
    readonly slackApiUrl: string | undefined;
    readonly salesHistoryDays: number;
  };
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly calendar: Calendar;
  readonly warehouse: SalesReader;
  readonly directory: StoreDirectory;
  readonly storeNames: StoreNames;
  readonly list: ProductList;
  /** What is wrong with the file of PRODUCT_LIST. */
  readonly listProblem: () => string | undefined;
  readonly viewsClient: ViewsClient;
  readonly people: Directory;
  readonly policy: AccessPolicy;
  readonly ledger: Ledger;
  readonly subscriptions: Subscriptions;
  /** The budget of the key, counted by these limits alone. */
  readonly budgetWithin: (limits: readonly RateLimit[]) => RateLimiter;
}

/** What commands and buttons do with windows. */
export interface Windows {
  readonly openForm: OpenForm;
  readonly showInWindow: ShowInWindow;
  /** Draws App Home anew after a change that it shows. */
  readonly homeChanged: PublishHome;
}

/** App Home and the forms, declared at the door. */
export function registerWindows(door: Door, asking: AskingParts, needs: WindowNeeds): Windows {
  const { settings, viewsClient, log, list, clock, warehouse } = needs;
  const daily = STOCK_RATE_LIMITS.reduce((longest, limit) =>
    limit.windowMs > longest.windowMs ? limit : longest,
  );
  const publish = createPublishHome({
    ...needs,
    sales: warehouse,
    historyDays: settings.salesHistoryDays,
    dailyCalls: needs.budgetWithin([daily]),
    callsADay: daily.calls,
    questions: asking.questions,
  });
  const own = createExpiringCache<readonly string[]>(
    async () =>
      mineOf(
        (await warehouse.ownProducts()).map(({ productId }) => productId),
        list.names,
      ).ids,
    { keepMs: KEEP_MS, refreshMs: REFRESH_MS, maxEntries: 1, now: () => clock.now() },
  );
  const forms = { ...asking, viewsClient };
  const homeChanged = afterwards(publish, log);
  const submissions = { ...forms, onAsked: homeChanged };
  registerForms(door, {
    ...submissions,
    choices: createChoices({
      products: list.names,
      stores: needs.storeNames,
      ownProducts: () => own.get(OWN),
      allStores: () => needs.directory.held()?.stores.map(({ storeId }) => storeId) ?? [],
    }),
  });
  registerHome(door, { ...submissions, list, uploads: createUploadedFiles(settings), publish });
  return {
    homeChanged,
    openForm: (command, args) => openTypedForm(forms, command, args),
    showInWindow: (view) => {
      const window = viewsClient.modalOf(view);
      return (visitor, render) =>
        showInWindow(submissions, window, visitor, (rendering) =>
          answerModal(undefined, render(rendering), undefined),
        );
    },
  };
}

const OWN = 'own';
/** Pickers offer one's own products as of the last minute, and never wait for them but once. */
const REFRESH_MS = 60_000;
const KEEP_MS = 24 * 60 * 60_000;
