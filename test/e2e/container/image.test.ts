import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oslo } from '../../support/bot/time.ts';
import { until } from '../../support/until.ts';
import { openSurroundings } from '../bot/builtBot.ts';
import {
  type Machine,
  projectFolder,
  type RunningCommand,
  run,
  strangersMachine,
} from '../start/strangersMachine.ts';
import { copyContext } from './context.ts';
import { below, type ReplayedImage, replayDockerfile } from './replay.ts';

const DOCKERFILE = join(projectFolder, 'bot', 'Dockerfile');
const MORNING = oslo('2025-01-07 08:45');
const INSTALL_MS = 300_000;
const PATIENCE_MS = 180_000;

test('the Dockerfile has nothing that its linter finds fault with', () => {
  expect(validate(readFileSync(DOCKERFILE, 'utf8'))).toEqual([]);
});

describe('the Dockerfile, replayed in a folder with only node, npm, git and coreutils', () => {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-image-'));
  const node = process.execPath;
  let machine: Machine;
  let image: ReplayedImage;

  beforeAll(async () => {
    machine = await strangersMachine({ node });
    const left = ['.env', 'bot/.env', 'bot/dist/main.js', 'node_modules/left/index.js', 'notes.txt'];
    for (const file of left) {
      mkdirSync(join(machine.checkout, file, '..'), { recursive: true });
      writeFileSync(join(machine.checkout, file), 'of the developer');
    }
    const files = readdirSync(machine.checkout, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(machine.checkout.length + 1));
    const context = join(folder, 'context');
    await copyContext(machine.checkout, files, `${DOCKERFILE}.dockerignore`, context);
    for (const file of left) expect(readdirSync(context, { recursive: true })).not.toContain(file);
    image = replayDockerfile({
      dockerfile: DOCKERFILE,
      context,
      folder: join(folder, 'stages'),
      arguments: { COMMIT: 'abc123' },
      environment: machine.environment,
      bases: {
        'node:24.': {
          path: machine.environment.PATH ?? '',
          fill(root) {
            mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
            copyFileSync(node, join(root, 'usr/local/bin/node'));
          },
        },
        'debian:': { path: debianPrograms(), fill: () => undefined },
      },
    });
    // As a container has it: read-only but for the volume, and belonging to somebody else than who runs there.
    execFileSync('chmod', ['-R', 'a=rX', folder]);
    for (const path of [folder, join(folder, 'stages')]) chmodSync(path, 0o755);
    chmodSync(join(image.root, 'data'), 0o755);
  }, INSTALL_MS);

  afterAll(async () => {
    execFileSync('chmod', ['-R', 'u+w', folder]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    await machine.remove();
  });

  /** mkdir and chown; only root can give a folder away, and to everybody else it belongs already. */
  function debianPrograms(): string {
    const programs = join(folder, 'programs');
    mkdirSync(programs);
    for (const name of ['sh', 'mkdir', 'chown']) symlinkSync(programOf(name), join(programs, name));
    if (process.getuid?.() !== 0) {
      rmSync(join(programs, 'chown'));
      writeFileSync(join(programs, 'chown'), '#!/bin/sh\n', { mode: 0o755 });
    }
    return programs;
  }
  const programOf = (name: string) =>
    execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();

  /** Runs a command line of the image there, as the image's user where that can be: by root. */
  function runInImage(command: readonly string[], settings: NodeJS.ProcessEnv = {}): RunningCommand {
    const [program = '', ...parameters] = command.map((part) => below(image.root, part));
    const { uid, gid } = image;
    return run(program, parameters, {
      ...(process.getuid?.() === 0 ? { uid, gid } : {}),
      cwd: below(image.root, image.workingFolder),
      env: { PATH: join(image.root, 'usr/local/bin'), ...image.environment, ...settings },
    });
  }

  test('holds Node, a build of the bot and a folder for its data, and nobody in it is root', () => {
    expect(readdirSync(image.root).toSorted()).toEqual(['data', 'opt', 'usr']);
    expect(readdirSync(join(image.root, 'usr/local'), { recursive: true })).toEqual(['bin', 'bin/node']);
    expect(readdirSync(join(image.root, 'opt'))).toEqual(['bot']);
    expect(image.uid).toBeGreaterThan(0);
    expect(image.gid).toBeGreaterThan(0);
  });

  test('tells its version and the commit that it was built from', async () => {
    const bot = runInImage([...image.entrypoint, ...image.command, '--version']);
    expect(await bot.exit(PATIENCE_MS)).toBe(0);
    expect(bot.output()).toMatch(/^\d+\.\d+\.\d+ \(commit abc123\)\n$/);
  });

  test('starts the bot, which is healthy once it is ready, keeps its data in the volume and stops', async () => {
    const database = join(image.root, 'data', 'retail-data.sqlite');
    const { settings, digests } = await openSurroundings(MORNING, database);
    if (process.getuid?.() === 0)
      execFileSync('chown', ['-R', `${image.uid}:${image.gid}`, join(image.root, 'data')]);
    const { DATABASE_URL: _, ...others } = settings;
    const clock = join(folder, 'clock.ts');
    chmodSync(folder, 0o755);
    copyFileSync(join(projectFolder, 'tools/preload/clock.ts'), clock);
    const environment = { ...others, NODE_OPTIONS: `--import=${clock}` };
    const isHealthy = async () =>
      (await runInImage(image.healthCommand, { HEALTH_PORT: settings.HEALTH_PORT }).exit(PATIENCE_MS)) === 0;

    expect(await isHealthy()).toBe(false);
    const bot = runInImage([...image.entrypoint, ...image.command], environment);
    await until('the health check', async () => ((await isHealthy()) ? true : undefined));
    await until('the digest', async () => ((await digests()).length > 0 ? true : undefined));
    bot.signal(image.stopSignal);
    expect(await bot.exit(PATIENCE_MS)).toBe(0);
    const errors = bot
      .output()
      .split('\n')
      .filter((line) => /"level":[5-6]0|EACCES|EROFS/.test(line));
    expect(errors).toEqual([]);
    expect(readdirSync(join(image.root, 'data'))).toContain('retail-data.sqlite');
  });

  test('holds the stand-in of the service too', async () => {
    const sandbox = runInImage([...image.entrypoint, '/opt/bot/sandbox.js', '--port=0']);
    await sandbox.until('A stand-in of the retail data service is running.', PATIENCE_MS);
    sandbox.signal(image.stopSignal);
    expect(await sandbox.exit(PATIENCE_MS)).toBe(0);
  });

  test('without settings says so and stays, unhealthy, until it is stopped; it never shows the demo', async () => {
    const bot = runInImage([...image.entrypoint, ...image.command]);
    await bot.until('The bot waits here, unhealthy, until it is stopped.', PATIENCE_MS);
    expect(bot.output()).toMatch(/^RETAIL_DATA_BASE_URL is not set\. /);
    expect(await runInImage(image.healthCommand).exit(PATIENCE_MS)).toBe(1);
    bot.signal(image.stopSignal);
    expect(await bot.exit(PATIENCE_MS)).toBe(78);
  });

  test('ends with the exit code of the bot where it is asked not to stay', async () => {
    const bot = runInImage([...image.entrypoint, '/opt/bot/main.js']);
    expect(await bot.exit(PATIENCE_MS)).toBe(78);
  });
});
