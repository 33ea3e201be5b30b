/** Reads a whole form: small fields into memory, files through the intake, everything within limits. */
import type { IncomingMessage } from 'node:http';
import { badInput, LoupeError } from '../../kernel/errors.js';
import type { UploadedFile } from '../../media/uploads/received-file.js';
import { openBody } from '../body.js';
import { readAway } from '../read-away.js';
import { charsetOf, decodeText, xmlCharsetOf } from '../text.js';
import { parseHeaderValue } from './header-value.js';
import { MultipartReader, type Part } from './multipart-reader.js';
import type { PartHeaders } from './part-headers.js';
import { withoutTransferEncoding } from './transfer-encoding.js';

const MAX_PARTS = 1000;
const MAX_FIELD_BYTES = 2 * 1024 * 1024;
const MAX_FIELDS_TOTAL_BYTES = 8 * 1024 * 1024;

/** Takes the bytes of a file part. */
export type FileSink = (
  stream: AsyncIterable<Buffer>,
  about: {
    readonly maxBytes: number;
    readonly originalName: string | null;
    readonly declaredType: string | null;
  },
) => Promise<UploadedFile>;

export interface FormRules {
  readonly sink: FileSink;
  readonly maxFileBytes: number;
  readonly maxFiles: number;
  /** Whether a part is a file; every other part is a text field. */
  readonly isFile: (part: PartHeaders) => boolean;
}

export interface Form {
  /** Values by field name as sent; repeated fields keep their order. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly { readonly name: string; readonly file: UploadedFile }[];
  discard(): Promise<void>;
}

export function isMultipart(contentType: string | undefined): boolean {
  return contentType !== undefined && /^\s*multipart\//i.test(contentType);
}

/**
 * Reads the multipart body of a request, also of a GET. Files that were received are discarded when it fails.
 *
 * @throws LoupeError BAD_USER_INPUT, PAYLOAD_TOO_LARGE, or what the sink throws
 */
export async function readForm(request: IncomingMessage, rules: FormRules): Promise<Form> {
  const boundary = parseHeaderValue(request.headers['content-type'] ?? '').parameters.get('boundary');
  if (boundary === undefined || boundary === '') {
    throw badInput(
      'Content-Type',
      'multipart needs a boundary, for example multipart/form-data; boundary=abc',
    );
  }
  const { bytes: source, stop } = await openBody(request);
  const maxTotalBytes = rules.maxFileBytes * rules.maxFiles + MAX_FIELDS_TOTAL_BYTES;
  const collector = new FormCollector(rules, charsetOf(request.headers['content-type']));
  try {
    let count = 0;
    for await (const part of new MultipartReader(source, boundary, maxTotalBytes).parts()) {
      if (++count > MAX_PARTS) throw badInput('body', `holds more than ${MAX_PARTS} parts`);
      await collector.take(withoutTransferEncoding(part));
    }
    await source.return?.();
    stop();
    // Some senders announce more than they send: what follows the form is dropped and not waited for.
    request.resume();
    return collector;
  } catch (error) {
    await collector.discard();
    await source.return?.();
    stop();
    await readAway(request);
    throw error;
  }
}

class FormCollector implements Form {
  readonly fields = new Map<string, string[]>();
  readonly files: { name: string; file: UploadedFile }[] = [];
  private fieldBytes = 0;

  constructor(
    private readonly rules: FormRules,
    /** Of parts that declare none. */
    private readonly charset: string | null,
  ) {}

  async take(part: Part): Promise<void> {
    if (this.rules.isFile(part.headers)) return this.takeFile(part);
    const { name } = part.headers;
    const bytes = await this.readField(part);
    if (isForeignFile(part.headers)) return;
    const charset = part.headers.charset ?? xmlCharsetOf(bytes) ?? this.charset;
    const values = this.fields.get(name) ?? [];
    values.push(decodeText(bytes, charset, name || 'body'));
    this.fields.set(name, values);
  }

  async discard(): Promise<void> {
    await Promise.all(this.files.map(({ file }) => file.discard()));
  }

  private async takeFile({ headers, body }: Part): Promise<void> {
    if (this.files.length >= this.rules.maxFiles) {
      throw badInput(headers.name || 'file', `send at most ${this.rules.maxFiles} file(s) in one request`);
    }
    const file = await this.rules.sink(body, {
      maxBytes: this.rules.maxFileBytes,
      originalName: headers.fileName === '' ? null : headers.fileName,
      declaredType: headers.contentType,
    });
    this.files.push({ name: headers.name, file });
  }

  private async readField({ headers, body }: Part): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of body) {
      length += chunk.length;
      this.fieldBytes += chunk.length;
      if (length > MAX_FIELD_BYTES || this.fieldBytes > MAX_FIELDS_TOTAL_BYTES) {
        throw new LoupeError('PAYLOAD_TOO_LARGE', `The field "${headers.name}" is too large.`);
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

/** A file that nobody asked for: it is not part of the form, and need not be a text. */
function isForeignFile({ fileName, contentType }: PartHeaders): boolean {
  return fileName !== null && contentType !== null && !/^text\/|\b(json|xml)$/.test(contentType);
}
