/** Every place on the way from a tick to a recorded outcome at which a process can be gone, in the order of the way. */
export const FAULT_POINTS = [
  'sweep.started',
  'sweep.rebased',
  'sweep.recorded',
  'sweep.superseded',
  'sweep.overtaken',
  'send.claimed',
  'send.checked',
  'send.rendered',
  'send.paced',
  'send.leased',
  'send.answered',
  'refuse.noted',
  'refuse.paused',
  'send.recorded',
  'look.claimed',
  'look.answered',
  'look.recorded',
  'double.claimed',
  'double.found',
  'double.deleted',
  'double.recorded',
  'notice.claimed',
  'notice.answered',
  'notice.recorded',
] as const;

export type FaultPoint = (typeof FAULT_POINTS)[number];

/** Passed through at each of them; a test ends the process there. In production nothing waits. */
export type PassFaultPoint = (point: FaultPoint) => Promise<void> | void;

export const NO_FAULTS: PassFaultPoint = () => {};
