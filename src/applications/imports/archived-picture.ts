/** A file of an archive of pictures. */
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
