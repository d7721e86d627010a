import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Database } from '../database/connection.ts';
import type { Catalog } from '../language/language.ts';
import type { Gate } from '../standing/answers.ts';
import type { BannerWords } from '../standing/banner.ts';
import { resolveStock } from './digestReadiness.ts';
import { latestSnapshot } from './queries.ts';
import { stockWords } from './words/words.ts';

/** What questions of `/stock` wait for: the stock of their day. */
export function stockGate(database: Database, calendar: Calendar): Gate {
  return {
    command: 'stock',
    resolve: (occasion) => resolveStock(database, calendar, occasion),
    banner: bannerWords,
    async latest(t) {
      const { latest } = stockWords(t).digest;
      const snapshot = await latestSnapshot(database);
      return snapshot === undefined ? latest.none : latest.of(snapshot.businessDate, snapshot.products);
    },
  };
}

/** Sentences about stock that is late or older than it should be. */
function bannerWords(t: Catalog): BannerWords {
  const { lateService, quiet, old, unreached, updating } = stockWords(t).digest.banner;
  return {
    lateService,
    quiet,
    unrefreshed(day, { wanted, isUpdating = false, isUnreached = false }) {
      if (isUpdating) return updating(day, wanted);
      return isUnreached ? unreached(day) : old(day);
    },
  };
}
