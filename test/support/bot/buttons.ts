export interface ButtonOnScreen {
  readonly action_id: string;
  readonly block_id?: string;
  readonly value?: string;
  readonly text?: { readonly text: string };
}

/** The buttons in a message or view, in order. */
export function buttonsIn(shown: { readonly blocks: readonly unknown[] }): ButtonOnScreen[] {
  const found: ButtonOnScreen[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('type' in value && value.type === 'button' && 'action_id' in value) {
      const { type, ...button } = value as ButtonOnScreen & { type: string };
      found.push(button);
    } else for (const inner of Object.values(value)) look(inner);
  };
  look(shown.blocks);
  return found;
}

export function buttonIn(shown: { readonly blocks: readonly unknown[] }, title: string): ButtonOnScreen {
  const button = buttonsIn(shown).find(({ text }) => text?.text === title);
  if (button === undefined) {
    throw new Error(
      `no button "${title}" among ${buttonsIn(shown)
        .map(({ text }) => text?.text)
        .join(', ')}`,
    );
  }
  return button;
}
