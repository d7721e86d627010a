/** The days of the sandbox are those of the chain. */
export * from '../calendar/openDays.ts';
