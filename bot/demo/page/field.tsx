import type { InputBlock } from '@slack/types';
import type { ComponentChildren, JSX, TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { optionsIn, Unknown } from './elements.tsx';
import { Chip } from './icon.tsx';
import { usePage, useSurface } from './page.ts';
import type { FileInfo, Snapshot, Values } from './protocol.ts';
import { matching, type Option, Select } from './select.tsx';
import { Text } from './text.tsx';

type Value = Readonly<Record<string, unknown>>;

/** Of each kind of field: where Slack keeps what is filled in, and what it begins with. */
const KINDS: Readonly<Record<string, readonly [kept: string, initial: string]>> = {
  plain_text_input: ['value', 'initial_value'],
  number_input: ['value', 'initial_value'],
  datepicker: ['selected_date', 'initial_date'],
  timepicker: ['selected_time', 'initial_time'],
  conversations_select: ['selected_conversation', 'initial_conversation'],
  static_select: ['selected_option', 'initial_option'],
  external_select: ['selected_option', 'initial_option'],
  radio_buttons: ['selected_option', 'initial_option'],
  multi_static_select: ['selected_options', 'initial_options'],
  multi_external_select: ['selected_options', 'initial_options'],
  checkboxes: ['selected_options', 'initial_options'],
  file_input: ['files', 'initial_files'],
};
const LISTS = ['selected_options', 'files'];

/** An element of a form, of any kind. */
interface FormElement {
  readonly type: string;
  readonly action_id?: string | undefined;
  readonly placeholder?: { readonly text: string } | undefined;
  readonly options?: readonly object[] | undefined;
  readonly multiline?: boolean | undefined;
  readonly max_length?: number | undefined;
  readonly min_query_length?: number | undefined;
  readonly max_selected_items?: number | undefined;
  readonly filter?: { readonly include?: readonly string[] | undefined } | undefined;
  readonly filetypes?: readonly string[] | undefined;
  readonly max_files?: number | undefined;
  readonly default_to_current_conversation?: boolean | undefined;
}

/** A field of a form with its label, its hint and what is wrong with it. */
export function Field({ block, blockId }: { block: InputBlock; blockId: string }): JSX.Element {
  const { words } = usePage();
  const { errors, values, set } = useSurface();
  const { label, hint, optional } = block;
  const element: FormElement = block.element;
  const actionId = element.action_id ?? '';
  const [kept = 'value'] = KINDS[element.type] ?? [];
  const error = errors[blockId];
  return (
    <div class={`field ${error === undefined ? '' : 'wrong'}`} data-block={blockId}>
      <span class="label">
        <Text of={label} />
        {optional === true && <small> {words.optional}</small>}
      </span>
      <Input
        of={element}
        blockId={blockId}
        label={label.text}
        value={values[blockId]?.[actionId]?.[kept]}
        onChange={(value) => set(blockId, actionId, { type: element.type, [kept]: value })}
      />
      {error !== undefined && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p class="hint">
          <Text of={hint} />
        </p>
      )}
    </div>
  );
}

interface InputProps {
  readonly of: FormElement;
  readonly blockId: string;
  readonly label: string;
  /** What is filled in, as Slack keeps it. */
  readonly value: unknown;
  onChange(value: unknown): void;
}

function Input(props: InputProps): JSX.Element {
  const { of, label, value, onChange } = props;
  const typed = {
    'aria-label': label,
    value: typeof value === 'string' ? value : '',
    placeholder: of.placeholder?.text ?? '',
    maxLength: of.max_length ?? -1,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onChange(currentTarget.value || null),
  };
  switch (of.type) {
    case 'plain_text_input':
      return of.multiline === true ? <textarea rows={4} {...typed} /> : <input type="text" {...typed} />;
    case 'number_input':
      return <input type="number" {...typed} />;
    case 'datepicker':
      return <input type="date" {...typed} />;
    case 'checkboxes':
    case 'radio_buttons':
      return <Boxes {...props} />;
    case 'file_input':
      return <FileInput {...props} />;
    default:
      return of.type in KINDS ? <Choice {...props} /> : <Unknown of={of} />;
  }
}

/** A select: of options, of what the bot offers, of conversations or of times. */
function Choice({ of, blockId, label, value, onChange }: InputProps): JSX.Element {
  const { snapshot, words, act, notify } = usePage();
  const { place } = useSurface();
  const { type, action_id: actionId = '', placeholder } = of;
  const isMulti = type.startsWith('multi_');
  const isKeptAsText = type === 'conversations_select' || type === 'timepicker';
  const known =
    type === 'conversations_select' ? conversationsOf(snapshot, of.filter?.include) : optionsIn(of.options);
  const offer = async (typed: string) => {
    if (type === 'timepicker') return timesFor(typed);
    if (!type.endsWith('external_select')) return matching(known, typed);
    if (typed.length < (of.min_query_length ?? 3)) return [];
    const { options, error } = await act({ kind: 'options', on: place, blockId, actionId, typed });
    if (error !== undefined) notify(error);
    return optionsIn(options);
  };
  const chosen =
    isKeptAsText && typeof value === 'string'
      ? [known.find((each) => each.value === value) ?? plainOption(value, value)]
      : chosenIn(value);
  return (
    <Select
      label={label}
      placeholder={placeholder?.text ?? words.choose}
      chosen={chosen}
      most={isMulti ? (of.max_selected_items ?? 100) : undefined}
      isClearable={!isMulti && type !== 'static_select'}
      offer={offer}
      onChoose={(options) => {
        const [option] = options;
        onChange(isMulti ? options : ((isKeptAsText ? option?.value : option) ?? null));
      }}
    />
  );
}

function Boxes({ of, blockId, label, value, onChange }: InputProps): JSX.Element {
  const isRadio = of.type === 'radio_buttons';
  const options = optionsIn(of.options);
  const chosen = chosenIn(value).map((option) => option.value);
  const tick = (option: Option, isTicked: boolean) =>
    onChange(
      isRadio ? option : options.filter((each) => (each === option ? isTicked : chosen.includes(each.value))),
    );
  return (
    <fieldset aria-label={label}>
      {options.map((option) => (
        <label key={option.value} class="tick">
          <input
            type={isRadio ? 'radio' : 'checkbox'}
            name={blockId}
            checked={chosen.includes(option.value)}
            onChange={({ currentTarget }) => tick(option, currentTarget.checked)}
          />
          <Text of={option.text} />
          <small>
            <Text of={option.description} />
          </small>
        </label>
      ))}
    </fieldset>
  );
}

/** Uploads at once, as Slack does; the form names the files. */
function FileInput({ of, label, value, onChange }: InputProps): JSX.Element {
  const { words } = usePage();
  const most = of.max_files ?? 10;
  const files: readonly FileInfo[] = Array.isArray(value) ? value : [];
  return (
    <>
      {files.map((file) => (
        <Chip
          key={file.id}
          text={file.name}
          removal={words.remove}
          onRemove={() => onChange(files.filter((each) => each !== file))}
        />
      ))}
      {files.length < most && (
        <Upload
          label={label}
          accept={of.filetypes}
          most={most - files.length}
          class="button"
          onUploaded={(uploaded) => onChange([...files, ...uploaded])}
        >
          {words.chooseFile}
        </Upload>
      )}
    </>
  );
}

interface UploadProps {
  readonly label: string;
  /** Endings of names. */
  readonly accept?: readonly string[] | undefined;
  readonly most: number;
  readonly class: string;
  onUploaded(files: readonly FileInfo[]): void;
  readonly children: ComponentChildren;
}

/** Lets somebody choose files, and uploads them. */
export function Upload({
  label,
  accept = [],
  most,
  class: look,
  onUploaded,
  children,
}: UploadProps): JSX.Element {
  const { upload, notify } = usePage();
  const [isBusy, setBusy] = useState(false);
  const choose = async ({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
    const picked = [...(currentTarget.files ?? [])].slice(0, most);
    currentTarget.value = '';
    setBusy(true);
    try {
      onUploaded(await Promise.all(picked.map(upload)));
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <label class={`upload ${look}`} title={label} aria-busy={isBusy}>
      {children}
      <input
        type="file"
        aria-label={label}
        accept={accept.map((type) => `.${type}`).join(',')}
        multiple={most > 1}
        onChange={choose}
      />
    </label>
  );
}

function conversationsOf(
  { channels }: Snapshot,
  kinds: readonly string[] = ['public', 'private', 'im'],
): Option[] {
  return channels
    .filter(({ kind, isPrivate }) =>
      kinds.includes(kind === 'direct' ? 'im' : isPrivate ? 'private' : 'public'),
    )
    .map(({ id, kind, name }) => plainOption(id, kind === 'direct' ? name : `# ${name}`));
}

const HALF_HOURS = Array.from({ length: 48 }, (_, at) => timeOf(Math.floor(at / 2), (at % 2) * 30));

/** The half hours, or the very time that was typed: 07:45, 7.45 or 745. */
function timesFor(typed: string): Option[] {
  const [, hours, minutes] = /^(\d{1,2})[:.]?(\d{2})$/.exec(typed.trim()) ?? [];
  const isTime = Number(hours) < 24 && Number(minutes) < 60;
  const times = isTime
    ? [timeOf(Number(hours), Number(minutes))]
    : HALF_HOURS.filter((time) => time.includes(typed.trim()));
  return times.map((time) => plainOption(time, time));
}

function timeOf(hours: number, minutes: number): string {
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

function plainOption(value: string, text: string): Option {
  return { value, text: { type: 'plain_text', text } };
}

/** What stands in the fields: what was filled in before where a field is still there, else what it begins with. */
export function valuesOf(blocks: readonly object[], filled: Values, channel: string | undefined): Values {
  return Object.fromEntries(
    inputsIn(blocks).map(({ block_id: blockId = '', element }) => {
      const {
        type,
        action_id: actionId = '',
        default_to_current_conversation: isHere,
        ...rest
      }: FormElement = element;
      const [kept = 'value', initial = ''] = KINDS[type] ?? [];
      const empty = LISTS.includes(kept) ? [] : ((isHere === true ? channel : undefined) ?? null);
      const first: Value = { type, [kept]: Reflect.get(rest, initial) ?? empty };
      return [blockId, { [actionId]: filled[blockId]?.[actionId] ?? first }];
    }),
  );
}

/** The blocks that must be filled in and are empty. */
export function missingIn(blocks: readonly object[], values: Values): string[] {
  return inputsIn(blocks)
    .filter(({ optional, block_id: id = '', element }) => {
      const [kept = 'value'] = KINDS[element.type] ?? [];
      const value = values[id]?.[element.action_id ?? '']?.[kept] ?? null;
      return optional !== true && (value === null || (Array.isArray(value) && value.length === 0));
    })
    .map(({ block_id: id = '' }) => id);
}

function inputsIn(blocks: readonly object[]): InputBlock[] {
  return blocks.filter((block): block is InputBlock => 'type' in block && block.type === 'input');
}

function chosenIn(value: unknown): Option[] {
  const chosen = Array.isArray(value) ? value : [value];
  return optionsIn(chosen.filter((each) => typeof each === 'object' && each !== null));
}
