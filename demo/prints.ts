/**
 * The files of the demo: its magazine, its poster, and a photo of a page, as `npm run demo:prints` draws them from the sources in
 * `packages/bench`.
 */
import { readFile } from 'node:fs/promises';

/** Page of the magazine, from 0, that `photo.jpg` shows. */
export const PHOTOGRAPHED_PAGE = 4;
export const PHOTO = 'photo.jpg';

/** Where they lie, in the clone as well as beside the compiled program. */
export const PRINTS = new URL('prints/', import.meta.url);

export function readPrint(fileName: string): Promise<Buffer> {
  return readFile(new URL(fileName, PRINTS));
}

/** A phone's photo of one page of the magazine. */
export function readPhoto(): Promise<Buffer> {
  return readPrint(PHOTO);
}
