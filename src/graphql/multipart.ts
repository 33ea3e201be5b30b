/** Uploads by the GraphQL multipart request specification: who may send them, and how much of them is kept. */
import type { FastifyRequest } from 'fastify';
import type { Plugin } from 'graphql-yoga';
import { LoupeError } from '../kernel/errors.js';
import { type FileSink, isMultipart } from '../http/multipart/form-reader.js';
import { CONSOLE_HEADER } from '../http/session-cookie.js';
import { type OperationsForm, readOperationsForm } from './operations-form.js';
import { requestRefusal } from './request-errors.js';
import { RefusedFile } from './upload.js';

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

/** A request on its way through GraphQL, with the form that was read of it. */
export interface MultipartExchange {
  /** Not `request`: Yoga puts its own, of the Fetch API, under that name. */
  readonly fastifyRequest: FastifyRequest;
  form: OperationsForm | null;
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
  const form = await readOperationsForm(exchange.fastifyRequest.raw, {
    sink: keptBytes === null ? refuseStranger : keepingRefusals(options.sink),
    maxFileBytes: keptBytes ?? maxFileBytes,
    maxFiles,
  });
  exchange.form = form;
  const { query, operationName, variables, extensions } = form.operation;
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
