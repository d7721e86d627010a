import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { type Copy, DockerfileParser, type Env, type From, type Instruction } from 'dockerfile-ast';

/** An image that stands in for one of a registry. */
export interface BaseImage {
  /** Programs that a RUN finds. */
  readonly path: string;
  /** Puts what the image has, and a Dockerfile may copy, below that folder. */
  fill(root: string): void;
}

/** What a build made: a folder instead of a file system, and what a container is started with. */
export interface ReplayedImage {
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly uid: number;
  readonly gid: number;
  /** In the image, as all paths below. */
  readonly workingFolder: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthCommand: readonly string[];
  readonly stopSignal: NodeJS.Signals;
}

export interface ReplayOptions {
  readonly dockerfile: string;
  /** The files that the build is sent, without what is ignored. */
  readonly context: string;
  /** Where each stage gets a folder. */
  readonly folder: string;
  /** By the beginning of their names. */
  readonly bases: Readonly<Record<string, BaseImage>>;
  /** What is given with --build-arg. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** Of every RUN, besides PATH and what the Dockerfile sets. */
  readonly environment: NodeJS.ProcessEnv;
}

interface Stage {
  readonly root: string;
  readonly base: BaseImage;
  readonly environment: Record<string, string>;
  /** Known to every RUN, but not to what is built. */
  readonly arguments: Record<string, string>;
  readonly said: Record<string, readonly string[]>;
  workingFolder: string;
}

/**
 * Does what each instruction says in a folder of its stage, without a container engine: an absolute path is one below
 * that folder. Gives the image of the last stage.
 * @throws Error at an instruction that fails, or that this does not know
 */
export function replayDockerfile(options: ReplayOptions): ReplayedImage {
  const stages: (readonly [name: string, stage: Stage])[] = [];
  for (const instruction of DockerfileParser.parse(
    readFileSync(options.dockerfile, 'utf8'),
  ).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      const from = instruction as From;
      stages.push([
        from.getBuildStage() ?? '',
        begin(from, join(options.folder, String(stages.length)), options),
      ]);
      continue;
    }
    const stage = stages.at(-1)?.[1];
    if (stage === undefined) throw new Error('An instruction comes before the first FROM.');
    if (instruction.getKeyword() === 'COPY')
      copy(instruction as Copy, stage, new Map(stages), options.context);
    else apply(instruction, stage, options);
  }
  const last = stages.at(-1)?.[1];
  if (last === undefined) throw new Error('The Dockerfile has no FROM.');
  return imageOf(last);
}

/** The path in the folder that stands for one in the image. */
export function below(root: string, path: string): string {
  return path.startsWith('/') ? join(root, path) : path;
}

function begin(from: From, root: string, { bases }: ReplayOptions): Stage {
  const image = from.getImage() ?? '';
  const base = Object.entries(bases).find(([name]) => image.startsWith(name))?.[1];
  if (base === undefined) throw new Error(`Nothing stands in for the image ${image}.`);
  mkdirSync(root, { recursive: true });
  base.fill(root);
  return { root, base, environment: {}, arguments: {}, said: {}, workingFolder: '/' };
}

function copy(instruction: Copy, stage: Stage, stages: ReadonlyMap<string, Stage>, context: string): void {
  const flags = new Map(instruction.getFlags().map((flag) => [flag.getName(), flag.getValue() ?? '']));
  if ([...flags.keys()].some((name) => name !== 'from')) throw unknown(instruction);
  const from = flags.has('from') ? stages.get(flags.get('from') ?? '')?.root : context;
  if (from === undefined) throw unknown(instruction);
  const paths = instruction.getArguments().map((argument) => argument.getValue());
  const sources = paths.slice(0, -1);
  const given = paths.at(-1) ?? '';
  const target = join(stage.root, posix.resolve(stage.workingFolder, given));
  for (const source of sources) {
    const file = join(from, source);
    if (!existsSync(file))
      throw new Error(`${source} is not there to be copied: ${instruction.getTextContent()}`);
    const isInto = given.endsWith('/') || sources.length > 1;
    const isFolder = statSync(file).isDirectory();
    const to = isInto && !isFolder ? join(target, basename(source)) : target;
    mkdirSync(dirname(to), { recursive: true });
    cpSync(file, to, { recursive: true });
  }
}

function apply(instruction: Instruction, stage: Stage, options: ReplayOptions): void {
  const text = instruction.getArgumentsContent() ?? '';
  switch (instruction.getKeyword()) {
    case 'RUN':
      run(text, stage, options.environment);
      return;
    case 'ARG': {
      const [name = '', fallback = ''] = text.split('=');
      stage.arguments[name] = options.arguments?.[name] ?? fallback;
      return;
    }
    case 'WORKDIR':
      stage.workingFolder = posix.resolve(stage.workingFolder, text);
      mkdirSync(join(stage.root, stage.workingFolder), { recursive: true });
      return;
    case 'ENV':
      for (const property of (instruction as Env).getProperties())
        stage.environment[property.getName()] = property.getValue() ?? '';
      return;
    case 'VOLUME':
      if (!existsSync(join(stage.root, text))) throw new Error(`The volume ${text} has no folder.`);
      return;
    case 'HEALTHCHECK':
    case 'ENTRYPOINT':
    case 'CMD':
      // As lists, since there is no shell to take anything else apart.
      stage.said[instruction.getKeyword()] = JSON.parse(text.replace(/^CMD\s+/, ''));
      return;
    case 'USER':
    case 'STOPSIGNAL':
    case 'EXPOSE':
      stage.said[instruction.getKeyword()] = [text];
      return;
    default:
      throw unknown(instruction);
  }
}

function run(command: string, stage: Stage, environment: NodeJS.ProcessEnv): void {
  const here = command.replace(/(?<=^|[\s=])\/(?=\w)/g, `${stage.root}/`);
  const { status, stdout, stderr } = spawnSync('sh', ['-c', here], {
    cwd: join(stage.root, stage.workingFolder),
    env: { ...environment, ...stage.arguments, ...stage.environment, PATH: stage.base.path },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`RUN ${command} ended with ${status}:\n${stdout}${stderr}`);
}

function imageOf({ root, environment, said, workingFolder }: Stage): ReplayedImage {
  const [uid = 0, gid = 0] = (said.USER?.[0] ?? '').split(':').map(Number);
  return {
    root,
    environment,
    uid,
    gid,
    workingFolder,
    entrypoint: said.ENTRYPOINT ?? [],
    command: said.CMD ?? [],
    healthCommand: said.HEALTHCHECK ?? [],
    stopSignal: (said.STOPSIGNAL?.[0] ?? 'SIGTERM') as NodeJS.Signals,
  };
}

function unknown(instruction: Instruction): Error {
  return new Error(`The replay does not know ${instruction.getTextContent()}`);
}
