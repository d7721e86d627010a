import type { Worded } from '../language/language.ts';
import { createNoRetryClient, type SlackAccess } from '../slack/noRetryClient.ts';
import { LARGEST_LIST_BYTES, ProductListError, tooLarge } from './listText.ts';
import { productsWords } from './words/words.ts';

/** The fields we need of a file that was uploaded in a modal (`file_input`). */
export interface SlackFile {
  readonly name?: string | undefined;
  /** Bytes. */
  readonly size?: number | undefined;
  readonly url_private?: string | undefined;
  readonly url_private_download?: string | undefined;
}

/** An uploaded file, as in the submission of the modal. */
export interface UploadedFile extends SlackFile {
  readonly id: string | undefined;
}

/** Downloads files uploaded in modals; needs the scope files:read. */
export interface UploadedFiles {
  /** @throws ProductListError with what the person who uploaded it can do */
  contentOf(file: UploadedFile): Promise<Uint8Array>;
}

const LOOKUP_TIMEOUT_MS = 10_000;

export function createUploadedFiles(access: SlackAccess): UploadedFiles {
  const client = createNoRetryClient(access, LOOKUP_TIMEOUT_MS);

  /** A submission can have a file's id without its URL. */
  const located = async (file: UploadedFile): Promise<SlackFile> => {
    const { id, url_private: url, url_private_download: download } = file;
    if (id === undefined || url !== undefined || download !== undefined) return file;
    try {
      return (await client.files.info({ file: id })).file ?? file;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      throw new ProductListError((t) => productsWords(t).upload.notLocated);
    }
  };

  return {
    contentOf: async (file) => downloadSlackFile(await located(file), access),
  };
}

const SLACK_FILES = 'https://files.slack.com';
const DOWNLOAD_TIMEOUT_MS = 30_000;

/**
 * Downloads an uploaded product list within `timeoutMs` (30 s by default). Sends the bot token only to Slack's host for
 * files or to that of `slackApiUrl`, and follows no redirect.
 * @throws ProductListError with what the person who uploaded it can do
 */
export async function downloadSlackFile(
  file: SlackFile,
  { botToken, slackApiUrl }: SlackAccess,
  timeoutMs = DOWNLOAD_TIMEOUT_MS,
): Promise<Uint8Array> {
  const address = addressOf(file, slackApiUrl);
  if ((file.size ?? 0) > LARGEST_LIST_BYTES) throw new ProductListError(tooLarge(file.size ?? 0));
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(address, {
      headers: { authorization: `Bearer ${botToken}` },
      redirect: 'manual',
      signal,
    });
    const refusal = refusalOf(response);
    if (refusal !== undefined) {
      await response.body?.cancel();
      throw new ProductListError(refusal);
    }
    return await bytesOf(response);
  } catch (error) {
    if (error instanceof ProductListError) throw error;
    const isTooSlow = signal.aborted;
    throw new ProductListError((t) =>
      isTooSlow ? productsWords(t).upload.tooSlow : productsWords(t).upload.connectionFailed,
    );
  }
}

function addressOf(file: SlackFile, slackApiUrl: string | undefined): URL {
  const text = file.url_private_download ?? file.url_private ?? '';
  const address = URL.canParse(text) ? new URL(text) : undefined;
  const known = [SLACK_FILES, ...(slackApiUrl === undefined ? [] : [new URL(slackApiUrl).origin])];
  if (address !== undefined && known.includes(address.origin)) return address;
  throw new ProductListError((t) => productsWords(t).upload.notKeptBySlack);
}

function refusalOf(response: Response): Worded | undefined {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
  // Without the scope, Slack redirects to its sign-in page.
  if ((response.status >= 300 && response.status < 400) || response.status === 403 || isPage) {
    return (t) => productsWords(t).upload.notAllowed;
  }
  if (response.status === 404) return (t) => productsWords(t).upload.gone;
  if (response.ok) return undefined;
  return (t) => productsWords(t).upload.otherStatus(response.status);
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    // Don't trust the size that Slack gave. Leaving the loop ends the download.
    if (length > LARGEST_LIST_BYTES) throw new ProductListError(tooLarge(length));
    parts.push(part);
  }
  return Buffer.concat(parts);
}
