/** Answers requests that no surface gets to see, because they cannot be read, in the form of the one they are meant for. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_CODES } from 'node:http';
import { LoupeError } from '../kernel/errors.js';
import { errorsOf } from '../graphql/request-errors.js';
import type { AnswersUnparsable } from '../http/server.js';
import { statusOf } from '../rest/engine-v2/register.js';
import { PROBLEM_TYPE, problemBody } from '../rest/engine-v3/register.js';
import { errorBody } from '../rest/platform/errors.js';

const JSON_TYPE = 'application/json; charset=utf-8';
/** The beginning of the first line of a request. */
const REQUEST_LINE = /^[A-Z]{1,20} (\S{1,2000})/;

interface Form {
  readonly addresses: RegExp;
  readonly type: string;
  /** HTTP status where it is always the same. */
  readonly status?: number;
  readonly bodyOf: (error: LoupeError) => object;
}

const platformForm: Form = { addresses: /^/, type: JSON_TYPE, bodyOf: errorBody };
const forms: readonly Form[] = [
  { addresses: /^\/api\/v3\/engine\b/i, type: PROBLEM_TYPE, bodyOf: problemBody },
  { addresses: /^\/graphql\b/i, type: JSON_TYPE, bodyOf: errorsOf },
  {
    addresses: /^(\/api\/v2(\.0)?|\/v2)?\/(engine|ltu)(modify|query)\b/i,
    type: JSON_TYPE,
    status: 200,
    bodyOf: statusOf,
  },
];

function answerFor(address: string, error: LoupeError) {
  const {
    type,
    status = error.status,
    bodyOf,
  } = forms.find(({ addresses }) => addresses.test(address)) ?? platformForm;
  return { status, type, text: JSON.stringify(bodyOf(error)) };
}

/** Answers a request whose path cannot be decoded or holds a part that is too long. */
export function sendUnroutable(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const isTooLong = 'code' in error && error.code === 'FST_ERR_MAX_PARAM_LENGTH';
  const message = isTooLong
    ? 'A part of the path is too long.'
    : 'The path of the address holds escapes that are not UTF-8.';
  const { status, type, text } = answerFor(request.raw.url ?? '', new LoupeError('BAD_USER_INPUT', message));
  reply.code(status).type(type).send(text);
}

/** Answers what is no HTTP, for example an address with letters that were not escaped. */
export const answerUnparsable: AnswersUnparsable = (error, socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const start = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1', 0, 4096) : '';
  const address = REQUEST_LINE.exec(start)?.[1] ?? '';
  const { status, type, text } = answerFor(address, refusalOf(error.code ?? '', address));
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      `Content-Type: ${type}`,
      `Content-Length: ${Buffer.byteLength(text)}`,
      'Connection: close',
      '',
      text,
    ].join('\r\n'),
  );
};

function refusalOf(code: string, address: string): LoupeError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new LoupeError('PAYLOAD_TOO_LARGE', 'The address and headers of the request are too long.');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new LoupeError('UPLOAD_INCOMPLETE', 'The request did not arrive in time. Send it again.');
  }
  const message = /[^\x20-\x7e]/.test(address)
    ? 'The address contains characters that must be escaped as UTF-8, for example %C3%A9 for é.'
    : 'The request is not valid HTTP.';
  return new LoupeError('BAD_USER_INPUT', message);
}
