import type { Formatter } from '../../language/formatter.ts';
import type { HomeWords } from './en.ts';

export const norwegian = (format: Formatter): HomeWords => {
  const { counted } = format;
  return {
    title: 'Retail Data',
    howToAsk: (commands) =>
      `Bare du ser svarene. Du kan også skrive ${commands.map((command) => `\`/${command}\``).join(', ')}; legg til \`hjelp\` for å se eksempler.`,
    howToTalk:
      'Eller spør med egne ord, for eksempel «hvor mye solgte vi forrige uke»: her under Meldinger, eller ved å nevne appen i en kanal den er medlem av, der alle i kanalen ser svaret.\nEndre så spørsmålet: «og per butikk?», «uken før», «bare i Oslo».',
    recent: '*De siste spørsmålene dine*',
    recentQuestion: (command, askedAt) => `\`${command}\`\n${askedAt}`,
    recentList: (subject, words, askedAt) => `${subject}: ${words}\n${askedAt}`,
    askAgain: 'Spør på nytt',
    untoldGroup: (settings, why) =>
      `:warning: ${settings}: ${why} Inntil det er rettet, gir gruppen ingen tilgang.`,
    moreGroups: (groups) => `og ${counted(groups, 'gruppe', 'grupper')} til, som står i loggen til appen`,
    figures: '*Tall*',

    asOf: (at, timeZone) => `Per ${at} (${timeZone})`,
    refresh: 'Oppdater',
    language: 'Språk: som i Slack',
    files: { xlsx: 'Filer: Excel', csv: 'Filer: CSV' },
  };
};
