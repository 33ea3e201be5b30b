/** Sends a file with a GraphQL mutation, by the multipart request specification, and reports progress. */
import { serverAddress } from './own-path';
import { connection } from './connection';
import { needsLogin, sessionHeaders } from './http';
import { session } from './session';
import type { Problem } from './graphql';
import { UploadFailed, type UploadOptions } from './upload-failed';

/** Larger files go in parts, so that neither a broken connection nor a reload begins them again. */
const IN_PARTS_FROM_BYTES = 4 * 1024 * 1024;

interface Answer {
  readonly data?: Readonly<
    Record<string, ({ readonly code?: string } & Record<string, unknown>) | null>
  > | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

/**
 * @param document  takes the file as `$file`, or as `$uploadId` when it was sent in parts
 * @param variables those of the change, without the file
 * @returns what the change answers with when it succeeds
 * @throws UploadFailed with the server's problem; DOMException `AbortError` when it was cancelled
 */
export async function sendUpload(
  document: string,
  variables: object,
  file: File,
  options: UploadOptions,
): Promise<Record<string, unknown>> {
  const isLarge = file.size >= IN_PARTS_FROM_BYTES;
  // The protocol's client is needed by few.
  const uploadId = isLarge ? await (await import('./resumable-upload')).sendInParts(file, options) : null;
  const sent =
    uploadId === null ? { variables, file } : { variables: { ...variables, uploadId }, file: null };
  for (;;) {
    const answer = await send(document, sent.variables, sent.file, options);
    if (needsLogin(answer)) {
      await session.renew();
      continue;
    }
    const error = answer.errors?.[0];
    if (error !== undefined) {
      const { message, extensions } = error;
      throw new UploadFailed({ code: extensions?.code ?? 'INTERNAL_SERVER_ERROR', message });
    }
    const value = Object.values(answer.data ?? {})[0] ?? {};
    if (typeof value.code === 'string') throw new UploadFailed(value as unknown as Problem);
    return value;
  }
}

function send(
  query: string,
  variables: object,
  file: File | null,
  { onSent, signal }: UploadOptions,
): Promise<Answer> {
  const form = new FormData();
  form.append('operations', JSON.stringify({ query, variables: { ...variables, file: null } }));
  form.append('map', JSON.stringify(file === null ? {} : { 0: ['variables.file'] }));
  if (file !== null) form.append('0', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const { losses } = connection;
    const cancel = () => request.abort();
    signal.addEventListener('abort', cancel);
    request.open('POST', serverAddress('/graphql'));
    request.setRequestHeader('Accept', 'application/json');
    for (const [name, value] of Object.entries(sessionHeaders)) request.setRequestHeader(name, value);
    if (file !== null) {
      request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 0 : loaded / total);
    }
    request.onloadend = () => signal.removeEventListener('abort', cancel);
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
    request.onerror = () => {
      connection.lost();
      reject(new UploadFailed({ code: 'UNREACHED', message: '' }));
    };
    request.onload = () => {
      connection.reached(losses);
      try {
        resolve(JSON.parse(request.responseText) as Answer);
      } catch {
        reject(new UploadFailed({ code: 'INTERNAL_SERVER_ERROR', message: request.statusText }));
      }
    };
    if (signal.aborted) reject(new DOMException('Cancelled', 'AbortError'));
    else request.send(form);
  });
}
