import type { ComponentChildren, CSSProperties, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

const GAP = 4;

interface PopupProps {
  /** What it belongs to, below which it is drawn, or above it where there is more room. */
  readonly anchor: HTMLElement | null;
  readonly role: 'menu' | 'listbox';
  readonly id?: string;
  onClose(): void;
  readonly children: ComponentChildren;
}

/** A list in front of everything, until something else is clicked. */
export function Popup({ anchor, role, id, onClose, children }: PopupProps): JSX.Element {
  const popup = useRef<HTMLDivElement>(null);
  const [style, setStyle] = useState<CSSProperties>({ left: 0, top: 0, visibility: 'hidden' });
  useLayoutEffect(() => {
    if (anchor === null || popup.current === null) return;
    const { left, top, bottom, width } = anchor.getBoundingClientRect();
    // All of it, also what has no room yet.
    const { scrollHeight, offsetWidth } = popup.current;
    const [below, above] = [innerHeight - bottom - 2 * GAP, top - 2 * GAP];
    const isBelow = below >= scrollHeight || below >= above;
    setStyle({
      left: Math.max(GAP, Math.min(left, innerWidth - Math.max(offsetWidth, width) - GAP)),
      minWidth: width,
      maxHeight: Math.min(360, isBelow ? below : above),
      ...(isBelow ? { top: bottom + GAP } : { bottom: innerHeight - top + GAP }),
    });
  }, [anchor, children]);
  // A click in it leaves the focus where it is.
  useEffect(() => popup.current?.addEventListener('mousedown', (event) => event.preventDefault()), []);
  useEffect(() => {
    const pressed = ({ target }: Event) => {
      const isInside =
        target instanceof Node && (popup.current?.contains(target) || anchor?.contains(target));
      if (!isInside) onClose();
    };
    const typed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      event.preventDefault();
      onClose();
    };
    document.addEventListener('pointerdown', pressed);
    document.addEventListener('keydown', typed, true);
    return () => {
      document.removeEventListener('pointerdown', pressed);
      document.removeEventListener('keydown', typed, true);
    };
  });
  return (
    <div ref={popup} id={id} class="popup" role={role} style={style}>
      {children}
    </div>
  );
}

interface MenuProps {
  readonly label: string;
  /** What stands on the button. */
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly items: readonly { readonly key: string; readonly text: ComponentChildren; choose(): void }[];
}

/** A button with a menu. */
export function Menu({ label, children, class: look = '', items }: MenuProps): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        class={look}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && (
        <Popup anchor={button.current} role="menu" onClose={() => setOpen(false)}>
          {items.map(({ key, text, choose }) => (
            <button
              key={key}
              type="button"
              role="menuitem"
              onClick={() => {
                setOpen(false);
                choose();
              }}
            >
              {text}
            </button>
          ))}
        </Popup>
      )}
    </>
  );
}

interface DialogProps {
  /** For screen readers. */
  readonly label: string;
  readonly title: ComponentChildren;
  readonly isSmall?: boolean;
  onClose(): void;
  onSubmit?(): void;
  readonly children: ComponentChildren;
  /** Buttons at the bottom. */
  readonly footer: ComponentChildren;
}

/** A window in front of the page. */
export function Dialog({
  label,
  title,
  isSmall = false,
  onClose,
  onSubmit,
  children,
  footer,
}: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    dialog.current
      ?.querySelector<HTMLElement>('.body :is(input, textarea, button), footer [type="submit"]')
      ?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={isSmall ? 'small' : ''}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        <header>{title}</header>
        <div class="body">{children}</div>
        <footer>{footer}</footer>
      </form>
    </dialog>
  );
}
