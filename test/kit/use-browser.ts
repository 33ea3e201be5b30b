import { startTestBrowser, type TestBrowser, type TestBrowserOptions } from './browser.js';
import { useStarted } from './use-started.js';

/** A browser and a Loupe that it shows, for tests. */
export const useTestBrowser = (options?: TestBrowserOptions): TestBrowser =>
  useStarted(async () => startTestBrowser(options));
