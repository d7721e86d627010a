/**
 * What goes between the page and the stand-in of Slack. Types alone: the page and the server both import this file.
 *
 * | Request | Answer |
 * |---|---|
 * | `GET /`, `GET /NAME` | a file of the page, by `pageFile` of pageFiles.ts: `index.html`, `main.js`, `page.css` |
 * | `GET /events?as=USER` | server-sent events, each a `Change` as JSON. The first is the whole `Snapshot`, also after each reconnection |
 * | `GET /state?as=USER` | the `Snapshot` alone |
 * | `GET /messages?as=USER&channel=ID&before=TS` | `MessagePage`: the messages of a channel before that one |
 * | `GET /messages?as=USER&channel=ID&thread=TS` | `MessagePage`: a whole thread, its first message included |
 * | `POST /act?as=USER`, an `Act` as JSON | `Answer`. What it changes comes as events |
 * | `POST /upload?as=USER&name=NAME`, the bytes | `FileInfo`, whose id goes into a message or a `file_input` |
 * | `GET /file/ID` | the bytes, as a download under their name |
 *
 * A request that isn't understood gets 400 and `{ "error": … }`. `USER` is the id of one of `people`, the first
 * without `as`: another person is another stream. Times are Slack's: `ts` is seconds since 1970 with six decimals, by the demo's clock, and unique.
 */

/** Everything that one person sees now. */
export interface Snapshot {
  /** Another one means that the demo was started again: nothing of before exists. */
  readonly session: string;
  readonly team: string;
  readonly app: App;
  /** The id of the person who looks. */
  readonly me: string;
  /** All that can be chosen to look as, in that order. The app isn't among them. */
  readonly people: readonly Person[];
  /** In the order of the sidebar: channels, then the direct messages with the app. */
  readonly channels: readonly Channel[];
  /** App Home of this person; undefined until it was opened once. */
  readonly home: View | undefined;
  /** Open modals, the one in front last. */
  readonly modals: readonly View[];
  readonly clock: DemoTime;
  readonly commands: readonly Command[];
  /** Where to begin, in the language of this person. */
  readonly suggestions: readonly Suggestion[];
}

/** One thing that has changed, for the person who looks. */
export type Change =
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  /** A message that is new, or has changed: by channel and `ts`. A reply too; its first message follows with `replies`. */
  | { readonly kind: 'message'; readonly channel: string; readonly message: Message }
  | { readonly kind: 'removed'; readonly channel: string; readonly ts: string }
  | { readonly kind: 'home'; readonly home: View }
  | { readonly kind: 'modals'; readonly modals: readonly View[] }
  | { readonly kind: 'clock'; readonly clock: DemoTime };

export interface App {
  /** Mentions of it are `<@ID>` in texts. */
  readonly userId: string;
  readonly name: string;
  readonly description: string;
}

export interface Person {
  readonly id: string;
  /** As Slack shows it: Kari Nordmann. */
  readonly name: string;
  /** What makes this person another one to try: "Reads Norwegian". */
  readonly note: string;
  readonly language: 'en' | 'nb';
}

export interface Channel {
  readonly id: string;
  readonly kind: 'channel' | 'direct';
  /** Without #; of direct messages, the app's name. */
  readonly name: string;
  readonly topic: string;
  readonly isPrivate: boolean;
  /** The latest ones, oldest first, without replies in threads. */
  readonly messages: readonly Message[];
  /** Whether `GET /messages` has more before them. */
  readonly hasEarlier: boolean;
}

export interface MessagePage {
  /** Oldest first. */
  readonly messages: readonly Message[];
  readonly hasEarlier: boolean;
}

export interface Message {
  readonly ts: string;
  /** Of a reply: the `ts` of the first message of its thread. */
  readonly threadTs: string | undefined;
  /** The id of a person or of the app. */
  readonly user: string;
  /** mrkdwn, escaped as Slack has it; shown where there are no blocks. */
  readonly text: string;
  /** Block Kit, as the bot sent it. */
  readonly blocks: readonly object[];
  readonly files: readonly FileInfo[];
  /** "Only visible to you". */
  readonly isPrivate: boolean;
  readonly isEdited: boolean;
  /** Of a first message that was replied to. */
  readonly replies: Replies | undefined;
}

export interface Replies {
  readonly count: number;
  readonly lastTs: string;
  /** Who replied, at most three. */
  readonly users: readonly string[];
}

export interface FileInfo {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  /** Where it is downloaded, from the root of the page. */
  readonly url: string;
}

export interface View {
  readonly id: string;
  /** Another one for each drawing. Fields of a form that stay the same keep what was filled in. */
  readonly hash: string;
  /** As the bot sent it: `type` (modal or home), `title`, `submit`, `close`, `blocks`. */
  readonly view: object;
}

export interface DemoTime {
  /** Epoch milliseconds when this was sent; the clock goes on from there. */
  readonly now: number;
  readonly timeZone: string;
  /** True while a jump is under way: figures are fetched, digests posted. */
  readonly isMoving: boolean;
  readonly jumps: readonly Jump[];
}

export interface Jump {
  readonly to: JumpName;
  /** What stands on the button: "Next 08:30". */
  readonly title: string;
  /** Where it leads, epoch milliseconds. */
  readonly at: number;
}

export type JumpName = '07:45' | '08:30' | 'monday';

export interface Command {
  /** With its slash. */
  readonly command: string;
  readonly description: string;
  readonly usageHint: string;
}

/** Steps that the page does one after the other when the suggestion is clicked, each once the one before is answered. */
export interface Suggestion {
  readonly title: string;
  readonly steps: readonly Step[];
}

export type Step =
  | { readonly kind: 'command'; readonly channel: string; readonly command: string; readonly text: string }
  /** A mention where `channel` is one; `inThread`: as a reply to the step before. */
  | { readonly kind: 'message'; readonly channel: string; readonly text: string; readonly inThread: boolean }
  /** Shows what the jump brings. */
  | { readonly kind: 'moveClock'; readonly to: JumpName; readonly channel: string }
  /** The button with that title below the latest message there. Its file comes as a direct message. */
  | { readonly kind: 'click'; readonly channel: string; readonly title: string }
  | { readonly kind: 'openHome' };

/** What a person does. */
export type Act =
  /** In a channel or direct messages; Slack takes none in threads. `text` is what follows the command. */
  | { readonly kind: 'command'; readonly channel: string; readonly command: string; readonly text: string }
  /** As typed: `@Retail Data` becomes a mention, `#stock` a channel. `files`: ids from `POST /upload`. */
  | {
      readonly kind: 'message';
      readonly channel: string;
      readonly threadTs?: string | undefined;
      readonly text: string;
      readonly files?: readonly string[] | undefined;
    }
  /** A button, an option of an overflow menu, a select outside a form. */
  | {
      readonly kind: 'click';
      readonly on: Place;
      /**
       * As Slack has it in `actions`: `type`, `block_id`, `action_id`, and of a button `text` and `value`, of a menu or
       * select `selected_option`, of a date `selected_date` and so on.
       */
      readonly action: Readonly<Record<string, unknown>>;
      /** What stands in the fields of the view or message. */
      readonly values: Values;
    }
  /** What an external select offers for what was typed. */
  | {
      readonly kind: 'options';
      readonly on: Place;
      readonly blockId: string;
      readonly actionId: string;
      readonly typed: string;
    }
  /** Sends the modal in front in. With errors it stays open. */
  | { readonly kind: 'submit'; readonly viewId: string; readonly values: Values }
  /** Closes the modal in front, or all of them. */
  | { readonly kind: 'close'; readonly viewId: string; readonly all: boolean }
  | { readonly kind: 'openHome' }
  /** Answered when it has arrived: what that moment posts has been posted by then. */
  | { readonly kind: 'moveClock'; readonly to: JumpName };

/** Where something stands that is clicked. */
export type Place =
  | { readonly kind: 'message'; readonly channel: string; readonly ts: string }
  | { readonly kind: 'view'; readonly viewId: string };

/**
 * Slack's `state.values`: by block id and action id, the element's `type` with `value` (text, number), `selected_option`,
 * `selected_options`, `selected_date`, `selected_time`, `selected_conversation` or `files` (of `FileInfo`s their ids:
 * `[{ id }]`). What is empty is null, or an empty list.
 */
export type Values = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

/** What came of an act at once. */
export interface Answer {
  /** What Slack would say itself: "/foo is not a valid command." Nothing was done. */
  readonly error?: string;
  /** Of a form that was sent in: mistakes by block id, shown below the fields. */
  readonly errors?: Readonly<Record<string, string>>;
  /** Of `options`: Block Kit's options. */
  readonly options?: readonly object[];
  /** Of a message: its `ts`. */
  readonly ts?: string;
}
