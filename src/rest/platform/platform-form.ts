/** The platform's multipart requests: one file, and at most one part that carries JSON. */
import type { z } from 'zod';
import { badInput, LoupeError } from '../../kernel/errors.js';
import { type Form, isMultipart, readForm } from '../../http/multipart/form-reader.js';
import type { PartHeaders } from '../../http/multipart/part-headers.js';
import type { UploadedFile } from '../../media/uploads/received-file.js';
import type { Call } from './call.js';
import { parseJson } from '../../http/json-text.js';
import { withCanonicalIds } from './call.js';
import { readMembers } from '../shared/members.js';

/** Parts of these names carry JSON, even when a browser gives them a file name. */
const jsonPartNames = new Set(['document', 'query', 'picture', 'icon']);

export interface FormLimits {
  readonly maxFileBytes: number;
  /** Names of the parts that are files, each one of them; one of any other name where they are not given. */
  readonly fileNames?: readonly string[];
}

export class PlatformForm {
  constructor(private readonly form: Form) {}

  /** @throws LoupeError BAD_USER_INPUT when no file was sent */
  get file(): UploadedFile {
    const sent = this.form.files.find(({ name }) => name.toLowerCase() === 'file') ?? this.form.files[0];
    if (!sent) throw badInput('file', 'is missing; send the file as a multipart part named "file"');
    return sent.file;
  }

  /** @throws LoupeError BAD_USER_INPUT when no file of the name was sent */
  named(name: string): UploadedFile {
    const sent = this.form.files.find((one) => one.name.toLowerCase() === name);
    if (!sent) throw badInput(name, `is missing; send the file as a multipart part named "${name}"`);
    return sent.file;
  }

  /** The members of the JSON part. @throws LoupeError BAD_USER_INPUT */
  async members<Shape extends z.ZodRawShape>(partName: string, schema: z.ZodObject<Shape>) {
    const source = this.text(partName);
    if (source === null)
      throw badInput(partName, `is missing; send JSON as a multipart part named "${partName}"`);
    return readMembers(schema, withCanonicalIds(await parseJson(source, partName)));
  }

  /** As `members`, with an absent or empty part taken for an empty object. */
  async optionalMembers<Shape extends z.ZodRawShape>(partName: string, schema: z.ZodObject<Shape>) {
    const source = this.text(partName);
    const json = source === null || source.trim() === '' ? {} : await parseJson(source, partName);
    return readMembers(schema, withCanonicalIds(json));
  }

  /** The text of a part; null when it was not sent. */
  text(partName: string): string | null {
    for (const [name, values] of this.form.fields) {
      if (name.toLowerCase() === partName) return values[0] ?? null;
    }
    return null;
  }
}

/**
 * Reads the form, hands it over and discards its files at the end, whatever happened.
 *
 * @throws LoupeError UNSUPPORTED_MEDIA when the body is not multipart
 */
export async function withForm<T>(
  call: Call,
  use: (form: PlatformForm) => Promise<T>,
  { maxFileBytes, fileNames }: FormLimits = call.context,
): Promise<T> {
  const { request, context } = call;
  requireMultipart(call);
  const form = await readForm(request.raw, {
    sink: (stream, about) => context.services.uploads.receive(stream, about),
    maxFileBytes,
    maxFiles: fileNames?.length ?? 1,
    isFile: fileNames === undefined ? isFile : ({ name }) => fileNames.includes(name.toLowerCase()),
  });
  try {
    return await use(new PlatformForm(form));
  } finally {
    await form.discard();
  }
}

function requireMultipart({ request }: Call): void {
  if (isMultipart(request.headers['content-type'])) return;
  throw new LoupeError('UNSUPPORTED_MEDIA', 'Send the file as multipart/form-data, in a part named "file".');
}

function isFile({ name, fileName, disposition, contentType }: PartHeaders): boolean {
  if (jsonPartNames.has(name.toLowerCase())) return false;
  const isText =
    contentType === null || contentType.startsWith('text/') || contentType === 'application/json';
  return fileName !== null || disposition === 'attachment' || name.toLowerCase() === 'file' || !isText;
}
