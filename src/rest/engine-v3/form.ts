/** Multipart bodies of the engine's management interface. */
import { LoupeError } from '../../errors.js';
import { isMultipart, readForm } from '../../http/multipart/form-reader.js';
import type { UploadedFile } from '../../media/uploaded-file.js';
import { CaselessValues } from '../caseless.js';
import type { EngineCall } from './call.js';

const MAX_FILES = 2;

export class EngineForm {
  constructor(
    private readonly values: CaselessValues,
    private readonly files: readonly { readonly name: string; readonly file: UploadedFile }[],
  ) {}

  /** null when absent or empty. */
  text(name: string): string | null {
    return this.values.get(name);
  }

  /** @throws LoupeError MISSING_PARAMETER */
  required(name: string): string {
    const value = this.text(name);
    if (value === null)
      throw new LoupeError('MISSING_PARAMETER', `${name} is missing.`, { [name]: ['is missing'] });
    return value;
  }

  /** The values of a repeated part, without empty ones; undefined when it was not sent. */
  list(name: string): readonly string[] | undefined {
    return this.values.has(name) ? this.values.all(name).filter((value) => value !== '') : undefined;
  }

  file(name: string): UploadedFile | undefined {
    return this.files.find((part) => part.name.toLowerCase() === name)?.file;
  }

  /** @throws LoupeError MISSING_PARAMETER */
  requiredFile(name: string): UploadedFile {
    const file = this.file(name);
    if (file !== undefined) return file;
    const message = `${name} is missing; send the file as a multipart part of this name.`;
    throw new LoupeError('MISSING_PARAMETER', message, { [name]: ['is missing'] });
  }

  /** The picture as `image` or as `dna` (base64); the services refuse none and both. */
  source(): { image?: UploadedFile; dna?: Buffer } {
    const image = this.file('image');
    const dna = this.text('dna');
    return {
      ...(image === undefined ? {} : { image }),
      ...(dna === null ? {} : { dna: Buffer.from(dna.trim().replaceAll(' ', '+'), 'base64') }),
    };
  }
}

/** Reads the form, hands it over and discards its files at the end, whatever happened. @throws LoupeError UNSUPPORTED_MEDIA */
export async function withEngineForm<T>(
  call: EngineCall,
  fileNames: readonly string[],
  use: (form: EngineForm) => Promise<T>,
  maxFileBytes = call.context.maxFileBytes,
): Promise<T> {
  if (!isMultipart(call.request.headers['content-type'])) {
    throw new LoupeError('UNSUPPORTED_MEDIA', 'Send a multipart/form-data body.');
  }
  const form = await readForm(call.request.raw, {
    sink: (stream, about) => call.services.uploads.receive(stream, about),
    maxFileBytes,
    maxFiles: MAX_FILES,
    isFile: ({ name, fileName }) => fileName !== null || fileNames.includes(name.toLowerCase()),
  });
  const values = new CaselessValues(call.request.query);
  for (const [name, texts] of form.fields) for (const text of texts) values.add(name, text);
  try {
    return await use(new EngineForm(values, form.files));
  } finally {
    await form.discard();
  }
}
