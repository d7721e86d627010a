import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inNorwegian, outcomeOf, readCommand, writeCommand } from '../../../support/bot/parse/commands.ts';
import { readTable } from './table.ts';

const here = new URL('./', import.meta.url);
const files = readdirSync(here).filter((name) => name.endsWith('.table.txt'));

describe.each(files)('%s', async (file) => {
  const sections = await readTable(new URL(file, here));

  describe.each(sections)('$heading', ({ rows, reading, language }) => {
    test.each(rows)('$typed', ({ typed, outcome }) => {
      expect(outcomeOf(typed, reading, language)).toBe(outcome);
      if (outcome.startsWith('x ')) return;
      // What formatCommand leaves out would be read as something else.
      const asked = readCommand(typed, reading);
      const written = writeCommand(asked, reading.called);
      expect(readCommand(written, reading)).toEqual(asked);
      expect(readCommand(inNorwegian(written), reading)).toEqual(asked);
    });
  });
});
