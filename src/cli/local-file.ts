/** Files of this machine as services take them. */
import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename, isAbsolute, relative, resolve } from 'node:path';
import { badInput, LoupeError } from '../kernel/errors.js';
import type { UploadedFile } from '../media/uploads/uploaded-file.js';
import { fileNotFound } from './picture-files.js';

/**
 * A file that a list names, in a folder.
 *
 * @throws LoupeError BAD_USER_INPUT for a name that leads out of the folder, NOT_FOUND, PAYLOAD_TOO_LARGE
 */
export async function openInFolder(folder: string, name: string, maxBytes: number): Promise<UploadedFile> {
  const path = resolve(folder, name);
  const inside = relative(resolve(folder), path);
  if (inside.startsWith('..') || isAbsolute(inside)) {
    throw badInput('File', `leads out of the folder of the files: ${name.slice(0, 100)}`);
  }
  const facts = await stat(path).catch(() => null);
  if (facts === null || !facts.isFile()) throw fileNotFound(path);
  if (facts.size > maxBytes) {
    const mostMb = Math.floor(maxBytes / (1024 * 1024));
    throw new LoupeError('PAYLOAD_TOO_LARGE', `${path} has more than ${mostMb} MB (LOUPE_MAX_DOCUMENT_MB).`);
  }
  const bytes = await readFile(path);
  return {
    sizeBytes: bytes.length,
    sha256: hash('sha256', bytes, 'hex'),
    originalName: basename(path),
    declaredType: null,
    bytes: async () => bytes,
    path: async () => path,
    discard: async () => undefined,
  };
}
