import { afterEach } from 'vitest';
import { startTestBrowser, type TestBrowser, type TestBrowserOptions } from './browser.js';
import { useStarted } from './use-started.js';

/**
 * A browser and a Loupe that it shows, for tests. What a test has opened ends with the test.
 *
 * @param options a function where they have to be prepared, for example the film of a camera
 */
export function useTestBrowser(
  options: TestBrowserOptions | (() => Promise<TestBrowserOptions>) = {},
): TestBrowser {
  const browser = useStarted(async () =>
    startTestBrowser(typeof options === 'function' ? await options() : options),
  );
  afterEach(async () => browser.putAside());
  return browser;
}
