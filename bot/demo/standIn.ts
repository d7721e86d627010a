import { createServer } from 'node:net';
import type { Settings } from '../settings/settings.ts';

/** A message as it stands in the stand-in's channel, private answers included. */
export interface PostedMessage {
  readonly text: string;
  readonly blocks: readonly unknown[];
  /** True when one person alone sees it. */
  readonly isPrivate: boolean;
}

/** A local Slack to show the bot in. */
export interface SlackStandIn {
  readonly name: string;
  /** Where a person can look and type, when it has such a page. */
  readonly page: string | undefined;
  readonly channelId: string;
  /** What the bot needs to reach it. */
  readonly slack: Pick<Settings, 'botToken' | 'appToken' | 'signingSecret' | 'port'> & {
    readonly slackApiUrl: string;
  };
  readonly teamId: string;
  /** The second person in the channel, who reads Norwegian. */
  readonly norwegianReader: string;
  /** Types a slash command in the channel, as the first person unless another is named. */
  type(command: string, text: string, userId?: string): Promise<void>;
  messages(): Promise<PostedMessage[]>;
  stop(): Promise<void>;
}

/** A port of this machine that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no free port'));
        else resolve(address.port);
      });
    });
  });
}

/** The blocks of a message that came as unknown JSON. */
export function blocksOf(message: object): readonly unknown[] {
  return 'blocks' in message && Array.isArray(message.blocks) ? message.blocks : [];
}

export function textOf(message: object): string {
  return 'text' in message && typeof message.text === 'string' ? message.text : '';
}
