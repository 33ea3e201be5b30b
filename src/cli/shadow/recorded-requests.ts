/** Requests that were recorded: an HTTP archive of a browser or proxy (.har), or JSON lines of requests (.jsonl). */
import { z } from 'zod';
import { badInput, LoupeError } from '../../kernel/errors.js';

export interface RecordedRequest {
  readonly method: string;
  /** Path and query, as `/api/Documents?take=5`. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | null;
}

const line = z.object({
  method: z.string(),
  path: z.string().startsWith('/'),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().optional(),
  bodyBase64: z.string().optional(),
});

const archive = z.object({
  log: z.object({
    entries: z.array(
      z.object({
        request: z.object({
          method: z.string(),
          url: z.url(),
          headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
          postData: z.object({ text: z.string().optional() }).optional(),
        }),
      }),
    ),
  }),
});

/** @throws LoupeError BAD_USER_INPUT with the line that cannot be read */
export function readRequests(path: string, source: string): readonly RecordedRequest[] {
  const text = source.replace(/^\uFEFF/, '');
  if (/\.har$/i.test(path)) return requestsOfArchive(text);
  if (!/\.jsonl$/i.test(path)) throw badInput('file', 'must end with .har or .jsonl');
  return text
    .split('\n')
    .flatMap((json, at) => (json.trim() === '' ? [] : [requestOf(json, `line ${at + 1}`)]));
}

function requestsOfArchive(text: string): readonly RecordedRequest[] {
  return parsed(archive, text, 'archive').log.entries.map(({ request }) => {
    const { pathname, search } = new URL(request.url);
    const body = request.postData?.text;
    return {
      method: request.method.toUpperCase(),
      path: `${pathname}${search}`,
      headers: request.headers.map(({ name, value }) => [name, value] as const),
      body: body === undefined ? null : Buffer.from(body),
    };
  });
}

function requestOf(json: string, place: string): RecordedRequest {
  const { method, path, headers, body, bodyBase64 } = parsed(line, json, place);
  if (body !== undefined && bodyBase64 !== undefined)
    throw badInput(place, 'has body and bodyBase64; give one of them');
  return {
    method: method.toUpperCase(),
    path,
    headers: Object.entries(headers),
    body:
      bodyBase64 === undefined
        ? body === undefined
          ? null
          : Buffer.from(body)
        : Buffer.from(bodyBase64, 'base64'),
  };
}

function parsed<Shape extends z.ZodType>(shape: Shape, json: string, place: string): z.infer<Shape> {
  try {
    const result = shape.safeParse(JSON.parse(json));
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    throw badInput(place, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'cannot be read'}`);
  } catch (error) {
    if (error instanceof LoupeError) throw error;
    throw badInput(place, 'is no JSON');
  }
}
