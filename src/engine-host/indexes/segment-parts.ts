/** What the file of an index's segment consists of. */
import { addon } from '../native.js';
import { toEngineError } from '../engine-error.js';

export interface SegmentParts {
  /** The hot part: bytes from the beginning of the file. */
  readonly hotBytes: number;
  /** The signatures, which only verification needs, to its end. */
  readonly signatureBytes: number;
}

/** Bytes of the header, which describes the parts of a file. */
export const SEGMENT_HEADER_BYTES = addon.segmentHeaderBytes;

/** @throws EngineError SNAPSHOT_CORRUPT when the bytes are not the start of such a file */
export function segmentParts(header: Buffer): SegmentParts {
  try {
    return addon.segmentParts(header);
  } catch (error) {
    throw toEngineError(error);
  }
}
