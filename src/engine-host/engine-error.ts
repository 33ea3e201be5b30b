/** Codes of expected failures of the vision facade; the native engine uses the same words. */
const ENGINE_ERROR_CODES = [
  'INVALID_ARGUMENT',
  'INVALID_IMAGE',
  'IMAGES_DO_NOT_MATCH',
  'DNA_CORRUPT',
  'DNA_VERSION',
  'DUPLICATE_KEY',
  'UNKNOWN_KEY',
  'QUEUE_FULL',
  'ABORTED',
  'CLOSED',
  'SNAPSHOT_CORRUPT',
  'SNAPSHOT_STALE',
  'FOLDER_LOCKED',
  'STORAGE',
  /** A search needs signatures that have not been fetched yet. Never leaves this folder. */
  'SIGNATURES_AWAY',
  /** No searcher answers. */
  'UNREACHABLE',
  /** A searcher does not have a change yet that the search must find. */
  'BEHIND',
  /** What is asked for does not fit into a message to a searcher. */
  'TOO_LARGE',
  'INTERNAL',
] as const;

export type EngineErrorCode = (typeof ENGINE_ERROR_CODES)[number];

/** An expected failure of recognition. The message says what to do. */
export class EngineError extends Error {
  override readonly name = 'EngineError';

  constructor(
    readonly code: EngineErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function isEngineErrorCode(code: unknown): code is EngineErrorCode {
  return ENGINE_ERROR_CODES.some((known) => known === code);
}

/** Turns anything that the native engine throws into a EngineError. */
export function toEngineError(cause: unknown): EngineError {
  if (cause instanceof EngineError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return new EngineError(isEngineErrorCode(code) ? code : 'INTERNAL', message, { cause });
}
