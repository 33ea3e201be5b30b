/** Parameters of a form together with its files, as both surfaces of the engine take them. */
import { LoupeError } from '../../kernel/errors.js';
import type { UploadedFile } from '../../media/uploads/received-file.js';
import { Parameters } from './parameters.js';

const base64 = /^[\w+/=\s-]*$/;

export interface NamedFile {
  readonly name: string;
  readonly file: UploadedFile;
}

export class FormParameters extends Parameters {
  private readonly files: NamedFile[] = [];

  addFile(part: NamedFile): void {
    this.files.push(part);
  }

  /** @param name in lower case; parts match without case */
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

  /**
   * The `dna`, undefined when absent: base64, also URL-safe, also with pluses that a form took for blanks, as a text or
   * as a file; or the bytes themselves as a file.
   */
  async dna(): Promise<Buffer | undefined> {
    const bytes = await this.file('dna')?.bytes();
    const text = bytes === undefined ? this.get('dna') : bytes.toString('latin1');
    if (text === null || (bytes !== undefined && !base64.test(text))) return bytes;
    return Buffer.from(text.trim().replaceAll(' ', '+'), 'base64');
  }

  async discard(): Promise<void> {
    await Promise.all(this.files.map(({ file }) => file.discard()));
  }
}
