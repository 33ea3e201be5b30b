/** Files in parts, by the tus protocol: what has arrived is not sent again. Loaded when a file is sent. */
import { DetailedError, type FileReader, type FileSource, Upload } from 'tus-js-client';
import { LoupeFailure } from './problem.js';

export interface UploadOptions {
  /** Share of the file that was sent, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
  /** Name of the file; that of a File when absent. */
  readonly name?: string;
  /** Size of a part; what is lost at most when a connection breaks. */
  readonly partBytes?: number;
}

const PART_BYTES = 1024 * 1024;
const WAITS_MS = [0, 1000, 3000, 5000];

/**
 * @returns the id to give a mutation as `uploadId`
 * @throws LoupeFailure as the server refuses; what `signal` says when it is aborted
 */
export async function sendInParts(
  endpoint: string,
  headers: Record<string, string>,
  file: Blob,
  { onProgress, signal, name, partBytes = PART_BYTES }: UploadOptions,
): Promise<string> {
  signal?.throwIfAborted();
  const filename = name ?? (file instanceof File ? file.name : 'file');
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint,
      headers,
      chunkSize: partBytes,
      ...(isNode() ? { fileReader: readerOfBlobs } : {}),
      metadata: { filename, filetype: file.type },
      retryDelays: WAITS_MS,
      onProgress: (sent, total) => onProgress?.(total === 0 ? 0 : sent / total),
      onSuccess: () => {
        signal?.removeEventListener('abort', cancel);
        resolve(decodeURIComponent(upload.url?.split('/').at(-1) ?? ''));
      },
      onError: (error) => {
        signal?.removeEventListener('abort', cancel);
        reject(failureOf(error));
      },
    });
    const cancel = (): void => {
      upload.abort(true).catch(() => undefined);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    upload.start();
  });
}

/** Browsers read blobs by themselves. */
const isNode = (): boolean => typeof process !== 'undefined' && process.versions?.node !== undefined;

/** In Node, tus reads buffers and streams alone; a blob of a file is read part by part. */
const readerOfBlobs: FileReader = {
  openFile: (input) => {
    const file = input as Blob;
    return Promise.resolve({
      size: file.size,
      slice: async (start, end) => {
        const part = Buffer.from(await file.slice(start, end).arrayBuffer());
        // tus asks parts for their size as it asks blobs.
        return { value: Object.assign(part, { size: part.length }), done: end >= file.size };
      },
      close: () => undefined,
    } satisfies FileSource);
  },
};

function failureOf(error: Error | DetailedError): LoupeFailure {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (response === null || response === undefined) {
    return new LoupeFailure('The upload broke off.', 'UNREACHABLE', null, { cause: error });
  }
  const text = response.getBody();
  let message = text.slice(0, 200);
  try {
    message = (JSON.parse(text) as { readonly Message?: string }).Message ?? message;
  } catch {
    // No problem of the server's own: its words are kept.
  }
  return new LoupeFailure(message, 'UPLOAD_REFUSED', response.getStatus(), { cause: error });
}
