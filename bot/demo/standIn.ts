import { createServer } from 'node:net';
import type { Settings } from '../settings/settings.ts';

/** A message in the stand-in's channel, or an ephemeral answer. */
export interface PostedMessage {
  readonly text: string;
  readonly blocks: readonly unknown[];
  /** True if only one person sees it. */
  readonly isPrivate: boolean;
}

/** A local Slack for the demo. */
export interface SlackStandIn {
  readonly name: string;
  /** The address of a page to look and type on; undefined if the stand-in has none. */
  readonly page: string | undefined;
  readonly channelId: string;
  /** The settings with which the bot reaches it. */
  readonly slack: Pick<Settings, 'botToken' | 'appToken' | 'signingSecret' | 'port'> & {
    readonly slackApiUrl: string;
  };
  readonly teamId: string;
  /** The second person in the channel, who reads Norwegian. */
  readonly norwegianReader: string;
  /** Types a slash command in the channel, by default as the first person. */
  type(command: string, text: string, userId?: string): Promise<void>;
  /**
   * Writes a message that mentions the bot, as the first person. Gives its timestamp; the second is in the thread of
   * the first.
   */
  mention(text: string, threadTs?: string): Promise<string>;
  /** Of the channel, its threads included, without what people wrote. */
  messages(): Promise<PostedMessage[]>;
  stop(): Promise<void>;
}

/** A free port of this machine. */
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

/** The blocks of a message parsed from unknown JSON. */
export function blocksOf(message: object): readonly unknown[] {
  return 'blocks' in message && Array.isArray(message.blocks) ? message.blocks : [];
}

export function textOf(message: object): string {
  return 'text' in message && typeof message.text === 'string' ? message.text : '';
}
