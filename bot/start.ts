/** `npm start`: the bot with its settings, or the demo when nothing is set. */
import { isProductionStart, whyNoDemo } from './settings/settings.ts';

if (isProductionStart(process.env) && !process.argv.includes('--help')) {
  const reason = whyNoDemo(process.env);
  if (reason !== undefined) process.stderr.write(`${reason}\n`);
  await import('./main.ts');
} else {
  await import('./demo/main.ts');
}
