import type { ActionsBlockElement, ConfirmationDialog, SectionBlockAccessory } from '@slack/types';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { useClick, usePage } from './page.ts';
import { Dialog, Menu } from './popup.tsx';
import { matching, type Option, Select } from './select.tsx';
import { Text } from './text.tsx';

export type BlockElement = ActionsBlockElement | SectionBlockAccessory;

/** Something in a message or view that acts as soon as it is clicked or chosen. */
export function Element({ of, blockId }: { of: BlockElement; blockId: string }): JSX.Element {
  switch (of.type) {
    case 'button':
      return <Button of={of} blockId={blockId} />;
    case 'overflow':
      return <Overflow of={of} blockId={blockId} />;
    case 'static_select':
      return <MenuSelect of={of} blockId={blockId} />;
    default:
      return <Unknown of={of} />;
  }
}

/** What the page can't draw is shown as it came, so that it is seen. */
export function Unknown({ of }: { of: object }): JSX.Element {
  return <pre class="unknown">{JSON.stringify(of)}</pre>;
}

type Of<Type extends BlockElement['type']> = Extract<BlockElement, { type: Type }>;

function Button({ of, blockId }: { of: Of<'button'>; blockId: string }): JSX.Element {
  const click = useClick();
  const { type, action_id, value, text, confirm, style, url } = of;
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setAsking(false);
    setBusy(true);
    if (url !== undefined) open(url, '_blank', 'noreferrer');
    await click({ type, action_id, block_id: blockId, text, value });
    setBusy(false);
  };
  return (
    <>
      <button
        type="button"
        class={`button ${style ?? ''}`}
        aria-busy={isBusy}
        disabled={isBusy}
        onClick={() => (confirm === undefined ? press() : setAsking(true))}
      >
        <Text of={text} />
      </button>
      {isAsking && confirm !== undefined && (
        <Confirm of={confirm} onConfirm={press} onDeny={() => setAsking(false)} />
      )}
    </>
  );
}

function Confirm({
  of,
  onConfirm,
  onDeny,
}: {
  of: ConfirmationDialog;
  onConfirm(): void;
  onDeny(): void;
}): JSX.Element {
  const { words } = usePage();
  return (
    <Dialog
      isSmall
      label={of.title?.text ?? ''}
      title={<h2>{of.title?.text}</h2>}
      onClose={onDeny}
      onSubmit={onConfirm}
      footer={
        <>
          <button type="button" class="button" onClick={onDeny}>
            {of.deny?.text ?? words.cancel}
          </button>
          <button type="submit" class={`button ${of.style ?? 'primary'}`}>
            {of.confirm?.text ?? words.ok}
          </button>
        </>
      }
    >
      <Text of={of.text} />
    </Dialog>
  );
}

function Overflow({ of, blockId }: { of: Of<'overflow'>; blockId: string }): JSX.Element {
  const click = useClick();
  const { words } = usePage();
  const [asked, setAsked] = useState<object>();
  const choose = (option: object) =>
    click({ type: of.type, action_id: of.action_id, block_id: blockId, selected_option: option });
  return (
    <>
      <Menu
        class="button overflow"
        label={words.more}
        items={of.options.map((option, at) => ({
          key: option.value ?? String(at),
          text: <Text of={option.text} />,
          choose: () => (of.confirm === undefined ? choose(option) : setAsked(option)),
        }))}
      >
        <Icon name="more" />
      </Menu>
      {asked !== undefined && of.confirm !== undefined && (
        <Confirm
          of={of.confirm}
          onDeny={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            choose(asked);
          }}
        />
      )}
    </>
  );
}

function MenuSelect({ of, blockId }: { of: Of<'static_select'>; blockId: string }): JSX.Element {
  const click = useClick();
  const { words } = usePage();
  const [chosen, setChosen] = useState<Option>();
  const options = optionsIn(of.options);
  const initial = of.initial_option === undefined ? [] : optionsIn([of.initial_option]);
  return (
    <Select
      label={of.placeholder?.text}
      placeholder={of.placeholder?.text ?? words.choose}
      chosen={chosen === undefined ? initial : [chosen]}
      offer={(typed) => matching(options, typed)}
      onChoose={([option]) => {
        setChosen(option);
        click({ type: of.type, action_id: of.action_id, block_id: blockId, selected_option: option });
      }}
    />
  );
}

/** Options as they came, with a value each. */
export function optionsIn(options: readonly object[] | undefined): Option[] {
  return (options ?? []).filter((option): option is Option => 'value' in option && 'text' in option);
}
