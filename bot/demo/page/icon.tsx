import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';

/** Drawn on 16 by 16; fonts lack some of them on some machines. */
const PATHS = {
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'M4 4l8 8M12 4l-8 8',
  back: 'M10 3L5 8l5 5',
  forward: 'M6 3l5 5-5 5',
  chevron: 'M4 6l4 4 4-4',
  plus: 'M8 3v10M3 8h10',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 100 3.6 1.8 1.8 0 000-3.6z',
  lock: 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 015 0v2.5',
  hash: 'M6 2.5L5 13.5M11 2.5l-1 11M2.5 6h11M2.5 10h11',
  reply: 'M2.5 3.5h11v8h-6l-3 2.5v-2.5h-2z',
  send: 'M2 2.5l12.5 5.5L2 13.5l1.5-5.5z',
  download: 'M8 2v8M4.5 7L8 10.5 11.5 7M3 13.5h10',
  down: 'M8 3v10M4 9l4 4 4-4',
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }): JSX.Element {
  return (
    <svg class="drawn" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

interface IconButtonProps {
  readonly name: keyof typeof PATHS;
  /** For screen readers, and shown beside the pointer. */
  readonly label: string;
  readonly class?: string;
  readonly isDisabled?: boolean;
  onClick(): void;
}

export function IconButton({
  name,
  label,
  class: look = '',
  isDisabled = false,
  onClick,
}: IconButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class={`icon ${look}`}
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon name={name} />
    </button>
  );
}

/** Something chosen, that can be taken out again. */
export function Chip({
  text,
  removal,
  onRemove,
}: {
  text: string;
  removal: string;
  onRemove(): void;
}): JSX.Element {
  const chip = useRef<HTMLSpanElement>(null);
  const remove = () => {
    const field = chip.current?.closest('.composer, .field');
    onRemove();
    // Its button had the focus; a field that was full has its input back by then.
    requestAnimationFrame(() => field?.querySelector<HTMLElement>('input, textarea')?.focus());
  };
  return (
    <span ref={chip} class="chip">
      {text}
      <IconButton name="close" label={`${removal} ${text}`} onClick={remove} />
    </span>
  );
}
