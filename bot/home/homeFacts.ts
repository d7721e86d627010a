import type { UntoldGroup } from '../access/untoldGroups.ts';
import type { Feature } from '../ask/asking.ts';
import type { RecentQuestion } from '../ask/recent.ts';
import type { DigestState } from '../database/tables/digest.ts';
import type { DigestKind } from '../digest/kind.ts';
import type { Subscription } from '../digest/subscription.ts';
import type { Worded } from '../language/language.ts';
import type { LanguageCode } from '../language/locale.ts';
import type { CurrentList } from '../products/productListRepository.ts';

/** What App Home shows to one person. Days are yyyy-MM-dd, instants milliseconds since 1970. */
export interface HomeFacts {
  readonly now: number;
  /** Undefined for somebody who may not see stock. */
  readonly stock: StockFreshness | undefined;
  /** Undefined for somebody who may not see sales. */
  readonly sales: SalesFreshness | undefined;
  /** What the person may ask for. */
  readonly asks: readonly Feature[];
  /** Digests in channels where the person may change them. */
  readonly digests: readonly HomeDigest[];
  /** Digests in channels of the person that were not looked at. */
  readonly digestsLeft: number;
  readonly list: CurrentList | undefined;
  /** What is wrong with the file of PRODUCT_LIST; undefined when nothing is. */
  readonly listProblem: Worded | undefined;
  readonly mayUpload: boolean;
  /** User groups of the settings that Slack does not tell of, with the settings; for admins. */
  readonly untoldGroups: readonly (UntoldGroup & { readonly settings: readonly string[] })[];
  /** What the person chose; undefined for whoever follows Slack. */
  readonly language: LanguageCode | undefined;
  readonly recent: readonly RecentQuestion[];
}

export interface StockFreshness {
  /** The newest stock that is held; undefined while there is none. */
  readonly held: { readonly day: string; readonly takenAt: number; readonly products: number } | undefined;
  /** The day after the held one for which the service had nothing new until its deadline: a closed day, mostly. */
  readonly unchangedOn: string | undefined;
  /** Today's is not there although its time has come. */
  readonly late: boolean;
  /** When newer stock comes: in the past when it is late. */
  readonly nextAt: number;
}

export interface SalesFreshness {
  /** The newest day with sales; undefined while there is none. */
  readonly newestDay: string | undefined;
  /** The newest day that should be there, and whether it is: a day without any sale is `empty`. */
  readonly latest: { readonly day: string; readonly state: 'held' | 'empty' | 'missing' };
  /** Corrections up to then are in. */
  readonly asOf: number | undefined;
  readonly nextAt: number;
  /** How much of the past has been read. */
  readonly progress: { readonly daysDone: number; readonly daysTotal: number };
  /** When it is tried again after a failure; undefined when all is well. */
  readonly nextTryAt: number | undefined;
}

export interface HomeDigest {
  readonly subscription: Subscription;
  readonly kind: DigestKind;
  /** Undefined while it is paused for good. */
  readonly nextAt: number | undefined;
  readonly last:
    | { readonly day: string; readonly state: DigestState; readonly reason: string | undefined }
    | undefined;
}
