import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';

/** The sentences of App Home. Instants are formatted: "Fri 20 Nov 2026, 08:31". */
export const english = (format: Formatter) => ({
  title: 'Retail Data',
  howToAsk: (commands: readonly string[]) =>
    `Only you see the answers. You can also type ${commands.map((command) => `\`/${command}\``).join(', ')}; add \`help\` to see examples.`,
  howToTalk:
    'Or ask in your own words, such as "how much did we sell last week": here under Messages, or by mentioning the app in a channel that it is a member of, where everybody there sees the answer.\nThen change the question: "and by store?", "the week before", "in Oslo only".',
  recent: '*Your recent questions*',
  recentQuestion: (command: string, askedAt: string) => `\`${command}\`\n${askedAt}`,
  /** A question with names instead of a long list of numbers, so no longer a command. */
  recentList: (subject: string, words: string, askedAt: string) => `${subject}: ${words}\n${askedAt}`,
  askAgain: 'Ask again',
  untoldGroup: (settings: string, why: string) =>
    `:warning: ${settings}: ${why} Until this is fixed, the group grants no access.`,
  moreGroups: (groups: number) => `and ${format.counted(groups, 'more group')}, listed in the app's log`,
  figures: '*Data*',

  asOf: (at: string, timeZone: string) => `As of ${at} (${timeZone})`,
  refresh: 'Refresh',
  /** The choice of a language. */
  language: 'Language: as in Slack',
  files: { xlsx: 'Files: Excel', csv: 'Files: CSV' },
});

export type HomeWords = ReturnType<typeof english>;
