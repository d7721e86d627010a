/**
 * What makes it a production start, as far as the Node that starts npm can tell: the bot's own rule, in bot/settings, is
 * TypeScript and needs what may not be installed. Where they differ this one sees more, and less is installed.
 */
const SETTING =
  /^((ACCESS|DIGEST|HEALTH|PRODUCT|RETAIL_DATA|SALES|SLACK|STOCK)_|(PORT|LOG_LEVEL|DATABASE_URL)(_FILE)?$)/i;

/** The first of what is set that makes it a production start; undefined when nothing does. */
export function productionSign(environment) {
  const isProduction = environment.NODE_ENV?.trim().toLowerCase() === 'production';
  const set = Object.keys(environment).filter((name) => environment[name]?.trim());
  return isProduction ? 'NODE_ENV=production' : set.find((name) => SETTING.test(name));
}
