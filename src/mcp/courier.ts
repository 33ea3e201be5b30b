/** Carries what a tool asks to the GraphQL API, with the token of its user: no tool can do more than the API lets it. */
import { randomUUID } from 'node:crypto';

/** A request to a server of Loupe, by its path. */
interface Errand {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  readonly contentType?: string;
  readonly body?: Buffer;
}

interface Delivered {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

export type Send = (errand: Errand) => Promise<Delivered>;

export interface Photo {
  readonly bytes: Buffer;
}

/** A refusal of the API, in its own words. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const MOST_PICTURE_BYTES = 4 * 1024 * 1024;

export class Courier {
  constructor(private readonly send: Send) {}

  /**
   * Runs a document.
   *
   * @param photo stands for the variable `photo`
   * @returns what the root field `done` answers
   * @throws Refused
   */
  async ask(document: string, variables: object, photo?: Photo): Promise<unknown> {
    const answer = await this.send(
      photo === undefined
        ? {
            method: 'POST',
            path: '/graphql',
            contentType: 'application/json',
            body: Buffer.from(JSON.stringify({ query: document, variables })),
          }
        : formOf(document, variables, photo),
    );
    return doneOf(answer);
  }

  /** A picture at an address that the API gave; null where it cannot be had. */
  async picture(address: unknown): Promise<{ readonly data: string; readonly mimeType: string } | null> {
    if (typeof address !== 'string' || !URL.canParse(address)) return null;
    const { pathname, search } = new URL(address);
    const { status, contentType, body } = await this.send({ method: 'GET', path: `${pathname}${search}` });
    if (status !== 200 || !contentType.startsWith('image/') || body.length > MOST_PICTURE_BYTES) return null;
    return { data: body.toString('base64'), mimeType: contentType.split(';')[0] ?? contentType };
  }
}

/** Sends errands to a server by its address. @throws Refused SERVER_AWAY when it does not answer */
export function overHttp(server: string, token: string): Send {
  const base = new URL(server);
  const prefix = base.pathname.replace(/\/$/, '');
  return async ({ method, path, contentType, body }) => {
    const url = new URL(path.startsWith(`${prefix}/`) ? path : `${prefix}${path}`, base.origin);
    const answer = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
      },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    }).catch(() => {
      throw new Refused('SERVER_AWAY', `The server at ${base.origin} does not answer. Is it running?`);
    });
    return {
      status: answer.status,
      contentType: answer.headers.get('content-type') ?? '',
      body: Buffer.from(await answer.arrayBuffer()),
    };
  };
}

/** The request of the multipart specification for one file. */
function formOf(document: string, variables: object, { bytes }: Photo): Errand {
  const mark = `loupe-${randomUUID()}`;
  const part = (name: string, value: string) =>
    `--${mark}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head =
    part('operations', JSON.stringify({ query: document, variables: { ...variables, photo: null } })) +
    part('map', '{"0":["variables.photo"]}') +
    `--${mark}\r\nContent-Disposition: form-data; name="0"; filename="photo"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    method: 'POST',
    path: '/graphql',
    contentType: `multipart/form-data; boundary=${mark}`,
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${mark}--\r\n`)]),
  };
}

interface Answer {
  readonly data?: { readonly done?: unknown } | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

interface Problem {
  readonly problem?: string;
  readonly message?: string;
  readonly fields?: readonly { readonly path: string; readonly messages: readonly string[] }[];
}

function doneOf({ status, body }: Delivered): unknown {
  const answer = parsed(body);
  if (answer === null) throw new Refused('SERVER_AWAY', `The server answered with status ${status}.`);
  const [error] = answer.errors ?? [];
  if (error !== undefined) throw new Refused(error.extensions?.code ?? 'BAD_USER_INPUT', error.message);
  const done = answer.data?.done ?? null;
  const { problem, message = '', fields } = (done ?? {}) as Problem;
  if (problem === undefined) return done;
  const places = (fields ?? []).map((field) => ` ${field.path}: ${field.messages.join(', ')}`).join(';');
  throw new Refused(problem, `${message}${places}`);
}

function parsed(body: Buffer): Answer | null {
  try {
    const answer: unknown = JSON.parse(body.toString());
    return typeof answer === 'object' ? answer : null;
  } catch {
    return null;
  }
}
