/** Work that comes again and again beside everything else. */
import { isPassing } from '../kernel/errors.js';
import { isDatabaseAway } from '../kernel/outages.js';

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

/**
 * Does the work until it has succeeded once.
 *
 * @param work must not throw; says whether it succeeded
 * @returns ends it, and waits for what is being done
 */
export function untilDone(work: () => Promise<boolean>, againAfterMs: number): () => Promise<void> {
  let isDone = false;
  return regularly(async () => {
    isDone ||= await work();
  }, againAfterMs);
}

/** A database or a disk that is away is reported by what needs it at once; the next look is soon. */
export async function whileThere(look: () => Promise<number>): Promise<number> {
  try {
    return await look();
  } catch (error) {
    if (isDatabaseAway(error) || isPassing(error)) return 0;
    throw error;
  }
}
