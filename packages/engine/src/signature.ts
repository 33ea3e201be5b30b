import type { Grade } from '../../../src/engine-host/types.js';

/** What the engine knows of a picture: keypoints with their descriptors, and how it looks as a whole. */
export interface Signature {
  /** Versioned and checksummed; another version of the engine refuses it with DNA_VERSION. */
  readonly dna: Buffer;
  readonly keypointCount: number;
  /** How well it will be recognized as a reference. */
  readonly grade: Grade;
  /** False when the picture holds too little detail to be recognized at all. */
  readonly isRecognizable: boolean;
}

/** Where a signature was kept, it is given instead of the picture. */
export function isSignature(given: unknown): given is Signature {
  return typeof given === 'object' && given !== null && 'dna' in given && Buffer.isBuffer(given.dna);
}
