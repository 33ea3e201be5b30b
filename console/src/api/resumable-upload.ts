/** Sends a file in parts, by the tus protocol: what has arrived is not sent again, whatever comes between. */
import { serverAddress } from './own-path';
import { DetailedError, type PreviousUpload, Upload } from 'tus-js-client';
import { connection } from './connection';
import { sessionHeaders } from './http';
import { session } from './session';
import { UploadFailed, type UploadOptions } from './upload-failed';

const ADDRESS = serverAddress('/api/uploads');
/** Bytes that are lost at most when a connection breaks or the page is loaded again. */
const PART_BYTES = 1024 * 1024;
const WAITS_MS = [0, 1000, 3000, 5000];
const UNAUTHORIZED = 401;

/**
 * A file of which a part was sent before goes on where it stood; one that has arrived whole is not sent again.
 *
 * @returns the id to give a mutation instead of the file
 * @throws UploadFailed with the server's problem; DOMException `AbortError` when it was cancelled
 */
export async function sendInParts(file: File, options: UploadOptions): Promise<string> {
  for (;;) {
    try {
      return await send(file, options);
    } catch (error) {
      if (statusOf(error) === UNAUTHORIZED) await session.renew();
      else if (statusOf(error) === 0) await connection.back();
      else throw error instanceof DetailedError ? failureOf(error) : error;
    }
  }
}

function send(file: File, { onSent, signal }: UploadOptions): Promise<string> {
  const { losses } = connection;
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: ADDRESS,
      chunkSize: PART_BYTES,
      headers: sessionHeaders,
      metadata: { filename: file.name, filetype: file.type },
      retryDelays: WAITS_MS,
      onProgress: (sent, total) => {
        connection.reached(losses);
        onSent(total === 0 ? 0 : sent / total);
      },
      onError: (error) => {
        signal.removeEventListener('abort', cancel);
        if (statusOf(error) === 0) connection.lost();
        reject(error);
      },
      onSuccess: () => {
        signal.removeEventListener('abort', cancel);
        resolve(decodeURIComponent(upload.url?.split('/').at(-1) ?? ''));
      },
    });
    const cancel = () => {
      void upload.abort(true).catch(() => undefined);
      reject(new DOMException('Cancelled', 'AbortError'));
    };
    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel);
    void upload.findPreviousUploads().then((known: PreviousUpload[]) => {
      const latest = known.at(-1);
      if (latest !== undefined) upload.resumeFromPreviousUpload(latest);
      if (!signal.aborted) upload.start();
    });
  });
}

/** Status of the answer; 0 when there was none, null for failures of another kind. */
function statusOf(error: unknown): number | null {
  if (!(error instanceof DetailedError)) return null;
  return error.originalResponse?.getStatus() ?? 0;
}

/** The server's problem, as the REST API words it. */
function failureOf({ originalResponse }: DetailedError): UploadFailed {
  const text = originalResponse?.getBody() ?? '';
  try {
    const { Message = '' } = JSON.parse(text) as { readonly Message?: string };
    return new UploadFailed({ code: 'UPLOAD_REFUSED', message: Message });
  } catch {
    return new UploadFailed({ code: 'INTERNAL_SERVER_ERROR', message: text.slice(0, 200) });
  }
}
