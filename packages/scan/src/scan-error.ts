/** Reasons for which a page cannot scan; `message` says what to do, in the language of the reader. */
import type { PackErrorCode } from '../../engine-wasm/src/index.js';
import { sentenceOf } from './sentences.js';

export type ScanErrorCode =
  | PackErrorCode
  | 'CAMERA_LOST'
  | 'CAMERA_REFUSED'
  | 'NO_CAMERA'
  | 'NO_PACK_NAMED'
  | 'PACK_AWAY'
  | 'WORKER_AWAY';

export class ScanError extends Error {
  readonly code: ScanErrorCode;

  constructor(code: ScanErrorCode, language: string) {
    super(sentenceOf(code, language));
    this.name = 'ScanError';
    this.code = code;
  }
}

/** Takes the place of the engine's own in these programs. */
export class PackError extends Error {
  constructor(readonly code: ScanErrorCode) {
    super(code);
  }
}
