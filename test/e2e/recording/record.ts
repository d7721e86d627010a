/**
 * Records what the bot answers, seen from outside: `node test/e2e/recording/record.ts --write` puts it into `recorded/`,
 * with which recording.test.ts compares every later run, and `--out FOLDER` into another folder.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { RECORDED } from './recorded.ts';
import { makeRecording } from './recording.ts';

const { values } = parseArgs({
  options: { write: { type: 'boolean', default: false }, out: { type: 'string' } },
});
const folder = values.write ? RECORDED : values.out;
if (folder === undefined) {
  process.stderr.write('Say where the recording goes: --write, or --out FOLDER.\n');
  process.exit(1);
}
const files = await makeRecording();
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder))
  if (name.endsWith('.txt') && !files.has(name)) rmSync(join(folder, name));
for (const [name, text] of files) writeFileSync(join(folder, name), text);
process.stdout.write(`${files.size} files in ${folder}\n`);
