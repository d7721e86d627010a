import type { INode, INodeParameters } from 'n8n-workflow';
import type { Example } from '../../../tools/n8n/exampleFile.ts';

/** What of a call to the outside is shown: the name in the output, and the parameter it comes from. */
const SHOWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'n8n-nodes-base.slack': { text: 'text' },
  'n8n-nodes-base.emailSend': { toEmail: 'toEmail', subject: 'subject', html: 'html' },
  'n8n-nodes-base.postgres': { query: 'query' },
  'n8n-nodes-base.readWriteFile': { fileName: 'fileName' },
};
const FORM = 'n8n-nodes-base.form';

export interface Outside {
  /** What people answer on the later pages of a form, by the label of the field. */
  readonly answers?: Readonly<Record<string, string>>;
}

/**
 * The example with each node that would leave the house (Slack, mail, disk, database, pages of a form) replaced by one of the
 * same name that gives what would have gone out, its expressions resolved by n8n. Nothing else is changed.
 */
export function withoutOutside(example: Example, { answers = {} }: Outside = {}): Example {
  const nodes = example.nodes.map((node) => {
    if (node.type === FORM)
      return node.parameters.operation === 'completion' ? ending(node) : page(node, answers);
    const shown = SHOWN[node.type];
    return shown === undefined ? node : fieldsOf(node, valuesOf(node.parameters, shown));
  });
  return { ...example, nodes };
}

/** The example with each Slack and mail node replaced by one that posts the same as JSON to that address. */
export function postingTo(example: Example, url: string): Example {
  const nodes = example.nodes.map((node) => {
    const shown = SHOWN[node.type];
    if (shown === undefined) return node;
    const values = Object.entries(valuesOf(node.parameters, shown));
    const parameters = values.map(([name, value]) => ({ name, value }));
    return replaced(node, 'n8n-nodes-base.httpRequest', 4.2, {
      method: 'POST',
      url,
      sendBody: true,
      bodyParameters: { parameters },
      options: {},
    });
  });
  return { ...example, nodes };
}

/** n8n refuses one cron expression that fires more often than once a minute, but takes several. */
const EVERY_FIVE_SECONDS = Array.from({ length: 12 }, (_, index) => `${index * 5} * * * * *`);

/** The example with a trigger that fires or looks every five seconds, for real n8n. */
export function lookingOften(example: Example): Example {
  const interval = EVERY_FIVE_SECONDS.map((expression) => ({ field: 'cronExpression', expression }));
  const item = EVERY_FIVE_SECONDS.map((cronExpression) => ({ mode: 'custom', cronExpression }));
  const nodes = example.nodes.map((node) => {
    const { parameters } = node;
    if ('pollTimes' in parameters) return { ...node, parameters: { ...parameters, pollTimes: { item } } };
    return node.type.endsWith('.scheduleTrigger') ? { ...node, parameters: { rule: { interval } } } : node;
  });
  return { ...example, nodes };
}

function valuesOf(parameters: INodeParameters, shown: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(shown).map(([name, from]) => [name, String(parameters[from])]));
}

function ending(node: INode): INode {
  return fieldsOf(
    node,
    valuesOf(node.parameters, { title: 'completionTitle', message: 'completionMessage' }),
  );
}

function page(node: INode, answers: Readonly<Record<string, string>>): INode {
  const { options } = node.parameters;
  const description =
    typeof options === 'object' && options !== null && 'formDescription' in options
      ? String(options.formDescription)
      : '';
  return fieldsOf(node, { ...answers, shown: description });
}

function fieldsOf(node: INode, values: Readonly<Record<string, string>>): INode {
  const assignments = Object.entries(values).map(([name, value]) => {
    return { id: name, name, value, type: 'string' };
  });
  return replaced(node, 'n8n-nodes-base.set', 3.4, { assignments: { assignments }, options: {} });
}

function replaced(node: INode, type: string, typeVersion: number, parameters: INodeParameters): INode {
  const { credentials: _, webhookId: __, ...kept } = node;
  return { ...kept, type, typeVersion, parameters };
}
