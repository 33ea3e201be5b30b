/** What the tests of a file, or of a `describe`, have running. */
import { afterAll, beforeAll } from 'vitest';

/** Starts it before the first test and stops it behind the last one. */
export function useStarted<Running extends { close(): Promise<unknown> }>(
  start: () => Promise<Running>,
): Running {
  let running: Running | null = null;
  beforeAll(async () => {
    running = await start();
  });
  afterAll(async () => running?.close());
  return new Proxy({} as Running, {
    get: (_target, name) => {
      if (running === null)
        throw new Error('It runs from the first `beforeAll` on, not while tests are declared.');
      const value: unknown = Reflect.get(running, name);
      return typeof value === 'function' ? (value.bind(running) as unknown) : value;
    },
  });
}
