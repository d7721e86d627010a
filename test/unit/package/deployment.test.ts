import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FIRST_SALES_MS } from '../../../bot/jobs.ts';
import { settingNames } from '../../../bot/settings/settings.ts';
import { packageRoot } from '../../../tools/build.ts';

const textOf = (file: string) => readFileSync(join(packageRoot, file), 'utf8');
const dockerfile = textOf('bot/Dockerfile');
const { start } = JSON.parse(textOf('package.json')).scripts;

/** The directives of the unit, each with its values in their order. */
function directivesOf(unit: string): Readonly<Record<string, readonly string[]>> {
  const directives: Record<string, string[]> = {};
  for (const [, name = '', value = ''] of unit.matchAll(/^(\w+)=(.*)$/gm)) {
    directives[name] = [...(directives[name] ?? []), value];
  }
  return directives;
}
const unit = directivesOf(textOf('bot/retail-data-bot.service'));

test('the image and the unit keep memory as low as npm start does', () => {
  const memory = [...start.matchAll(/(MALLOC_\w+)=\$\{\1:-(\d+)\}/g)].map(
    ([, name, value]) => `${name}=${value}`,
  );
  expect(memory).toHaveLength(2);
  const [, flags = ''] = / node (--.*) bot\/dist/.exec(start) ?? [];
  for (const setting of memory) {
    expect(dockerfile).toContain(`    ${setting} \\\n`);
    expect(unit.Environment?.[0]?.split(' ')).toContain(setting);
  }
  expect(dockerfile).toContain(`ENTRYPOINT ["node", "${flags}"]`);
  expect(unit.ExecStart).toEqual([`/usr/bin/node ${flags} /opt/retail-data-bot/main.js`]);
});

test('the images that the Dockerfile begins with are pinned, and bring the Node that the bot is tested on', () => {
  const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
  expect(images).toHaveLength(2);
  for (const image of images) expect(image).toMatch(/:[\w.-]+@sha256:[0-9a-f]{64}$/);
  const { node } = JSON.parse(textOf('bot/package.json')).dependencies;
  expect(images[0]).toContain(`node:${node}-bookworm-slim@`);
});

test('a container has the minutes that a first start may wait for sales before it counts as unhealthy', () => {
  const minutes = Number(/--start-period=(\d+)m /.exec(dockerfile)?.[1]);
  expect(minutes * 60_000).toBeGreaterThan(FIRST_SALES_MS);
});

test('every image that the compose file does not build is pinned as the base images are', () => {
  const images = [...textOf('bot/compose.yaml').matchAll(/^\s+image: (?:&\w+ )?(\S+)/gm)].map(
    ([, image = '']) => image,
  );
  // One that is named by an anchor is that of another service.
  const pulled = images.filter((image) => image !== 'retail-data-slack-bot' && !image.startsWith('*'));
  expect(pulled).toHaveLength(1);
  for (const image of pulled) expect(image).toMatch(/^[\w-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
});

test('the unit has health checks, at a port that the settings can change', () => {
  expect(unit.Environment?.[0]?.split(' ')).toContain('HEALTH_PORT=9090');
  expect(unit.EnvironmentFile).toEqual(['/etc/retail-data-bot/settings']);
});

test('the unit hands each secret on as a file, to a setting that there is', () => {
  const credentials = unit.LoadCredential?.map((each) => each.split(':')[0]);
  const handedOn = unit.Environment?.slice(1).map((each) => /^(\w+)_FILE=%d\/([\w-]+)$/.exec(each) ?? []);
  expect(handedOn?.map(([, , credential]) => credential)).toEqual(credentials);
  expect(credentials).toHaveLength(3);
  for (const [, setting] of handedOn ?? []) expect(settingNames()).toContain(setting);
});
