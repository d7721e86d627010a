import { spawn, spawnSync } from 'node:child_process';

/** Runs the commands side by side and shows what each says when it has ended. They count as no test. */
export async function runChecks(root, checks) {
  const begun = Object.entries(checks).map(([title, command]) => ({ title, ended: outputOf(root, command) }));
  let ok = true;
  for (const { title, ended } of begun) {
    const { status, output } = await ended;
    process.stdout.write(`\n── ${title}\n${output}`);
    if (status === 0) continue;
    process.stdout.write(`${title}: failed\n`);
    ok = false;
  }
  return { passed: 0, failed: 0, ok };
}

/** Runs one command and shows what it says meanwhile; it counts as one test. */
export function runCommand(root, title, [program, ...parameters]) {
  process.stdout.write(`\n── ${title}\n`);
  const ok = spawnSync(program, parameters, { cwd: root, stdio: 'inherit' }).status === 0;
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, ok };
}

function outputOf(root, [program, ...parameters]) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => resolve({ status: 1, output: `${error.message}\n` }));
    child.once('close', (status) => resolve({ status, output }));
  });
}
