import { addon } from './native.js';
import type { NativeCancellation } from './native-cancellation.js';
import { toEngineError, EngineError } from './engine-error.js';

/**
 * Starts a native job that stops when the signal aborts. The promise rejects at once then, while the job itself
 * ends at its next step.
 *
 * @throws EngineError ABORTED, or whatever the job fails with
 */
export async function runAbortable<T>(
  signal: AbortSignal | undefined,
  start: (cancellation: NativeCancellation) => Promise<T>,
): Promise<T> {
  const cancellation = new addon.Cancellation();
  if (signal === undefined) return start(cancellation).catch(rethrow);
  if (signal.aborted) throw abortError(signal);
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => {
      cancellation.cancel();
      reject(abortError(signal));
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([start(cancellation).catch(rethrow), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function abortError(signal: AbortSignal): EngineError {
  return new EngineError('ABORTED', 'The job was aborted.', { cause: signal.reason });
}

function rethrow(cause: unknown): never {
  throw toEngineError(cause);
}
