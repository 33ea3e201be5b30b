/** A file of an archive of pictures. */
import { validateFileName } from 'yauzl';
import { LoupeError } from '../../kernel/errors.js';

export interface ArchivedPicture {
  /** Path in the archive. */
  readonly fileName: string;
  /**
   * @param refusal what to say of a file that is larger
   * @throws LoupeError PAYLOAD_TOO_LARGE, INVALID_IMAGE or UNSUPPORTED_MEDIA when the archive is damaged there
   */
  readonly read: (maxBytes: number, refusal?: string) => Promise<Buffer>;
}

export const FILE_TOO_LARGE = 'The file in the archive is too large. Scale the picture down.';

/** Whether a path is that of a file, and of none that systems add by themselves. */
export function isPicture(fileName: string): boolean {
  const name = fileName.split('/').at(-1) ?? '';
  return name !== '' && !name.startsWith('.') && name !== 'Thumbs.db' && !fileName.startsWith('__MACOSX/');
}

/**
 * A path of an archive, which becomes an id.
 *
 * @throws LoupeError UNSUPPORTED_MEDIA for one that begins at a root or leads out of the archive, and for `__proto__`
 */
export function requirePathWithin(fileName: string): string {
  const path = fileName.replaceAll('\\', '/');
  const isWithin = validateFileName(path) === null && !path.split('/').includes('__proto__');
  if (isWithin) return fileName;
  throw new LoupeError(
    'UNSUPPORTED_MEDIA',
    `The archive holds the path “${path.slice(0, 100)}”, which is no path within it. Pack the files under plain paths.`,
  );
}
