/**
 * Loaded into n8n before anything else: its clock starts at the instant of RETAIL_DATA_TEST_NOW (epoch milliseconds) and
 * runs on from there, so that what the tests and screenshots show is the same on every day. With
 * RETAIL_DATA_TEST_CLOCK_MOVES the parent process moves it by the message `{ now: epoch milliseconds }`.
 */
const RealDate = Date;
const realNow = Date.now;
let offset = Number(process.env.RETAIL_DATA_TEST_NOW) - realNow();
if (!Number.isFinite(offset)) throw new Error('RETAIL_DATA_TEST_NOW is not an instant in milliseconds.');

RealDate.now = () => realNow() + offset;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, parameters, newTarget) =>
    Reflect.construct(target, parameters.length === 0 ? [target.now()] : parameters, newTarget),
  apply: (target) => new target(target.now()).toString(),
});

// The bot's own processes have other messages.
if (process.env.RETAIL_DATA_TEST_CLOCK_MOVES !== undefined) {
  process.on('message', (message: { now: number }) => {
    offset = message.now - realNow();
  });
  process.channel?.unref();
}
