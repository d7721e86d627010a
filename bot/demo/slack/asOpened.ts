import { at, listAt, textAt } from './fields.ts';

/** What stands in the fields of a form before anybody changes anything. */
export function asOpened(view: object): Record<string, object> {
  const inputs = listAt(view, 'blocks').filter((block) => textAt(block, 'type') === 'input');
  return Object.fromEntries(
    inputs.map((block) => {
      const element = at(block, 'element');
      const initial = {
        value: at(element, 'initial_value'),
        selected_option: at(element, 'initial_option'),
        selected_options: at(element, 'initial_options'),
        selected_date: at(element, 'initial_date'),
        selected_time: at(element, 'initial_time'),
        selected_conversation: at(element, 'initial_conversation'),
      };
      return [
        textAt(block, 'block_id'),
        { [textAt(element, 'action_id')]: { type: textAt(element, 'type'), ...initial } },
      ];
    }),
  );
}
