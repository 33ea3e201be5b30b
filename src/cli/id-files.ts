/** Files of ids, one a line. */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileNotFound } from './picture-files.js';

/** The ids of a file, without empty lines; `-` is standard input. @throws LoupeError NOT_FOUND */
export async function idsIn(path: string): Promise<readonly string[]> {
  const content =
    path === '-'
      ? await text(process.stdin)
      : await readFile(path, 'utf8').catch(() => {
          throw fileNotFound(path);
        });
  return content.split(/\r?\n/).filter((line) => line !== '');
}
