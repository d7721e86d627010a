import type { Catalog } from '../catalog.ts';
import type { Formatter } from '../formatter.ts';
import { countedWords } from './words.ts';

export const home = (format: Formatter): Catalog['home'] => {
  const { units, day, counted } = format;
  const words = countedWords(format);
  return {
    title: 'Retail Data',
    ask: { stock: 'Spør om beholdning', sales: 'Spør om salg' },
    howToAsk: (commands) =>
      `Bare du ser svarene. Du kan også skrive ${commands.map((command) => `\`/${command}\``).join(', ')}; legg til \`hjelp\` for å se eksempler.`,
    recent: '*De siste spørsmålene dine*',
    recentQuestion: (command, askedAt) => `\`${command}\`\n${askedAt}`,
    recentList: (subject, words, askedAt) => `${subject}: ${words}\n${askedAt}`,
    subjects: { stock: 'Beholdning', sales: 'Salg' },
    askAgain: 'Spør på nytt',
    untoldGroup: (settings, why) =>
      `:warning: ${settings}: ${why} Inntil det er rettet, gir gruppen ingen tilgang.`,
    moreGroups: (groups) => `og ${counted(groups, 'gruppe', 'grupper')} til, som står i loggen til appen`,
    figures: '*Tall*',

    noStock:
      ':hourglass_flowing_sand: Beholdning: ikke hentet ennå. Appen prøver med noen minutters mellomrom.',
    stock: (isLate, date, products, readAt) =>
      `${isLate ? ':warning:' : ':white_check_mark:'} Beholdning per *${day(date)}*, ${words.products(products)}, hentet ${readAt}`,
    stockUnchanged: (date) => `Beholdningen endret seg ikke ${day(date)}.`,
    stockLate: (expectedAt) =>
      `Nyere lagertall var ventet ${expectedAt}, men har ikke kommet ennå. Appen fortsetter å sjekke.`,
    next: (at) => `Neste: ${at}`,

    noSales: (isRead) =>
      `${isRead ? ':white_check_mark:' : ':hourglass_flowing_sand:'} Salg: ikke hentet ennå.`,
    sales: (isThere, newestDay, asOf) =>
      `${isThere ? ':white_check_mark:' : ':warning:'} Salg til og med *${day(newestDay)}*${asOf === undefined ? '' : `, per ${asOf}`}`,
    noSalesOn: (date) => `Ikke noe salg ${day(date)}.`,
    salesLate: (date, expectedAt) =>
      `Salget for ${day(date)} var ventet ${expectedAt}, men har ikke kommet ennå.`,
    daysHeld: (days) => `${words.days(days)} lagret`,
    readingPast: (bar, daysDone, daysTotal) =>
      `Henter eldre salg: ${bar} ${units(daysDone)} av ${words.days(daysTotal)}. Andre dager hentes når du spør om dem.`,
    readingFailed: (nextTryAt) => `:warning: Det siste forsøket mislyktes. Neste forsøk: ${nextTryAt}.`,

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
