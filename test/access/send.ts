/** Sends a call as an actor and says what came of it. */
import type { Outcome } from './actors.js';
import type { GraphqlCall, RestCall, Row, SentFile } from './row.js';

export interface Sent {
  readonly outcome: Outcome | `other: ${string}`;
  readonly status: number;
  /** Everything that came back, headers included. */
  readonly text: string;
  readonly body: string;
  /** Everything that was sent but the actor's own headers. */
  readonly request: string;
}

type Headers = Readonly<Record<string, string>>;

export async function send(
  url: string,
  headers: Headers,
  row: Row,
  call: GraphqlCall | RestCall,
): Promise<Sent> {
  return call.kind === 'graphql' ? sendGraphql(url, headers, row, call) : sendRest(url, headers, row, call);
}

async function sendRest(url: string, headers: Headers, row: Row, call: RestCall): Promise<Sent> {
  const { method, path, json, urlencoded, form } = call;
  const body =
    form !== undefined
      ? formOf(form)
      : urlencoded !== undefined
        ? new URLSearchParams(urlencoded)
        : json !== undefined
          ? JSON.stringify(json)
          : undefined;
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return {
    outcome: outcomeOfStatus(response.status, text, row),
    status: response.status,
    body: text,
    text: `${JSON.stringify([...response.headers])}\n${text}`,
    request: JSON.stringify([path, json, urlencoded, form]),
  };
}

function outcomeOfStatus(status: number, text: string, { accepts = [] }: Row): Sent['outcome'] {
  if (accepts.includes(status)) return 'ok';
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'notFound';
  return status < 400 ? 'ok' : `other: ${status} ${text.slice(0, 200)}`;
}

interface GraphqlAnswer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { message: string; extensions?: { code?: string } }[];
}

async function sendGraphql(url: string, headers: Headers, row: Row, call: GraphqlCall): Promise<Sent> {
  const { query, variables, files } = call;
  const isSubscription = query.startsWith('subscription');
  const names = Object.keys(files);
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'graphql-require-preflight': '1',
      ...(names.length === 0 ? { 'content-type': 'application/json' } : {}),
      ...(isSubscription ? { accept: 'text/event-stream' } : {}),
      ...headers,
    },
    body: names.length === 0 ? JSON.stringify({ query, variables }) : uploadOf(call),
  });
  const text = isSubscription ? await beginningOf(response) : await response.text();
  const body = isSubscription ? (/^data: (\{.*)$/m.exec(text)?.[1] ?? '') : text;
  return {
    outcome: outcomeOfAnswer(body, row, call.field),
    status: response.status,
    body: text,
    text: `${JSON.stringify([...response.headers])}\n${text}`,
    request: JSON.stringify([query, variables]),
  };
}

/** A stream up to its first event; those that go on for ever are left. */
async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (/^data: \{.*\n\n/m.test(text)) break;
  }
  return text;
}

const outcomes: Readonly<Record<string, Outcome>> = {
  UNAUTHENTICATED: 'unauthenticated',
  INVALID_CLIENT: 'unauthenticated',
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'notFound',
};

function outcomeOfAnswer(body: string, { accepts = [] }: Row, field: string): Sent['outcome'] {
  if (body === '') return 'other: no answer';
  const { data, errors } = JSON.parse(body) as GraphqlAnswer;
  const value = data?.[field];
  const code = errors?.[0]?.extensions?.code ?? problemCode(value);
  if (code !== undefined) {
    if (accepts.includes(code)) return 'ok';
    return outcomes[code] ?? `other: ${body.slice(0, 300)}`;
  }
  const isEmpty = value === null || (Array.isArray(value) && value.every((item) => item === null));
  return isEmpty && !accepts.includes('empty') ? 'empty' : 'ok';
}

function problemCode(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('__typename' in value)) return undefined;
  if (!String(value.__typename).endsWith('Problem')) return undefined;
  return 'code' in value ? String(value.code) : 'a problem without its code: ask for it in the row';
}

function isFile(value: SentFile | object): value is SentFile {
  return 'bytes' in value && Buffer.isBuffer(value.bytes);
}

function blobOf({ bytes, type }: SentFile): Blob {
  return new Blob([new Uint8Array(bytes)], { type });
}

function formOf(parts: Readonly<Record<string, SentFile | object>>): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    if (isFile(part)) form.set(name, blobOf(part), 'file');
    else form.set(name, JSON.stringify(part));
  }
  return form;
}

function uploadOf({ query, variables, files }: GraphqlCall): FormData {
  const form = new FormData();
  const names = Object.keys(files);
  const empty = Object.fromEntries(names.map((name) => [name, null]));
  form.set('operations', JSON.stringify({ query, variables: { ...variables, ...empty } }));
  form.set('map', JSON.stringify(Object.fromEntries(names.map((name, i) => [i, [`variables.${name}`]]))));
  for (const [i, name] of names.entries()) form.set(String(i), blobOf(files[name]!), 'file');
  return form;
}
