/** Why a pack or the module cannot be used; each code has one remedy, which the message says. */
export type PackErrorCode =
  | 'PACK_DAMAGED'
  | 'PACK_EXPIRED'
  | 'PACK_FOREIGN'
  | 'PACK_INCOMPLETE'
  | 'PACK_NEWER'
  | 'PACK_NOT_YET'
  | 'ENGINE_FAILED'
  | 'OUT_OF_MEMORY'
  | 'UNSUPPORTED_BROWSER';

const REMEDIES: Readonly<Record<PackErrorCode, string>> = {
  PACK_DAMAGED: 'Fetch the pack again.',
  PACK_EXPIRED: 'Connect to the network and fetch a new pack.',
  PACK_FOREIGN: 'Use the public key of the server that made the pack.',
  PACK_INCOMPLETE: 'Fetch the rest of the pack.',
  PACK_NEWER: 'Load the newest version of this page.',
  PACK_NOT_YET: 'Set the clock of this device.',
  ENGINE_FAILED: 'Load this page again.',
  OUT_OF_MEMORY: 'Close other pages, or use a smaller pack.',
  UNSUPPORTED_BROWSER: 'Use a newer browser.',
};

/** An expected failure; `message` says what is wrong and what to do. */
export class PackError extends Error {
  readonly code: PackErrorCode;

  constructor(code: PackErrorCode, what: string) {
    super(`${what} ${REMEDIES[code]}`);
    this.name = 'PackError';
    this.code = code;
  }
}
