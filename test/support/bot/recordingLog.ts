import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import { requestFields } from '../../../bot/slack/currentRequest.ts';

export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

export const ERROR_LEVEL = 50;

/** A real log whose lines can be read afterwards, as text and parsed. */
export interface RecordingLog {
  readonly log: Logger;
  text(): string;
  lines(): LogLine[];
  errors(): string[];
}

export function createRecordingLog(): RecordingLog {
  let text = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const lines = () =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line): LogLine => JSON.parse(line));
  return {
    log: pino({ level: 'debug', base: null, mixin: requestFields }, sink),
    text: () => text,
    lines,
    errors: () =>
      lines()
        .filter((line) => line.level >= ERROR_LEVEL)
        .map((line) => line.msg),
  };
}
