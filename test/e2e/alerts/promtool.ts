import { spawnSync } from 'node:child_process';

/** Names a promtool of one's own. */
const SETTING = 'PROMTOOL_PATH';

/** Runs the promtool of this machine; throws with how to get one when there is none. */
export function promtool(...parameters: readonly string[]): {
  readonly status: number | null;
  readonly output: string;
} {
  const chosen = process.env[SETTING];
  const program = chosen === undefined || chosen === '' ? 'promtool' : chosen;
  const { status, stdout, stderr, error } = spawnSync(program, parameters, { encoding: 'utf8' });
  if (error !== undefined) {
    throw new Error(
      program === chosen
        ? `${SETTING} is ${chosen}, which cannot be run. Give the path of a promtool.`
        : `The alert rules are tested by promtool, and this machine has none. Install Prometheus (Debian, Ubuntu: apt-get install prometheus, which starts a service; without one: apt-get download prometheus && dpkg -x prometheus_*.deb FOLDER; macOS: brew install prometheus), or name its promtool in ${SETTING}.`,
    );
  }
  return { status, output: `${stdout}${stderr}` };
}
