import { createNoRetryClient } from '../slack/noRetryClient.ts';
import { ProductListError } from './listText.ts';
import { type DownloadOptions, downloadSlackFile, type SlackFile } from './slackDownload.ts';

/** A file that was put into a form, as the form says. */
export interface UploadedFile extends SlackFile {
  readonly id: string | undefined;
}

/** Files that people put into forms; scope files:read. */
export interface UploadedFiles {
  /** @throws ProductListError with what the person who uploaded it can do */
  contentOf(file: UploadedFile): Promise<Uint8Array>;
}

const TIMEOUT_MS = 10_000;

export function createUploadedFiles(
  options: Pick<DownloadOptions, 'botToken'> & { readonly slackApiUrl: string | undefined },
): UploadedFiles {
  const client = createNoRetryClient(options, TIMEOUT_MS);

  /** A form may name a file without saying where it is. */
  const located = async (file: UploadedFile): Promise<SlackFile> => {
    const { id, url_private: url, url_private_download: download } = file;
    if (id === undefined || url !== undefined || download !== undefined) return file;
    try {
      return (await client.files.info({ file: id })).file ?? file;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      throw new ProductListError(NOT_TOLD);
    }
  };

  return {
    contentOf: async (file) => downloadSlackFile(await located(file), options),
  };
}

const NOT_TOLD =
  'Slack did not tell the bot where the file is. Upload it again; if that does not help, the app has to be installed again with the scope files:read.';
