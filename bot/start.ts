/** `npm start`: the bot with its settings, or the demo when nothing is set. */
import { runAndExit } from './process/exit.ts';
import { loadEnvironmentFile } from './settings/environmentFile.ts';
import { isProductionStart, whyDemo, whyNoDemo } from './settings/settings.ts';

await runAndExit(async () => {
  if (process.argv.includes('--version')) return void (await import('./main.ts'));
  const isHelp = process.argv.includes('--help');
  const hasFile = !isHelp && loadEnvironmentFile();
  if (isHelp || !isProductionStart(process.env)) {
    const reason = hasFile ? whyDemo(process.env) : undefined;
    if (reason !== undefined) process.stderr.write(`${reason}\n`);
    await import('./demo/main.ts');
  } else {
    const reason = whyNoDemo(process.env);
    if (reason !== undefined) process.stderr.write(`${reason}\n`);
    await import('./main.ts');
  }
});
