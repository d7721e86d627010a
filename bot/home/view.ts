import type { Button, HomeView, KnownBlock, StaticSelect } from '@slack/types';
import { unresolvedGroupText } from '../access/unresolvedGroups.ts';
import type { Feature } from '../ask/asking.ts';
import { button, FORM_ACTION, HOME_ASK } from '../ask/buttons.ts';
import { option, select } from '../ask/fields.ts';
import { LONGEST_SHOWN } from '../ask/parseCommand.ts';
import type { Reader } from '../ask/reader.ts';
import type { FileFormat } from '../figures/sheet.ts';
import type { LanguageCode } from '../language/formatter.ts';
import type { Catalog, Language } from '../language/language.ts';
import { context, escapeMrkdwn, header, listText, section } from '../slack/message.ts';
import type { HomeFacts } from './readHome.ts';
import { homeWords } from './words/words.ts';

/** Buttons of App Home. */
export const HOME_REFRESH = 'home_refresh';
/** Selects the language; its value is a language code or `SLACK_LANGUAGE`. */
export const HOME_LANGUAGE = 'home_language';
export const SLACK_LANGUAGE = 'slack';
/** Selects the format of files; its value is the format. */
export const HOME_FILES = 'home_files';

export type HomeReader = Pick<Reader, 'language' | 'timeZone' | 'products' | 'stores'>;

/** App Home, of lines and buttons only, so that it looks the same on a phone. */
export function homeView(facts: HomeFacts, reader: HomeReader): HomeView {
  const { language, timeZone } = reader;
  const { t, format } = language;
  const home = homeWords(t);
  const instant = (at: number) => format.instant(at, timeZone);
  const forms = facts.asks.flatMap((feature) => askButtons(feature, t));
  return {
    type: 'home',
    blocks: [
      header(home.title),
      ...(forms.length === 0 ? [] : [{ type: 'actions', block_id: 'home_forms', elements: forms } as const]),
      context(home.howToAsk(facts.asks.map(({ command }) => command))),
      context(home.howToTalk),
      ...untoldBlocks(facts.unresolvedGroups, language),
      ...recentBlocks(facts, reader, instant),
      { type: 'divider' },
      ...figuresBlocks(facts, t),
      ...facts.sections
        .filter((blocks) => blocks.length > 0)
        .flatMap((blocks): KnownBlock[] => [...blocks, { type: 'divider' }]),
      context(home.asOf(instant(facts.now), timeZone)),
      {
        type: 'actions',
        block_id: 'home_bottom',
        elements: [
          button(HOME_REFRESH, home.refresh, 'refresh'),
          languageSelect(facts.language, t),
          filesSelect(facts.fileFormat, t),
        ],
      },
    ],
  };
}

/** Names each language in itself, so that people find theirs even if they can't read the rest. */
function languageSelect(chosen: LanguageCode | undefined, t: Catalog): StaticSelect {
  const asSlack = option(SLACK_LANGUAGE, homeWords(t).language);
  const options = [asSlack, option('en', 'English'), option('nb', 'Norsk')];
  return select(HOME_LANGUAGE, options, chosen ?? SLACK_LANGUAGE, t);
}

function filesSelect(chosen: FileFormat, t: Catalog): StaticSelect {
  const { files } = homeWords(t);
  return select(HOME_FILES, [option('xlsx', files.xlsx), option('csv', files.csv)], chosen, t);
}

type Instant = (at: number) => string;

/** None for a command without a form. */
function askButtons({ command, words }: Feature, t: Catalog): Button[] {
  const { homeButton } = words(t);
  return homeButton === undefined ? [] : [button(`${FORM_ACTION}:${command}`, homeButton, command)];
}

function recentBlocks({ recent, asks }: HomeFacts, reader: HomeReader, instant: Instant): KnownBlock[] {
  const home = homeWords(reader.language.t);
  if (recent.length === 0) return [];
  return [
    { type: 'divider' },
    section(home.recent),
    ...recent.map(({ command, askedAt }, at) =>
      section(
        recentText(command, asks, reader, instant(askedAt)),
        button(`${HOME_ASK}:${at}`, home.askAgain, command),
      ),
    ),
  ];
}

/** Matches long lists of numbers in a command; those without a key are of products. */
const LISTED = /\b(product|store):(\d+(?:,\d+){2,})|(?<=^\/\w+ )(\d+(?: \d+){2,})/g;
const NAMED = 2;

/** The command as typed, or with names instead of a long list of numbers. */
function recentText(command: string, asks: readonly Feature[], reader: HomeReader, askedAt: string): string {
  const { products, stores, language } = reader;
  const { t, format } = language;
  const named = command.replace(LISTED, (_, key?: string, listed?: string, asked?: string) => {
    const ids = (listed ?? asked ?? '').split(/[ ,]/);
    const labels = key === 'store' ? stores : products;
    return format.list(
      ids.slice(0, NAMED).map((id) => labels.label(id)),
      ids.length - NAMED,
    );
  });
  if (named === command) return homeWords(t).recentQuestion(escapeMrkdwn(command, LONGEST_SHOWN), askedAt);
  const [, name] = /^\/(\w+) /.exec(command) ?? [];
  const subject = asks.find((feature) => feature.command === name)?.words(t).subject ?? '';
  return homeWords(t).recentList(subject, escapeMrkdwn(named.replace(/^\/\w+ /, ''), LONGEST_SHOWN), askedAt);
}

/** Empty for a person who can see no data. */
function figuresBlocks({ figures }: HomeFacts, t: Catalog): KnownBlock[] {
  if (figures.length === 0) return [];
  const shown = figures.map((lines, at) => (at === 0 ? [homeWords(t).figures, ...lines] : lines));
  return [...shown.map((lines) => section(lines.join('\n'))), { type: 'divider' }];
}

/** About as many as fit in a section. */
const MAX_GROUPS_SHOWN = 10;

function untoldBlocks(
  untold: HomeFacts['unresolvedGroups'],
  { t, format }: Pick<Language, 't' | 'format'>,
): KnownBlock[] {
  const home = homeWords(t);
  if (untold.length === 0) return [];
  const lines = untold
    .slice(0, MAX_GROUPS_SHOWN)
    .map((group) => home.untoldGroup(listText(group.settings, format, 4), unresolvedGroupText(group, t)));
  const more = untold.length - lines.length;
  return [section([...lines, ...(more > 0 ? [home.moreGroups(more)] : [])].join('\n'))];
}
