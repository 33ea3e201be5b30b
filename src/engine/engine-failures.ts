/** What recognition's own failures mean to callers of the services. */
import { LoupeError } from '../kernel/errors.js';
import { EngineError, type EngineErrorCode } from '../engine-host/engine-error.js';

function givenUp(cause?: unknown): LoupeError {
  return new LoupeError('OVERLOADED', 'The request was cancelled before it finished. Retry.', {}, { cause });
}

/** Ends work whose caller is gone. @throws LoupeError OVERLOADED */
export function requireCaller(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw givenUp(signal.reason);
}

function translate(error: EngineError): LoupeError | null {
  const explain = (code: LoupeError['code'], message: string) =>
    new LoupeError(code, message, {}, { cause: error });
  const known: Partial<Record<EngineErrorCode, LoupeError>> = {
    QUEUE_FULL: explain(
      'OVERLOADED',
      'The server has too much to recognize at the moment. Retry in a few seconds.',
    ),
    CLOSED: explain('OVERLOADED', 'The server is shutting down. Retry in a few seconds.'),
    UNREACHABLE: explain('OVERLOADED', 'No searcher answers at the moment. Retry in a few seconds.'),
    BEHIND: explain('OVERLOADED', 'The latest changes are not searchable yet. Retry in a few seconds.'),
    SNAPSHOT_CORRUPT: explain(
      'OVERLOADED',
      'The index is damaged on the disk and is being repaired. Retry in a few seconds.',
    ),
    TOO_LARGE: explain('PAYLOAD_TOO_LARGE', error.message),
    ABORTED: givenUp(error),
    INVALID_IMAGE: explain('INVALID_IMAGE', 'The picture cannot be used for recognition. Send another one.'),
    IMAGES_DO_NOT_MATCH: explain(
      'IMAGES_DO_NOT_MATCH',
      'The two images do not show the same thing, so there are no differences to report. Compare images that match.',
    ),
    DNA_CORRUPT: explain('INVALID_DNA', 'The DNA is damaged. Compute it again from the picture.'),
    DNA_VERSION: explain('INVALID_DNA', 'The DNA is of another version. Compute it again from the picture.'),
  };
  return known[error.code] ?? null;
}

/** Runs recognition; its expected failures come out as errors of the catalogue. */
export async function withVision<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw (error instanceof EngineError ? translate(error) : null) ?? error;
  }
}
