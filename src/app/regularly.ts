/** Work that comes again and again beside everything else. */
import type { Logger } from 'pino';

/**
 * Does the work at once and then again and again, never twice at the same time.
 *
 * @param work must not throw
 * @returns ends it, and waits for what is being done
 */
export function regularly(work: () => Promise<void>, everyMs: number): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const next = () => {
    running = running.then(work);
  };
  next();
  const timer = setInterval(next, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Removes old data, logs what it removed, and goes on after a failure. */
export function removing(
  logger: Logger,
  remove: () => Promise<number>,
  { done, failed }: { readonly done: string; readonly failed: string },
): () => Promise<void> {
  return async () => {
    try {
      const count = await remove();
      if (count > 0) logger.info({ count }, done);
    } catch (error) {
      logger.error(error, failed);
    }
  };
}
