import type { KnownBlock } from '@slack/types';
import type { DigestKind } from '../database/tables/digest.ts';
import type { Catalog } from '../language/language.ts';
import { section } from '../slack/message.ts';
import type { Timeliness } from './readiness.ts';

/** What stands above figures that are not those of their time; undefined when there is nothing to say. */
export function statusBanner(
  kind: DigestKind,
  dataDay: string,
  timeliness: Timeliness,
  timeZone: string,
  { digest: { banner } }: Catalog,
): string | undefined {
  switch (timeliness.kind) {
    case 'onTime':
      return undefined;
    case 'late':
      return timeliness.because === 'service'
        ? banner[kind].lateService(timeliness.dueAt, timeZone, dataDay)
        : banner.lateBot(timeliness.dueAt, timeZone);
    case 'unrefreshed':
      if (kind === 'sales') return banner.sales.old(dataDay, timeliness.wanted);
      if (timeliness.isUpdating === true) return banner.stock.updating(dataDay, timeliness.wanted);
      return timeliness.isUnreached === true ? banner.stock.unreached(dataDay) : banner.stock.old(dataDay);
    case 'quiet':
      return banner.quiet(dataDay);
  }
}

/** The banner in its place below the title. */
export function bannerBlocks(banner: string | undefined, { kind }: Timeliness): KnownBlock[] {
  if (banner === undefined) return [];
  return [section(`${kind === 'unrefreshed' ? ':warning:' : ':information_source:'} *${banner}*`)];
}
