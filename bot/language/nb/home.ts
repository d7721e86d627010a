import type { Catalog } from '../en/index.ts';
import type { Formatter } from '../formatter.ts';

export const home = (format: Formatter): Catalog['home'] => {
  const { units, day, counted } = format;
  return {
    title: 'Retail Data',
    howToAsk: (commands) =>
      `Bare du ser svarene. Du kan også skrive ${commands.map((command) => `\`/${command}\``).join(', ')}; legg til \`hjelp\` for å se eksempler.`,
    recent: '*De siste spørsmålene dine*',
    recentQuestion: (command, askedAt) => `\`${command}\`\n${askedAt}`,
    recentList: (subject, words, askedAt) => `${subject}: ${words}\n${askedAt}`,
    askAgain: 'Spør på nytt',
    untoldGroup: (settings, why) =>
      `:warning: ${settings}: ${why} Inntil det er rettet, gir gruppen ingen tilgang.`,
    moreGroups: (groups) => `og ${counted(groups, 'gruppe', 'grupper')} til, som står i loggen til appen`,
    figures: '*Tall*',

    digests: '*Rapporter*',
    subscribe: 'Abonner i en kanal',
    settings: 'Innstillinger',
    noDigests: 'Det er ingen rapporter du kan endre. Skriv `/digest abonner` i en kanal for å sette opp en.',
    moreDigests: (digests) =>
      `og ${units(digests)} til i kanalene dine; skriv \`/digest status\` i en kanal for å se rapportene der`,
    digest: (channelId, name, days, time, timeZone) =>
      `<#${channelId}> · ${name}, ${days} kl. ${time} (${timeZone})`,
    paused: (reason) => `:double_vertical_bar: På pause${reason === undefined ? '' : ` (${reason})`}`,
    noneYet: 'Sist: ingen ennå',
    last: (date, state, reason) =>
      `Sist: ${day(date)}, ${state}${reason === undefined ? '' : ` (${reason})`}`,

    asOf: (at, timeZone) => `Per ${at} (${timeZone})`,
    refresh: 'Oppdater',
    language: { label: 'Språk', asSlack: 'Språk: som i Slack' },
  };
};
