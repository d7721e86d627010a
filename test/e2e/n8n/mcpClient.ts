/** A client of the Model Context Protocol over streamable HTTP, as much of it as the test needs. */
export interface McpClient {
  /** The result of a request; rejects with the server's error. */
  ask(method: string, params: object): Promise<unknown>;
  /** The texts of a tool's answer, one after the other. */
  call(tool: string, input: Readonly<Record<string, string | number>>): Promise<string>;
}

const HELLO = {
  protocolVersion: '2025-03-26',
  capabilities: {},
  clientInfo: { name: 'test', version: '1.0.0' },
};

/** Greets the server at that address. */
export async function openMcp(url: string, token: string): Promise<McpClient> {
  let session: string | undefined;
  let id = 0;
  const ask = async (method: string, params: object): Promise<unknown> => {
    id += 1;
    const response = await post(url, token, session, { jsonrpc: '2.0', id, method, params });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} was refused with ${response.status}: ${text}`);
    session = response.headers.get('mcp-session-id') ?? session;
    const answer: { result?: unknown; error?: unknown } = Object(answerIn(text, id));
    if (answer.error !== undefined) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
    return answer.result;
  };
  await ask('initialize', HELLO);
  await post(url, token, session, { jsonrpc: '2.0', method: 'notifications/initialized' });
  return {
    ask,
    async call(tool, input) {
      const result: { content?: readonly { text?: string }[] } = Object(
        await ask('tools/call', { name: tool, arguments: input }),
      );
      return (result.content ?? []).map(({ text = '' }) => text).join('\n');
    },
  };
}

/** The status with which the server answers a greeting. */
export async function statusOfGreeting(url: string, token: string): Promise<number> {
  const response = await post(url, token, undefined, {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: HELLO,
  });
  await response.body?.cancel();
  return response.status;
}

function post(url: string, token: string, session: string | undefined, message: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      ...(session === undefined ? {} : { 'mcp-session-id': session }),
    },
    body: JSON.stringify(message),
  });
}

/** The answer to the request of that id: the body itself, or one of the events in it. */
function answerIn(text: string, id: number): unknown {
  const bodies = text.startsWith('{')
    ? [text]
    : [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => data);
  return bodies.map((body) => Object(JSON.parse(body))).find((message) => message.id === id);
}
