import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
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

/** Slack's select of one or several options. What is typed into it filters them. */
export function Select(props: SelectProps): JSX.Element {
  const { label, placeholder, chosen, most, isClearable = false, offer, onChoose } = props;
  const { words } = usePage();
  const id = useId();
  const box = useRef<HTMLLabelElement>(null);
  const input = useRef<HTMLInputElement>(null);
  /** Undefined while it is closed. */
  const [typed, setTyped] = useState<string>();
  const [offered, setOffered] = useState<{ readonly to: string; readonly options: readonly Option[] }>();
  const [active, setActive] = useState(0);
  const isMulti = most !== undefined;
  const isOpen = typed !== undefined;
  const shown = isMulti ? undefined : chosen[0]?.text.text;
  const isChosen = ({ value }: Option) => chosen.some((each) => each.value === value);

  useEffect(() => {
    if (typed === undefined) {
      // What is typed next takes the place of what is chosen.
      if (document.activeElement === input.current) input.current?.select();
      return;
    }
    let isWanted = true;
    const asked = async () => {
      const options = await offer(typed);
      if (!isWanted) return;
      setOffered({ to: typed, options });
      setActive(Math.max(0, isMulti || typed !== '' ? 0 : options.findIndex(isChosen)));
    };
    const timer = setTimeout(asked, typed === '' ? 0 : TYPING_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [typed]);

  const close = () => {
    setTyped(undefined);
    setOffered(undefined);
  };
  const choose = (option: Option | undefined) => {
    if (option === undefined) return;
    if (!isMulti) {
      close();
      return onChoose([option]);
    }
    setTyped('');
    const others = chosen.filter(({ value }) => value !== option.value);
    if (others.length < chosen.length) return onChoose(others);
    if (chosen.length < most) onChoose([...chosen, option]);
  };
  const enter = async (text: string) =>
    choose(offered?.to === text ? offered.options[active] : (await offer(text))[0]);
  const pressed = (event: KeyboardEvent) => {
    const isDown = event.key === 'ArrowDown';
    if (event.isComposing) return;
    if (typed === undefined && (isDown || event.key === 'ArrowUp' || event.key === 'Enter')) setTyped('');
    else if (isDown) setActive(Math.min(active + 1, (offered?.options.length ?? 1) - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else if (event.key === 'Enter') enter(typed ?? '');
    else if (event.key === 'Backspace' && isMulti && (typed ?? '') === '') onChoose(chosen.slice(0, -1));
    else return;
    event.preventDefault();
  };

  return (
    <>
      <label ref={box} class="select">
        {isMulti &&
          chosen.map((option) => (
            <Chip
              key={option.value}
              text={option.text.text}
              removal={words.remove}
              onRemove={() => onChoose(chosen.filter((each) => each !== option))}
            />
          ))}
        <input
          ref={input}
          type="text"
          role="combobox"
          autocomplete="off"
          size={(shown ?? placeholder).length || 1}
          aria-label={label}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={offered === undefined ? undefined : `${id}-${active}`}
          placeholder={isMulti && chosen.length > 0 ? '' : (shown ?? placeholder)}
          value={typed ?? shown ?? ''}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onClick={() => setTyped(typed ?? '')}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onBlur={close}
          onKeyDown={pressed}
        />
        {isClearable && chosen.length > 0 && (
          <IconButton name="close" label={words.remove} onClick={() => onChoose([])} />
        )}
        <Icon name="chevron" />
      </label>
      {isOpen && (
        <Popup anchor={box.current} role="listbox" id={id} onClose={close}>
          {offered?.options.map((option, at) => (
            <button
              key={option.value}
              id={`${id}-${at}`}
              ref={at === active ? inView : null}
              type="button"
              role="option"
              tabIndex={-1}
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
          {offered?.options.length === 0 && <p class="context">{words.nothingFound}</p>}
        </Popup>
      )}
    </>
  );
}

/** Those with all words that were typed. */
export function matching(options: readonly Option[], typed: string): readonly Option[] {
  const wanted = typed.toLowerCase().split(/\s+/);
  return options.filter(({ text }) => wanted.every((word) => text.text.toLowerCase().includes(word)));
}

function inView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
