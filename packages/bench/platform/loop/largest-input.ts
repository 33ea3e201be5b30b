/** What requests with the largest input that is allowed are made of, for `trial-loop.ts`. */
import type { Target } from '../../../../test/access/target.js';
import { textMember } from '../../../../test/kit/json.js';

export interface LargestInputServer {
  readonly url: string;
  readonly apiKey: string;
  readonly target: Target;
  readonly administrator: Readonly<Record<string, string>>;
  /** In base64; what is printed on a page of the organization. */
  readonly picture: string;
  /** Makes a folder with as many folders as there are in the large one. @returns its id */
  fillFolder(): Promise<string>;
  /** Makes a folder with documents whose pages all are recognized. */
  fillDocuments(documents: number, pages: number): Promise<FilledFolder>;
}

export interface FilledFolder {
  readonly folderId: string;
  /** Of the first one. */
  readonly documentId: string;
  readonly documentIds: readonly string[];
}

export interface LargestInput {
  readonly title: string;
  /** Operations that only this calls, as the table of who may do what names them. */
  readonly covers?: readonly string[];
  /** @returns what is measured */
  readonly prepare: () => Promise<() => Promise<unknown>>;
}

export type Send = (
  method: string,
  path: string,
  body?: object | FormData | Buffer,
  headers?: Readonly<Record<string, string>>,
) => Promise<string>;

/** Sends as the administrator. Forms and bytes go as they are, everything else as JSON. */
export function senderTo({ url, administrator }: LargestInputServer): Send {
  return async (method, path, body, headers = {}) => {
    const isAsItIs = body instanceof FormData || Buffer.isBuffer(body);
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...administrator,
        ...(body === undefined || isAsItIs ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : bytesOf(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return response.headers.get('location') ?? text;
  };
}

const bytesOf = (body: object) => (Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body));

/** @returns the id of its entry in the trash */
export async function throwAway(server: LargestInputServer, folder: Promise<string>): Promise<string> {
  const send = senderTo(server);
  const id = await folder;
  await send('DELETE', `/api/Folders/${id}?deleteChildren=true`);
  const path = `/api/Trash?organizationId=${server.target.organizationId}`;
  const entries = JSON.parse(await send('GET', path)) as object[];
  const entry = entries.find((each) => textMember(each, 'Id') === id) ?? entries[0];
  return textMember(entry, 'Id');
}
