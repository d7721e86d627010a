import { slackErrorCode } from './errors.ts';
import { createNoRetryClient, type SlackAccess } from './noRetryClient.ts';

export interface FileToSend {
  readonly fileName: string;
  readonly text: string;
  /** What stands above the file, in mrkdwn. */
  readonly comment: string;
}

/** `refused`: Slack said no, with its code. `unclear`: nobody knows whether it arrived. */
export type SentFile =
  | { readonly kind: 'sent'; readonly channelId: string }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'unclear' };

/** Sends files to a person alone: what is private stays so, and a private answer can carry no file. */
export interface Files {
  /** In the thread of a message of the bot's own. */
  replyTo(channelId: string, threadTs: string, file: FileToSend): Promise<SentFile>;
  sendTo(userId: string, file: FileToSend): Promise<SentFile>;
}

const TIMEOUT_MS = 30_000;

/** A client of its own, whose calls may take longer; it repeats nothing, since a file must not come twice. */
export function createFiles(access: SlackAccess): Files {
  const client = createNoRetryClient(access, TIMEOUT_MS);
  const contentOf = ({ fileName, text, comment }: FileToSend) => ({
    filename: fileName,
    file: Buffer.from(text, 'utf8'),
    initial_comment: comment,
  });
  return {
    sendTo: (userId, file) =>
      sentFile(async () => {
        const channelId = (await client.conversations.open({ users: userId })).channel?.id;
        if (channelId === undefined) return { kind: 'unclear' };
        await client.filesUploadV2({ channel_id: channelId, ...contentOf(file) });
        return { kind: 'sent', channelId };
      }),
    replyTo: (channelId, threadTs, file) =>
      sentFile(async () => {
        await client.filesUploadV2({ channel_id: channelId, thread_ts: threadTs, ...contentOf(file) });
        return { kind: 'sent', channelId };
      }),
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
