import type { ClockReading } from '../../support/faults/flowingClock.ts';

/** A moment of a process: before it writes to that table; before it calls that method of Slack; when the answer has come. */
export interface Moment {
  readonly at: 'write' | 'call' | 'answer';
  readonly of: string;
}

/** Where a process is to send itself a signal: the nth time that it comes by there. */
export interface DeathSentence extends Moment {
  readonly nth: number;
  /** SIGKILL when not set; SIGSTOP holds it there. */
  readonly signal?: 'SIGKILL' | 'SIGSTOP';
}

/** What a process of the bot is started with, as JSON in its only parameter. */
export interface BotOrder {
  /** Its settings, as `npm start` reads them. */
  readonly environment: Readonly<Record<string, string>>;
  readonly reading: ClockReading;
  readonly dieAt?: DeathSentence;
  /** For everything in the bot that is left to chance. */
  readonly seed: number;
}

/** What it is told while it runs. */
export type BotMessage =
  | { readonly kind: 'clock'; readonly reading: ClockReading }
  | { readonly kind: 'dieAt'; readonly dieAt: DeathSentence | undefined }
  | { readonly kind: 'memory' }
  | { readonly kind: 'work' };

/** What it tells. */
export type BotReport =
  | { readonly kind: 'ready' }
  /** Megabytes after everything that nobody holds was collected; the resident ones are what the machine sees. */
  | ({ readonly kind: 'memory' } & Memory)
  | ({ readonly kind: 'work' } & Work);

/** How much it is at work on; what waits for the clock is not counted. */
export interface Work {
  readonly underWay: number;
}

export interface Memory {
  readonly heapMb: number;
  readonly residentMb: number;
  /** The most that was ever resident. */
  readonly peakMb: number;
}
