type Fields = Readonly<Record<string, unknown>>;

/** What Slack would send in for a form as it stands, with some fields filled in otherwise. */
export function stateOf(view: { readonly blocks: readonly object[] }, changes: Fields = {}): Fields {
  const values: Record<string, unknown> = {};
  for (const block of view.blocks.map(fieldsOf)) {
    if (block.type !== 'input') continue;
    const element = fieldsOf(block.element);
    values[String(block.block_id)] = {
      [String(element.action_id)]: changes[String(block.block_id)] ?? initialOf(element),
    };
  }
  return values;
}

function initialOf(element: Fields): Fields {
  const { type } = element;
  return {
    type,
    value: element.initial_value ?? null,
    selected_date: element.initial_date ?? null,
    selected_time: element.initial_time ?? null,
    selected_conversation: element.initial_conversation ?? null,
    selected_option: element.initial_option ?? null,
    selected_options: element.initial_options ?? [],
  };
}

export const chosen = (value: string) => ({ selected_option: { value } });
export const allChosen = (...values: string[]) => ({ selected_options: values.map((value) => ({ value })) });

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
