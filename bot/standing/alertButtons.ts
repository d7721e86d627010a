import type { Button, KnownBlock } from '@slack/types';
import { button } from '../ask/buttons.ts';
import { MAX_VALUE, type MenuOption } from '../ask/menu.ts';
import type { Catalog } from '../language/language.ts';
import { alertWords } from './words/alerts.ts';

/**
 * The action of all buttons and menus of alerts. The value is what is done with which alert: `mute 12`, `why 12 1101 1102`,
 * `line 12 40`.
 * Neither ever changes, so that buttons already in Slack keep working.
 */
export const ALERT_ACTION = 'alert_do';
/** Sets a suggested alert; the value is the whole command. */
export const ALERT_ASK = 'alert_ask';
/** Opens the form of a subject; the value is its command. */
export const ALERT_FORM = 'alert_form';

/** In a form: says what the alert would have posted; the value is the command of its subject. */
export const ALERT_LOOK = 'alert_look';

const ALERT_VERBS = ['why', 'mute', 'unmute', 'change', 'remove', 'resume', 'details', 'line'] as const;

export type AlertVerb = (typeof ALERT_VERBS)[number];
/** Those with a title of their own. */
export type ListedVerb = Exclude<AlertVerb, 'line'>;

export interface AlertClick {
  readonly verb: AlertVerb;
  readonly id: number;
  /** The items that `why` is about; none for all. The number of `line`. */
  readonly items: readonly string[];
}

/** Undefined for a value that no button of ours has. */
export function readAlertClick(value: string): AlertClick | undefined {
  const [, name, id = '', items = ''] = /^([a-z]+) (\d{1,9})(?: (.+))?$/s.exec(value) ?? [];
  const verb = ALERT_VERBS.find((each) => each === name);
  return verb === undefined
    ? undefined
    : { verb, id: Number(id), items: items.split(' ').filter((item) => item !== '') };
}

/** With the items of `why` that fit. */
export function writeClick(verb: AlertVerb, id: number, items: readonly string[] = []): string {
  const isAbout = verb === 'why' || verb === 'line';
  const named = isAbout ? items.filter((item) => item !== '') : [];
  const values = named.map((_, at) => [verb, id, ...named.slice(0, at + 1)].join(' '));
  return values.findLast((value) => value.length <= MAX_VALUE) ?? `${verb} ${id}`;
}

interface ControlsWanted {
  readonly id: number;
  readonly verbs: readonly ListedVerb[];
  readonly items?: readonly string[];
}

/** What can be done with an alert, for its menu. */
export function alertOptions({ id, verbs, items }: ControlsWanted, t: Catalog): readonly MenuOption[] {
  const { buttons } = alertWords(t);
  return verbs.map((verb) => ({ title: buttons[verb], value: writeClick(verb, id, items) }));
}

/** Buttons below an alert that stands by itself. */
export function alertButtons(controls: ControlsWanted, t: Catalog): KnownBlock {
  const elements = alertOptions(controls, t).map(
    ({ title, value }, at): Button => button(`${ALERT_ACTION}:${at}`, title, value),
  );
  return { type: 'actions', elements };
}
