/**
 * Reads the form of a GraphQL multipart request by `graphql-upload-minimal`. That hands out files as streams which wait for a
 * resolver, and a stream that nobody reads holds the request for ever; here every file is taken into the intake while the
 * form arrives, before its document runs.
 */
import { processRequest, Upload as Expected } from 'graphql-upload-minimal';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { badInput, LoupeError } from '../kernel/errors.js';
import { openBody } from '../http/body.js';
import type { FileSink } from '../http/multipart/form-reader.js';
import { readAway } from '../http/read-away.js';
import { FormFiles } from './form-files.js';
import { FormRules } from './form-rules.js';
import { withPlainFields } from './plain-fields.js';
import { Upload } from './upload.js';

const MAX_FIELD_BYTES = 2 * 1024 * 1024;
/** The library asks it whether files may still be read, which they are not through the library. */
const NO_RESPONSE = null as unknown as ServerResponse;
/** Beside the files: the fields, the headers of parts, and what is skipped. */
const MAX_OTHER_BYTES = 8 * 1024 * 1024;

export interface OperationsFormLimits {
  readonly sink: FileSink;
  readonly maxFileBytes: number;
  readonly maxFiles: number;
}

export interface OperationsForm {
  /** With an `Upload` wherever the map puts a file. */
  readonly operation: Record<string, unknown>;
  /** Removes the files. */
  discard(): Promise<void>;
}

/**
 * Files that were received are discarded when it fails.
 *
 * @throws LoupeError BAD_USER_INPUT, PAYLOAD_TOO_LARGE, UPLOAD_INCOMPLETE, or what the sink throws
 */
export async function readOperationsForm(
  request: IncomingMessage,
  { sink, maxFileBytes, maxFiles }: OperationsFormLimits,
): Promise<OperationsForm> {
  const body = await openBody(request);
  const bytes = within(body.bytes, maxFileBytes * maxFiles + MAX_OTHER_BYTES);
  const source = Readable.from(withPlainFields(bytes, request.headers['content-type']), {
    objectMode: false,
  });
  const rules = new FormRules(maxFiles);
  const files = new FormFiles(rules, sink, maxFileBytes);
  let parsed: Promise<void> = Promise.resolve();
  let failure: unknown;
  const onFailure = (error: unknown) => (failure ??= error);
  source.once('error', onFailure);
  const pipe = source.pipe.bind(source);
  source.pipe = <Parser extends NodeJS.WritableStream>(parser: Parser): Parser => {
    parsed = watch(parser as unknown as Writable, { rules, files, onFailure });
    return pipe(parser);
  };
  try {
    // One byte more than is kept: the parser takes a file that just fits for one that was cut off.
    const limits = { maxFieldSize: MAX_FIELD_BYTES, maxFileSize: maxFileBytes + 1, maxFiles };
    const asRequest = Object.assign(source, { headers: request.headers }) as unknown as IncomingMessage;
    const operation = (await processRequest(asRequest, NO_RESPONSE, limits)) as unknown;
    await parsed;
    await files.requireAll();
    placeUploads(operation as object, files);
    body.stop();
    // What follows a packed body is dropped.
    request.resume();
    return { operation: operation as Record<string, unknown>, discard: () => files.discard() };
  } catch (error) {
    source.destroy();
    body.stop();
    await files.discard();
    await readAway(request);
    throw failure === undefined ? refusalOf(error) : brokenOff(failure);
  }
}

async function* within(bytes: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > maxBytes) {
      throw new LoupeError('PAYLOAD_TOO_LARGE', `The request is larger than ${maxBytes} bytes.`);
    }
    yield chunk;
  }
}

type FieldFacts = { readonly valueTruncated: boolean };
type FieldListener = (name: string, text: string | undefined, facts: FieldFacts) => void;

interface Watching {
  readonly rules: FormRules;
  readonly files: FormFiles;
  readonly onFailure: (error: unknown) => void;
}

/** Puts the rules before the library's own reading of fields, and takes each file. @returns once the form was read */
function watch(parser: Writable, { rules, files, onFailure }: Watching): Promise<void> {
  const listeners = parser.listeners('field') as FieldListener[];
  parser.removeAllListeners('field');
  parser.on('field', (...[name, text, facts]: Parameters<FieldListener>) => {
    if (parser.destroyed) return;
    try {
      if (!facts.valueTruncated) rules.requireField(name, text);
    } catch (error) {
      // First of all: what else stands in the same bytes goes through the parser, although it is destroyed.
      onFailure(error);
      parser.destroy(error as Error);
      return;
    }
    for (const listener of listeners) listener(name, text, facts);
  });
  parser.on(
    'file',
    (name: string | undefined, stream: Readable, facts: { filename?: string; mimeType: string }) => {
      if (parser.destroyed) stream.resume();
      else files.take(name ?? '', stream, facts);
    },
  );
  const parsed = finished(parser);
  parsed.catch(() => undefined);
  return parsed;
}

/** In the operation the library has put something of its own that stands for each file. */
function placeUploads(operation: object, files: FormFiles): void {
  const open = [operation as Record<string, unknown>];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    for (const [member, value] of Object.entries(holder)) {
      if (value instanceof Expected) holder[member] = new Upload(files.of(value.file?.fieldName ?? ''));
      else if (typeof value === 'object' && value !== null) open.push(value as Record<string, unknown>);
    }
  }
}

/** What the parser says of a form that it cannot read. */
const PARSER_MESSAGE = /^(?:Malformed|Missing|Unsupported) /;

/** What reading the body itself has thrown. */
function brokenOff(error: unknown): unknown {
  if (error instanceof LoupeError) return error;
  const advice = 'The upload was interrupted. Send the file again.';
  return new LoupeError('UPLOAD_INCOMPLETE', advice, {}, { cause: error });
}

function refusalOf(error: unknown): unknown {
  if (error instanceof LoupeError || !(error instanceof Error)) return error;
  const { message } = error;
  const status = 'status' in error ? error.status : null;
  if (message.startsWith('Multipart: Boundary not found')) {
    return badInput(
      'Content-Type',
      'multipart needs a boundary, for example multipart/form-data; boundary=abc',
    );
  }
  if (message.startsWith('Unexpected end of ')) {
    const advice = 'The multipart body ends before its closing boundary. Send the whole file again.';
    return new LoupeError('UPLOAD_INCOMPLETE', advice);
  }
  if (status === 499) return brokenOff(error);
  if (status === 413) return new LoupeError('PAYLOAD_TOO_LARGE', message);
  return status !== null || PARSER_MESSAGE.test(message) ? badInput('body', message) : error;
}
