import { startTestApp, type TestApp, type TestAppOptions } from './app.js';
import { useStarted } from './use-started.js';

/** A Loupe for tests; one that is restarted by a test comes from `startTestApp`. */
export const useTestApp = (options?: TestAppOptions): TestApp =>
  useStarted(async () => startTestApp(options));
