#!/usr/bin/env node
/** Nothing is imported before the version is known: what is imported may not run on an older Node.js. */
const NEEDED = '22.19';
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `retail-data-client needs Node.js ${NEEDED} or later; this is ${process.versions.node}. Install a newer one from https://nodejs.org, then run the command again.\n`,
  );
  process.exitCode = 1;
} else {
  const { runCommand } = await import('./commands.ts');
  process.exitCode = await runCommand(process.argv.slice(2));
}

export {};
