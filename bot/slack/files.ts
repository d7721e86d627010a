import { slackErrorCode } from './errors.ts';
import { isPerson } from './messages.ts';
import { createNoRetryClient, type SlackAccess } from './noRetryClient.ts';

export interface FileToSend {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  /** Shown above the file, in mrkdwn. */
  readonly comment: string;
}

/** `refused`: Slack's error code. `unclear`: the file may or may not have arrived. */
export type SentFile =
  | { readonly kind: 'sent'; readonly channelId: string }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'unclear' };

/** Sends files as direct messages, because an ephemeral answer can't carry a file, or as replies. */
export interface Files {
  /** Posts the file in the thread of one of the bot's messages. */
  /** A person's id is their direct messages. */
  replyTo(userOrChannelId: string, threadTs: string, file: FileToSend): Promise<SentFile>;
  sendTo(userId: string, file: FileToSend): Promise<SentFile>;
}

const TIMEOUT_MS = 30_000;

/** A separate client with a longer timeout. It never retries, since a file must not arrive twice. */
export function createFiles(access: SlackAccess): Files {
  const client = createNoRetryClient(access, TIMEOUT_MS);
  const contentOf = ({ fileName, bytes, comment }: FileToSend) => ({
    filename: fileName,
    file: Buffer.from(bytes),
    initial_comment: comment,
  });
  const send = (to: string, threadTs: string | undefined, file: FileToSend) =>
    sentFile(async () => {
      const channelId = isPerson(to) ? (await client.conversations.open({ users: to })).channel?.id : to;
      if (channelId === undefined) return { kind: 'unclear' };
      const content = { channel_id: channelId, ...contentOf(file) };
      await client.filesUploadV2(threadTs === undefined ? content : { ...content, thread_ts: threadTs });
      return { kind: 'sent', channelId };
    });
  return {
    sendTo: (userId, file) => send(userId, undefined, file),
    replyTo: (userOrChannelId, threadTs, file) => send(userOrChannelId, threadTs, file),
  };
}

async function sentFile(send: () => Promise<SentFile>): Promise<SentFile> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = slackErrorCode(error);
    return code === undefined ? { kind: 'unclear' } : { kind: 'refused', code };
  }
}
