/** A process or thread that answers. */
export { openTestService as open } from './testService.ts';
