/** Uploads by the GraphQL multipart request specification, read by the parser that all surfaces share. */
import type { FastifyRequest } from 'fastify';
import type { Plugin } from 'graphql-yoga';
import { badInput, LoupeError } from '../errors.js';
import { parseJson } from '../http/json-text.js';
import { type FileSink, type Form, isMultipart, readForm } from '../http/multipart/form-reader.js';
import { requestRefusal } from './request-errors.js';
import { CONSOLE_HEADER } from '../http/session-cookie.js';
import { RefusedFile, Upload } from './upload.js';

/**
 * Headers that a web page of another site cannot send without asking first (a CORS preflight). A multipart request
 * needs one of them, because browsers send bare multipart forms anywhere without asking.
 */
const PREFLIGHTED_HEADERS = [
  'authorization',
  'apikey',
  'graphql-require-preflight',
  'apollo-require-preflight',
  CONSOLE_HEADER,
];
const SPECIFICATION = 'as the GraphQL multipart request specification describes it';

/** A request on its way through GraphQL, with the form that was read of it. */
export interface MultipartExchange {
  /** Not `request`: Yoga puts its own, of the Fetch API, under that name. */
  readonly fastifyRequest: FastifyRequest;
  form: Form | null;
}

export interface MultipartOptions<Exchange extends MultipartExchange> {
  readonly sink: FileSink;
  readonly maxFiles: number;
  /** Largest file that is kept of the caller; null for somebody who has not shown who they are. */
  readonly maxFileBytesOf: (exchange: Exchange) => Promise<number | null>;
  /** What is read of a file at most before the request is refused. */
  readonly maxFileBytes: number;
}

export function useMultipart<Exchange extends MultipartExchange>(
  options: MultipartOptions<Exchange>,
): Plugin<Exchange, Exchange> {
  return {
    onRequestParse({ request, serverContext, setRequestParser }) {
      if (!isMultipart(request.headers.get('content-type') ?? undefined)) return;
      if (!PREFLIGHTED_HEADERS.some((name) => request.headers.has(name))) {
        const names = PREFLIGHTED_HEADERS.join(', ');
        const message = `Send one of these headers with a multipart request: ${names}.`;
        throw requestRefusal(new LoupeError('BAD_USER_INPUT', message));
      }
      setRequestParser(async () => {
        try {
          return await readOperation(serverContext, options);
        } catch (error) {
          throw error instanceof LoupeError ? requestRefusal(error) : error;
        }
      });
    },
  };
}

async function readOperation<Exchange extends MultipartExchange>(
  exchange: Exchange,
  options: MultipartOptions<Exchange>,
) {
  const { maxFileBytes, maxFiles } = options;
  const keptBytes = await options.maxFileBytesOf(exchange);
  const form = await readForm(exchange.fastifyRequest.raw, {
    sink: keptBytes === null ? refuseStranger : keepingRefusals(options.sink),
    maxFileBytes: keptBytes ?? maxFileBytes,
    maxFiles,
    isFile: ({ name }) => name !== 'operations' && name !== 'map',
  });
  exchange.form = form;
  const operation = objectIn(form, 'operations');
  placeFiles(operation, objectIn(form, 'map'), form);
  const { query, operationName, variables, extensions } = operation;
  return {
    query: query as string,
    ...(operationName == null ? {} : { operationName: operationName as string }),
    variables: (variables ?? {}) as Record<string, unknown>,
    ...(extensions == null ? {} : { extensions: extensions as Record<string, unknown> }),
  };
}

/** A file that is not taken does not fail the request: the mutation that wants it says why, as data. */
function keepingRefusals(sink: FileSink): FileSink {
  return async (stream, about) => {
    try {
      return await sink(stream, about);
    } catch (error) {
      if (error instanceof LoupeError && error.code !== 'UPLOAD_INCOMPLETE') return new RefusedFile(error);
      throw error;
    }
  };
}

const refuseStranger: FileSink = async () =>
  new RefusedFile(new LoupeError('UNAUTHENTICATED', 'Log in, or send the header ApiKey, to upload files.'));

function objectIn(form: Form, name: string): Record<string, unknown> {
  const source = form.fields.get(name)?.[0];
  if (source === undefined) throw badInput(name, `this part is missing; send it ${SPECIFICATION}`);
  const value = parseJson(source, name);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw badInput(
    name,
    name === 'operations' && Array.isArray(value)
      ? 'must be one operation, not a list'
      : `must be a JSON object, ${SPECIFICATION}`,
  );
}

/** Puts each file where the map says, for example at `variables.file`. */
function placeFiles(operation: object, map: Readonly<Record<string, unknown>>, form: Form): void {
  for (const [name, paths] of Object.entries(map)) {
    if (!Array.isArray(paths)) throw badInput(`map.${name}`, 'must be a list of paths');
    const file = form.files.find((each) => each.name === name)?.file;
    if (file === undefined) throw badInput(name, 'this file is in the map but not in the request');
    for (const path of paths) place(operation, String(path), new Upload(file));
  }
}

function place(operation: object, path: string, upload: Upload): void {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let at: unknown = operation;
  for (const step of steps) at = isHolder(at, step) ? at[step] : undefined;
  if (!isHolder(at, last)) throw badInput('map', `"${path.slice(0, 100)}" is no path in the operations`);
  at[last] = upload;
}

function isHolder(value: unknown, member: string): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, member);
}
