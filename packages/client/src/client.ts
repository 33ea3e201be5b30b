/** The client of GraphQL: typed documents, answers narrowed to data or problems, events, uploads. */
import { Connection, type ConnectionOptions, jsonOf } from './connection.js';
import { eventsOf } from './events.js';
import { type FollowDocument, followDocument, type LogIn, logIn } from './generated/operations.js';
import { bodyOf } from './multipart.js';
import {
  isProblem,
  LoupeFailure,
  LoupeProblem,
  type Problem,
  type ProblemOf,
  type Root,
  type Success,
} from './problem.js';
import type { TypedDocument } from './typed-document.js';
import type { UploadOptions } from './uploads.js';

type Secret = string | null | (() => string | null | Promise<string | null>);

export interface ClientOptions extends ConnectionOptions {
  /** access_token of a user; a function is asked before each request. */
  readonly token?: Secret;
  /** ApiKey of an organization, or a publishable key: for readers' applications. */
  readonly apiKey?: Secret;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** An answer with its problem, for those who do not want it thrown. */
export type Attempt<Data> =
  | { readonly data: Success<Data>; readonly problem: null }
  | { readonly data: null; readonly problem: ProblemOf<Data> };

interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

const WAIT_MS = 1000;
/** How often in a row a stream of events is begun again. */
const MOST_BREAKS = 10;

export class LoupeClient {
  private readonly connection: Connection;
  private token: Secret;

  /** @throws TypeError for an address that is none */
  constructor(options: ClientOptions) {
    const apiKey = options?.apiKey ?? null;
    this.token = options?.token ?? null;
    this.connection = new Connection(options, async () => {
      const [bearer, key] = [await read(this.token, 'token'), await read(apiKey, 'apiKey')];
      return {
        // Files are taken from callers alone that no foreign page can imitate.
        'GraphQL-Require-Preflight': 'true',
        ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
        ...(key === null ? {} : { ApiKey: key }),
      };
    });
  }

  /**
   * Logs in; every later call is made by this user.
   *
   * @throws LoupeProblem, LoupeFailure
   */
  async logIn(
    credentials: Parameters<NonNullable<(typeof logIn)['types']>>[0]['input'],
  ): Promise<Success<LogIn>> {
    const session = await this.run(logIn, { input: credentials });
    this.token = session.accessToken;
    return session;
  }

  /**
   * Asks a document and answers with all of its data; problems are part of it.
   *
   * @throws LoupeFailure with the code of the first error
   */
  async request<Data, Variables>(
    { source }: TypedDocument<Data, Variables>,
    variables: Variables,
    { signal }: CallOptions = {},
  ): Promise<Data> {
    const { body, isForm } = bodyOf(source, variables);
    const headers: Record<string, string> = { Accept: 'application/json' };
    // A form says itself where its parts end.
    if (!isForm) headers['Content-Type'] = 'application/json';
    const init = { method: 'POST', body, headers, ...(signal ? { signal } : {}) };
    const response = await this.connection.send('/graphql', init);
    return dataOf((await jsonOf(response)) as Answer<Data>, response.status);
  }

  /**
   * Asks a document of one field and answers with what it holds.
   *
   * @throws LoupeProblem when the change was not made, LoupeFailure
   */
  async run<Data, Variables>(
    document: TypedDocument<Data, Variables>,
    variables: Variables,
    options?: CallOptions,
  ): Promise<Success<Data>> {
    const { data, problem } = await this.attempt(document, variables, options);
    if (problem !== null) throw new LoupeProblem(problem as ProblemOf<Data> & Problem);
    return data as Success<Data>;
  }

  /** As `run`, with the problem as part of the answer. @throws LoupeFailure */
  async attempt<Data, Variables>(
    document: TypedDocument<Data, Variables>,
    variables: Variables,
    options?: CallOptions,
  ): Promise<Attempt<Data>> {
    const root = onlyField(await this.request(document, variables, options));
    if (isProblem(root)) return { data: null, problem: root as ProblemOf<Data> };
    return { data: root as Success<Data>, problem: null };
  }

  /**
   * The events of a subscription, until the server ends it or `signal` does. A broken connection is taken up again; the first
   * event then holds the present state.
   *
   * @throws LoupeFailure when the server refuses, or stays away
   */
  async *subscribe<Data, Variables>(
    { source }: TypedDocument<Data, Variables>,
    variables: Variables,
    { signal }: CallOptions = {},
  ): AsyncGenerator<Awaited<Root<Data>>> {
    for (let breaks = 0; ; breaks += 1) {
      try {
        for await (const data of this.events<Data>(source, variables, signal)) {
          breaks = 0;
          yield onlyField(data) as Awaited<Root<Data>>;
        }
        return;
      } catch (error) {
        const isBroken = error instanceof LoupeFailure && error.code === 'UNREACHABLE';
        if (!isBroken || breaks >= MOST_BREAKS) throw error;
      }
      await pause(WAIT_MS, signal);
    }
  }

  /**
   * A document whose pages are being made: now, and whenever more of it is done; the last one is READY or FAILED.
   *
   * @throws LoupeFailure also when the document is deleted meanwhile
   */
  async *followDocument(
    id: string,
    options: CallOptions = {},
  ): AsyncGenerator<FollowDocument['documentProgress']> {
    for (;;) {
      for await (const document of this.subscribe(followDocument, { id }, options)) {
        yield document;
        if (document.processing === 'READY' || document.processing === 'FAILED') return;
      }
      // The server shut down.
      await pause(WAIT_MS, options.signal);
    }
  }

  /**
   * Sends a file in parts; a broken connection goes on where it stood.
   *
   * @returns the id to give a mutation as `uploadId`
   * @throws LoupeFailure; TypeError for what is no file; what `signal` says when it is aborted
   */
  async upload(file: Blob, options: UploadOptions = {}): Promise<string> {
    if (!(file instanceof Blob)) {
      throw new TypeError(
        'upload takes a File or a Blob; in Node openAsBlob(path) makes one, and new Blob([bytes]).',
      );
    }
    const { sendInParts } = await import('./uploads.js');
    return sendInParts(`${this.connection.base}/api/uploads`, await this.connection.headers(), file, options);
  }

  private async *events<Data>(
    source: string,
    variables: unknown,
    signal?: AbortSignal,
  ): AsyncGenerator<Data> {
    const response = await this.connection.send('/graphql', {
      method: 'POST',
      body: JSON.stringify({ query: source, variables }),
      headers: { Accept: 'text/event-stream', 'Content-Type': 'application/json' },
      ...(signal ? { signal } : {}),
    });
    const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') === true;
    if (!isStream || response.body === null) {
      dataOf((await jsonOf(response)) as Answer<unknown>, response.status);
      throw new LoupeFailure('The answer is no stream of events.', 'NO_LOUPE', response.status);
    }
    for await (const { name, data } of eventsOf(response.body, signal)) {
      if (name === 'complete') return;
      if (name === 'next') yield dataOf(JSON.parse(data) as Answer<Data>, response.status);
    }
    throw new LoupeFailure('The stream of events broke.', 'UNREACHABLE', null);
  }
}

/** A client of a server. */
export function createClient(options: ClientOptions): LoupeClient {
  return new LoupeClient(options);
}

async function read(secret: Secret, name: string): Promise<string | null> {
  const value = typeof secret === 'function' ? await secret() : secret;
  if (value === null || typeof value === 'string') return value;
  throw new TypeError(`${name} must be a text, or a function that answers one.`);
}

function dataOf<Data>({ data, errors }: Answer<Data>, status: number): Data {
  const error = errors?.[0];
  if (error !== undefined) {
    throw new LoupeFailure(error.message, error.extensions?.code ?? 'INTERNAL_SERVER_ERROR', status);
  }
  if (data === undefined || data === null) {
    throw new LoupeFailure(`The answer (HTTP ${status}) holds no data.`, 'NO_LOUPE', status);
  }
  return data;
}

function onlyField<Data>(data: Data): Root<Data> {
  const fields = Object.entries(data as object).filter(([name]) => name !== '__typename');
  const [first] = fields;
  if (fields.length !== 1 || first === undefined)
    throw new TypeError('The document has more than one field; use request().');
  return first[1] as Root<Data>;
}

/** @throws what `signal` says when it is aborted */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}
