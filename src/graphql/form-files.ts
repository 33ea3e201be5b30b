/** The files of one multipart request, received one after the other as they arrive. */
import type { Readable } from 'node:stream';
import { badInput } from '../kernel/errors.js';
import type { FileSink } from '../http/multipart/form-reader.js';
import type { UploadedFile } from '../media/uploads/received-file.js';
import type { FormRules } from './form-rules.js';

export class FormFiles {
  private readonly receiving = new Map<string, Promise<UploadedFile>>();
  private readonly received = new Map<string, UploadedFile>();

  constructor(
    private readonly rules: FormRules,
    private readonly sink: FileSink,
    private readonly maxBytes: number,
  ) {}

  /** Reads the stream to its end, whatever becomes of the file: the parser waits for that. */
  take(
    name: string,
    stream: Readable,
    { filename, mimeType }: { filename?: string; mimeType: string },
  ): void {
    if (!this.rules.fileNames.has(name) || this.receiving.has(name)) {
      stream.on('error', () => undefined).resume();
      return;
    }
    const about = { maxBytes: this.maxBytes, originalName: filename || null, declaredType: mimeType };
    const bytes = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    const file = this.sink(bytes, about).finally(() => stream.resume());
    file.catch(() => undefined);
    this.receiving.set(name, file);
  }

  /** @throws LoupeError BAD_USER_INPUT for a file that the map names and the form lacks; what the sink threw */
  async requireAll(): Promise<void> {
    for (const name of this.rules.fileNames) {
      const file = await this.receiving.get(name);
      if (file === undefined) throw badInput(name, 'this file is in the map but not in the request');
      this.received.set(name, file);
    }
  }

  /** One that `requireAll` found. */
  of(name: string): UploadedFile {
    const file = this.received.get(name);
    if (file === undefined) throw badInput(name, 'this file is in the map but not in the request');
    return file;
  }

  async discard(): Promise<void> {
    const files = await Promise.allSettled(this.receiving.values());
    for (const each of files) if (each.status === 'fulfilled') await each.value.discard();
  }
}
