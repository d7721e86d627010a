import type { InputBlock, InputBlockElement } from '@slack/types';
import type { JSX, TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { optionsIn, Unknown } from './elements.tsx';
import { usePage, useSurface } from './page.ts';
import type { FileInfo, Snapshot, Values } from './protocol.ts';
import { matching, type Option, Select } from './select.tsx';
import { Text } from './text.tsx';

type Value = Readonly<Record<string, unknown>>;

/** A field of a form with its label, its hint and what is wrong with it. */
export function Field({ block, blockId }: { block: InputBlock; blockId: string }): JSX.Element {
  const { errors, values, set } = useSurface();
  const { element } = block;
  const actionId = element.action_id ?? '';
  const error = errors[blockId];
  return (
    <div class={`field ${error === undefined ? '' : 'wrong'}`} data-block={blockId}>
      <span class="label">
        <Text of={block.label} />
        {block.optional === true && <small> (optional)</small>}
      </span>
      <Input
        of={element}
        blockId={blockId}
        label={block.label.text}
        value={values[blockId]?.[actionId] ?? {}}
        onChange={(value) => set(blockId, actionId, { type: element.type, ...value })}
      />
      {error !== undefined && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {block.hint !== undefined && (
        <p class="hint">
          <Text of={block.hint} />
        </p>
      )}
    </div>
  );
}

interface InputProps {
  readonly of: InputBlockElement;
  readonly blockId: string;
  readonly label: string;
  readonly value: Value;
  onChange(value: Value): void;
}

function Input(props: InputProps): JSX.Element {
  const { of, label, value, onChange } = props;
  const { words, snapshot } = usePage();
  const typed = (name = 'value') => ({
    'aria-label': label,
    value: textIn(value, name),
    placeholder: 'placeholder' in of ? (of.placeholder?.text ?? '') : '',
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onChange({ [name]: currentTarget.value || null }),
  });
  const one = (options: readonly Option[], isClearable = true) => (
    <Select
      label={label}
      placeholder={'placeholder' in of ? (of.placeholder?.text ?? words.choose) : words.choose}
      chosen={chosenIn(value)}
      isClearable={isClearable}
      offer={(search) => matching(options, search)}
      onChoose={([option]) => onChange({ selected_option: option ?? null })}
    />
  );
  switch (of.type) {
    case 'plain_text_input':
      return of.multiline === true ? <textarea rows={4} {...typed()} /> : <input type="text" {...typed()} />;
    case 'number_input':
      return <input type="number" {...typed()} />;
    case 'datepicker':
      return <input type="date" {...typed('selected_date')} />;
    case 'timepicker':
      return <input type="time" {...typed('selected_time')} />;
    case 'static_select':
      return one(optionsIn(of.options), false);
    case 'external_select':
    case 'multi_external_select':
      return <ExternalSelect {...props} />;
    case 'multi_static_select':
      return (
        <Select
          label={label}
          placeholder={of.placeholder?.text ?? words.choose}
          chosen={chosenIn(value)}
          most={of.max_selected_items ?? 100}
          offer={(search) => matching(optionsIn(of.options), search)}
          onChoose={(chosen) => onChange({ selected_options: chosen })}
        />
      );
    case 'conversations_select': {
      const options = conversationsOf(snapshot, of.filter?.include);
      const chosen = options.filter((option) => option.value === value.selected_conversation);
      return (
        <Select
          label={label}
          placeholder={of.placeholder?.text ?? words.choose}
          chosen={chosen}
          isClearable
          offer={(search) => matching(options, search)}
          onChoose={([option]) => onChange({ selected_conversation: option?.value ?? null })}
        />
      );
    }
    case 'checkboxes':
    case 'radio_buttons':
      return <Boxes {...props} options={optionsIn(of.options)} isRadio={of.type === 'radio_buttons'} />;
    case 'file_input':
      return <FileInput {...props} types={of.filetypes ?? []} most={of.max_files ?? 10} />;
    default:
      return <Unknown of={of} />;
  }
}

/** A select that asks the bot what to offer. */
function ExternalSelect({ of, blockId, label, value, onChange }: InputProps): JSX.Element {
  const { act, words, notify } = usePage();
  const { place } = useSurface();
  if (of.type !== 'external_select' && of.type !== 'multi_external_select') return <Unknown of={of} />;
  const isMulti = of.type === 'multi_external_select';
  const offer = async (typed: string) => {
    if (typed.length < (of.min_query_length ?? 3)) return [];
    const { options, error } = await act({
      kind: 'options',
      on: place,
      blockId,
      actionId: of.action_id ?? '',
      typed,
    });
    if (error !== undefined) notify(error);
    return optionsIn(options);
  };
  return (
    <Select
      label={label}
      placeholder={of.placeholder?.text ?? words.choose}
      chosen={chosenIn(value)}
      isClearable={!isMulti}
      {...(isMulti ? { most: of.max_selected_items ?? 100 } : {})}
      offer={offer}
      onChoose={(chosen) =>
        onChange(isMulti ? { selected_options: chosen } : { selected_option: chosen[0] ?? null })
      }
    />
  );
}

function Boxes({
  blockId,
  value,
  onChange,
  options,
  isRadio,
}: InputProps & { options: readonly Option[]; isRadio: boolean }): JSX.Element {
  const chosen = chosenIn(value);
  const isChosen = (option: Option) => chosen.some((each) => each.value === option.value);
  const ticked = (option: Option, isTicked: boolean) =>
    onChange(
      isRadio
        ? { selected_option: option }
        : { selected_options: options.filter((each) => (each === option ? isTicked : isChosen(each))) },
    );
  return (
    <>
      {options.map((option) => (
        <label key={option.value} class="box">
          <input
            type={isRadio ? 'radio' : 'checkbox'}
            name={blockId}
            checked={isChosen(option)}
            onChange={({ currentTarget }) => ticked(option, currentTarget.checked)}
          />
          <span>
            <Text of={option.text} />
            {option.description !== undefined && (
              <small>
                <Text of={option.description} />
              </small>
            )}
          </span>
        </label>
      ))}
    </>
  );
}

/** Uploads at once, as Slack does; the form names the files. */
function FileInput({
  label,
  value,
  onChange,
  types,
  most,
}: InputProps & { types: readonly string[]; most: number }): JSX.Element {
  const { upload, words, notify } = usePage();
  const [isBusy, setBusy] = useState(false);
  const files = filesIn(value);
  const chosen = async ({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
    const picked = [...(currentTarget.files ?? [])].slice(0, most - files.length);
    currentTarget.value = '';
    setBusy(true);
    try {
      const uploaded = await Promise.all(picked.map(upload));
      onChange({ files: [...files, ...uploaded] });
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <>
      {files.map((file) => (
        <span key={file.id} class="chip">
          {file.name}
          <button
            type="button"
            aria-label={`${words.remove} ${file.name}`}
            onClick={() => onChange({ files: files.filter((each) => each !== file) })}
          >
            ×
          </button>
        </span>
      ))}
      {files.length < most && (
        <label class="button file" aria-busy={isBusy}>
          {words.chooseFile}
          <input
            type="file"
            aria-label={label}
            accept={types.map((type) => `.${type}`).join(',')}
            multiple={most > 1}
            onChange={chosen}
          />
        </label>
      )}
    </>
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
    .map(({ id, kind, name }) => ({
      value: id,
      text: { type: 'plain_text', text: kind === 'direct' ? name : `# ${name}` },
    }));
}

/** What stands in the fields: what was filled in before where a field is still there, else what it begins with. */
export function valuesOf(blocks: readonly object[], filled: Values, channel: string | undefined): Values {
  const inputs = blocks.filter((block): block is InputBlock => 'type' in block && block.type === 'input');
  return Object.fromEntries(
    inputs.map(({ block_id: blockId = '', element }) => {
      const actionId = element.action_id ?? '';
      return [
        blockId,
        { [actionId]: filled[blockId]?.[actionId] ?? { type: element.type, ...initialOf(element, channel) } },
      ];
    }),
  );
}

function initialOf(of: InputBlockElement, channel: string | undefined): Value {
  switch (of.type) {
    case 'plain_text_input':
    case 'number_input':
      return { value: of.initial_value ?? null };
    case 'datepicker':
      return { selected_date: of.initial_date ?? null };
    case 'timepicker':
      return { selected_time: of.initial_time ?? null };
    case 'static_select':
    case 'external_select':
    case 'radio_buttons':
      return { selected_option: of.initial_option ?? null };
    case 'multi_static_select':
    case 'multi_external_select':
    case 'checkboxes':
      return { selected_options: of.initial_options ?? [] };
    case 'conversations_select':
      return {
        selected_conversation:
          of.initial_conversation ?? (of.default_to_current_conversation === true ? (channel ?? null) : null),
      };
    case 'file_input':
      return { files: [] };
    default:
      return {};
  }
}

/** The blocks that must be filled in and are empty. */
export function missingIn(blocks: readonly object[], values: Values): string[] {
  return blocks
    .filter((block): block is InputBlock => 'type' in block && block.type === 'input')
    .filter(({ optional, block_id: id = '' }) => {
      const held = Object.values(values[id] ?? {}).flatMap(({ type: _, ...fields }) => Object.values(fields));
      return (
        optional !== true &&
        held.every((value) => value === null || (Array.isArray(value) && value.length === 0))
      );
    })
    .map(({ block_id: id = '' }) => id);
}

function textIn(value: Value, name: string): string {
  return typeof value[name] === 'string' ? value[name] : '';
}

function chosenIn({ selected_option: one, selected_options: several }: Value): Option[] {
  const chosen = Array.isArray(several) ? several : [one];
  return optionsIn(chosen.filter((each) => typeof each === 'object' && each !== null));
}

function filesIn({ files }: Value): FileInfo[] {
  return Array.isArray(files) ? files : [];
}
