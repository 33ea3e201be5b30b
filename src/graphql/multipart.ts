/** Uploads by the GraphQL multipart request specification, streamed: files never sit in memory whole. */
import { GraphQLError } from 'graphql';
import { processRequest } from 'graphql-upload-minimal';
import type { Plugin } from 'graphql-yoga';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readAway } from '../http/read-away.js';

/**
 * Headers that a web page of another site cannot send without asking first (a CORS preflight). A multipart request
 * needs one of them, because browsers send bare multipart forms anywhere without asking.
 */
const PREFLIGHTED_HEADERS = [
  'authorization',
  'apikey',
  'graphql-require-preflight',
  'apollo-require-preflight',
];

export interface RawExchange {
  readonly rawRequest: IncomingMessage;
  readonly rawResponse: ServerResponse;
}

export interface MultipartOptions {
  readonly maxFileBytes: number;
  readonly maxFiles: number;
}

function refusal(status: number, code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status } } });
}

export function useMultipart(options: MultipartOptions): Plugin<RawExchange, RawExchange> {
  return {
    onRequestParse({ request, serverContext, setRequestParser }) {
      const type = request.headers.get('content-type') ?? '';
      if (!/^multipart\/form-data/i.test(type)) return;
      if (!PREFLIGHTED_HEADERS.some((name) => request.headers.has(name))) {
        throw refusal(
          400,
          'BAD_USER_INPUT',
          `Send one of these headers with a multipart request: ${PREFLIGHTED_HEADERS.join(', ')}.`,
        );
      }
      setRequestParser(async () => {
        try {
          const { maxFileBytes, maxFiles } = options;
          const parsed = await processRequest(serverContext.rawRequest, serverContext.rawResponse, {
            maxFileSize: maxFileBytes,
            maxFiles,
          });
          if (Array.isArray(parsed)) {
            throw refusal(400, 'BAD_USER_INPUT', 'Send one operation in a multipart request, not a list.');
          }
          const { query, operationName, variables } = parsed;
          return {
            query,
            ...(operationName == null ? {} : { operationName }),
            variables: (variables ?? {}) as Record<string, unknown>,
          };
        } catch (error) {
          await readAway(serverContext.rawRequest);
          if (error instanceof GraphQLError) throw error;
          const status = error instanceof Error && 'status' in error ? Number(error.status) : 400;
          const message = error instanceof Error ? error.message : 'The multipart request cannot be read.';
          throw refusal(status, status === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_USER_INPUT', message);
        }
      });
    },
  };
}
