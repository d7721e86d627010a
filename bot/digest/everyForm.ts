import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Actor } from '../access/actor.ts';
import type { Commands } from '../ask/commands.ts';
import {
  chosenIn,
  type FilledView,
  type FormContext,
  field,
  option,
  select,
  textIn,
  timepicker,
} from '../ask/fields.ts';
import { formContext, modal } from '../ask/form.ts';
import type { MenuItem } from '../ask/menu.ts';
import type { ListenerMiddleware } from '../ask/middleware.ts';
import { type Posted, postedFields, readPosted } from '../ask/posted.ts';
import type { Replies } from '../ask/replies.ts';
import { askWords } from '../ask/words/words.ts';
import type { Language } from '../language/language.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { submissionArgs } from '../requests/listenerArgs.ts';
import { escapeMrkdwn, section } from '../slack/message.ts';
import { readMetadata, writeMetadata } from '../slack/metadata.ts';
import { buildMessageModal, buildSentenceModal } from '../slack/modal.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import { scheduleIn } from './every.ts';
import { type Cadence, PRESETS } from './presets.ts';
import { daysText } from './settingsView.ts';
import type { Standing } from './standing.ts';
import { digestWords } from './words/words.ts';

const EVERY_MODAL = 'form_every';

const FIELDS = { days: 'every_days', time: 'every_time' };

/** As they are typed behind "every". */
const DAYS = [
  'day',
  'weekday',
  ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  'month',
];
const USUAL_DAYS: Readonly<Record<Cadence, string>> = {
  daily: 'weekday',
  weekly: 'monday',
  monthly: 'month',
};

/** `says` is the command as the person reads it. */
function buildEveryModal(
  { command, says, timeOf }: { command: string; says: string; timeOf: (cadence: Cadence) => string },
  { language, may, channelId }: FormContext,
): ModalView {
  const { t } = language;
  const words = digestWords(t).every;
  const preset = PRESETS.find(({ question }) => command.startsWith(question));
  const cadence = preset?.cadence ?? 'daily';
  const days = DAYS.flatMap((each) => {
    const { said } = scheduleIn(`every ${each}`) ?? {};
    return said === undefined || 'refused' in said ? [] : [option(each, daysText(said, t))];
  });
  const isForMe = !may('manage_digests');
  return modal(
    EVERY_MODAL,
    { title: words.form.title, submit: askWords(t).posted.save },
    [
      section(`\`${escapeMrkdwn(says)}\``),
      field(
        { block: FIELDS.days, label: words.form.days, required: true },
        select(FIELDS.days, days, USUAL_DAYS[cadence], t),
      ),
      field(
        { block: FIELDS.time, label: words.form.time, required: true },
        timepicker(FIELDS.time, timeOf(cadence)),
      ),
      ...postedFields({ isInChannel: channelId !== undefined, isForMe, language: language.code }, t),
    ],
    writeMetadata(language, command, channelId),
    t,
  );
}

/** What the filled form writes: `/sales last week every monday at 08:00`. */
function readEveryModal(view: FilledView, language: Language): Posted & { readonly typed: string } {
  const { value: command } = readMetadata(view.private_metadata ?? '');
  const days = chosenIn(view, FIELDS.days) ?? '';
  const time = textIn(view, FIELDS.time);
  return { typed: `${command} every ${days} at ${time}`, ...readPosted(view, language) };
}

/** "Post regularly…" in the menu below an answer. */
export function everyInMenu({
  commands,
  reading,
  standing,
  viewsClient,
}: {
  readonly commands: Pick<Commands, 'featureOf' | 'say'>;
  readonly reading: () => Reading;
  readonly standing: Pick<Standing, 'isFixed' | 'usualTime'>;
  readonly viewsClient: Pick<ViewsClient, 'open'>;
}): MenuItem {
  return {
    name: 'every',
    title: (t) => digestWords(t).every.menu,
    isOffered: (_, command) => !standing.isFixed(command),
    async open(triggerId, actor, command) {
      const says = commands.say(command, actor.language.t);
      const timeOf = (cadence: Cadence) =>
        standing.usualTime(commands.featureOf(command)?.command ?? '', cadence);
      const form = buildEveryModal({ command, says, timeOf }, formContext(actor, reading()));
      await viewsClient.open(triggerId, form);
    },
  };
}

/** Sets what the form writes, as if it had been typed. */
export function registerEveryForm(
  app: Pick<App, 'view'>,
  { authorize, validate }: ListenerMiddleware,
  parts: {
    readonly standing: Pick<Standing, 'clicked'>;
    readonly replies: Pick<Replies, 'render'>;
    readonly viewsClient: Pick<ViewsClient, 'update'>;
    readonly homeChanged: (actor: Actor) => Promise<void>;
  },
): void {
  const { standing, replies, viewsClient, homeChanged } = parts;
  app.view(
    EVERY_MODAL,
    validate((_, { t }) => ({
      response_action: 'update',
      view: buildSentenceModal(askWords(t).posted.saving, t),
    })),
    authorize('member'),
    async (sent) => {
      const { actor, view } = submissionArgs(sent);
      const { typed, isForMe, language } = readEveryModal(view, actor.language);
      const render = await replies.render(EVERY_MODAL, actor, () =>
        standing.clicked(actor, isForMe ? `me ${typed}` : typed, language),
      );
      await viewsClient.update(view.id, buildMessageModal(render('plain'), actor.language.t));
      await homeChanged(actor);
    },
  );
}
