import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Chip, Icon, IconButton } from './icon.tsx';
import { usePage } from './page.ts';
import { Popup } from './popup.tsx';
import { Text } from './text.tsx';

export interface Option {
  readonly text: { readonly type: string; readonly text: string };
  readonly value: string;
  readonly description?: { readonly type: string; readonly text: string } | undefined;
}

interface SelectProps {
  readonly label?: string | undefined;
  readonly placeholder: string;
  readonly chosen: readonly Option[];
  /** Several can be chosen, at most so many; undefined for one. */
  readonly most?: number | undefined;
  readonly isClearable?: boolean;
  /** What is offered for what was typed. */
  offer(typed: string): Promise<readonly Option[]> | readonly Option[];
  onChoose(chosen: readonly Option[]): void;
}

const TYPING_MS = 150;
/** Fewer can be seen at once, and need no search. */
const MANY = 8;

/** Slack's select of one or several options, with a search among many. */
export function Select(props: SelectProps): JSX.Element {
  const { label, placeholder, chosen, most, isClearable = false, offer, onChoose } = props;
  const { words } = usePage();
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [offered, setOffered] = useState<readonly Option[]>();
  const [active, setActive] = useState(0);
  const isMulti = most !== undefined;
  const [isLong, setLong] = useState(isMulti);

  useEffect(() => {
    if (!isOpen) return;
    let isWanted = true;
    const asked = async () => {
      const options = await offer(typed);
      if (!isWanted) return;
      setOffered(options);
      setActive(0);
      if (options.length > MANY) setLong(true);
    };
    const timer = setTimeout(asked, typed === '' ? 0 : TYPING_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [isOpen, typed]);

  const close = () => {
    setOpen(false);
    setTyped('');
    setOffered(undefined);
  };
  const choose = (option: Option) => {
    if (!isMulti) {
      close();
      return onChoose([option]);
    }
    setTyped('');
    const others = chosen.filter(({ value }) => value !== option.value);
    if (others.length < chosen.length) return onChoose(others);
    if (chosen.length < most) onChoose([...chosen, option]);
  };
  const pressed = (event: KeyboardEvent) => {
    const last = (offered?.length ?? 1) - 1;
    const option = offered?.[active];
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, last));
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else if (event.key === 'Enter' && option !== undefined) choose(option);
    else return;
    event.preventDefault();
  };
  const isChosen = ({ value }: Option) => chosen.some((each) => each.value === value);
  const remove = (option: Option) => onChoose(chosen.filter((each) => each !== option));

  return (
    <div ref={box} class="select">
      {isMulti &&
        chosen.map((option) => (
          <Chip
            key={option.value}
            text={option.text.text}
            removal={words.remove}
            onRemove={() => remove(option)}
          />
        ))}
      <button
        type="button"
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        class={chosen.length === 0 ? 'empty' : isMulti ? 'over' : ''}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        {isMulti || chosen[0] === undefined
          ? chosen.length > 0
            ? '\u00a0'
            : placeholder
          : chosen[0].text.text}
      </button>
      {isClearable && chosen.length > 0 && (
        <IconButton name="close" label={words.remove} onClick={() => onChoose([])} />
      )}
      <Icon name="chevron" />
      {isOpen && (
        <Popup anchor={box.current} role="listbox" onClose={close}>
          {(isLong || typed !== '') && (
            <input
              type="search"
              ref={focus}
              aria-label={words.search}
              placeholder={words.search}
              value={typed}
              onInput={({ currentTarget }) => setTyped(currentTarget.value)}
              onKeyDown={pressed}
            />
          )}
          {offered?.map((option, at) => (
            <button
              key={option.value}
              type="button"
              role="option"
              aria-selected={isChosen(option)}
              class={at === active ? 'active' : ''}
              onClick={() => choose(option)}
            >
              <Text of={option.text} />
              {option.description !== undefined && (
                <small>
                  <Text of={option.description} />
                </small>
              )}
            </button>
          ))}
          {offered?.length === 0 && <p class="context">{words.nothingFound}</p>}
        </Popup>
      )}
    </div>
  );
}

/** Those with all words that were typed. */
export function matching(options: readonly Option[], typed: string): readonly Option[] {
  const wanted = typed.toLowerCase().split(/\s+/);
  return options.filter(({ text }) => wanted.every((word) => text.text.toLowerCase().includes(word)));
}

function focus(input: HTMLInputElement | null): void {
  input?.focus();
}
