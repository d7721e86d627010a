import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { StoredCredential } from '../../../tools/n8n/stored.ts';
import type { ModelStep } from './stockModel.ts';

/** A stand-in of a language model's server, spoken to as n8n's OpenAI node does. */
export interface LanguageModel {
  readonly credential: StoredCredential;
  /** What came in, as text. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

interface Message {
  readonly role: string;
  readonly content: unknown;
}

/** Answers each request with the next step for the tools' answers since the last question. */
export async function startLanguageModel(
  next: (toolAnswers: readonly string[]) => ModelStep,
): Promise<LanguageModel> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const body: { messages?: readonly Message[]; stream?: boolean } = Object(await json(request));
    requests.push(`${request.method} ${request.url} ${JSON.stringify(body)}`);
    if (request.url !== '/v1/chat/completions') return void response.writeHead(404).end();
    const messages = body.messages ?? [];
    const answers = messages
      .slice(messages.findLastIndex(({ role }) => role === 'user') + 1)
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
    send(response, completion(next(answers), answers.length), body.stream === true);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The language model has no port.');
  return {
    credential: {
      id: 'languagemodel',
      name: 'Language model',
      type: 'openAiApi',
      data: { apiKey: 'none-needed', url: `http://127.0.0.1:${address.port}/v1` },
    },
    requests,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function completion(step: ModelStep, turn: number) {
  const message =
    'answer' in step
      ? { role: 'assistant', content: step.answer }
      : {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              index: 0,
              id: `call-${turn}`,
              type: 'function',
              function: { name: step.tool, arguments: JSON.stringify(step.input) },
            },
          ],
        };
  const finish = 'answer' in step ? 'stop' : 'tool_calls';
  return { message, finish };
}

function send(
  response: ServerResponse,
  { message, finish }: ReturnType<typeof completion>,
  asStream: boolean,
): void {
  const envelope = { id: 'completion', created: 0, model: 'stand-in' };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  if (!asStream) {
    const choices = [{ index: 0, message, finish_reason: finish }];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...envelope, object: 'chat.completion', choices, usage }));
    return;
  }
  const chunk = (choices: object[]) =>
    `data: ${JSON.stringify({ ...envelope, object: 'chat.completion.chunk', choices })}\n\n`;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(chunk([{ index: 0, delta: message, finish_reason: null }]));
  response.write(chunk([{ index: 0, delta: {}, finish_reason: finish }]));
  response.end('data: [DONE]\n\n');
}
