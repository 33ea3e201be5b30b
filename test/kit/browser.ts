/**
 * A browser for one test file: Debian's Chromium, a Loupe with the built console, tenants by the fluent seed.
 *
 * Every page is watched: a request to any other host, an error in the page's console, a violation of its policy and an
 * uncaught exception make `close` fail.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { consoleSite } from '../../scripts/setup/console/console.mjs';
import { builtSite } from '../../src/http/site-files.js';
import { startTestApp, type TestApp, type TestAppOptions } from './app.js';
import { BrowserProfiles, type OpenOptions } from './browser-profiles.js';
import type { SeededUser } from './seed/seed-user.js';

const CHROMIUM = '/usr/bin/chromium-headless-shell';

/** Pages live for seconds here: drawing by a simulated graphics card and optimizing their code would only take time. */
const SWITCHES = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--js-flags=--no-opt --max-lazy',
];

export interface TestBrowserOptions {
  readonly loupe?: TestAppOptions;
  /** More switches of Chromium, for example those of a fake camera. */
  readonly args?: readonly string[];
}

export interface TestBrowser {
  readonly loupe: TestApp;
  /** Opens a page in a browser profile that no other open page shares, without cookies and stored data. */
  open(path: string, options?: OpenOptions): Promise<Page>;
  /** Ends what all pages do; their profiles, emptied, serve what is opened next. */
  putAside(): Promise<void>;
  /** Restarts the server below its open pages. */
  restart(whileDown?: () => Promise<void>): Promise<void>;
  /** Ends both; fails when a page complained. */
  close(): Promise<void>;
}

/** Starts the server and the browser. Ask for it once in a test file. */
export async function startTestBrowser(options: TestBrowserOptions = {}): Promise<TestBrowser> {
  if (!existsSync(CHROMIUM))
    throw new Error('Chromium is missing: npm test installs it (apt-get install chromium-headless-shell).');
  if (!consoleSite.isCurrent())
    throw new Error('The built console is not the present one: npm run setup builds it.');
  const loupe = await startTestApp({
    consoleFolder: consoleSite.folder,
    guideFolder: builtSite('guide'),
    ...options.loupe,
  });
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [...SWITCHES, ...(options.args ?? [])],
  });
  return new RunningBrowser(loupe, browser);
}

class RunningBrowser implements TestBrowser {
  private readonly complaints: string[] = [];
  private readonly profiles: BrowserProfiles;

  constructor(
    public loupe: TestApp,
    private readonly browser: Browser,
  ) {
    this.profiles = new BrowserProfiles(browser, this.complaints);
  }

  async open(path: string, options: OpenOptions = {}): Promise<Page> {
    const page = await this.profiles.take(this.loupe.url, options);
    if (options.as !== undefined) await logIn(page.context(), this.loupe, options.as);
    await page.goto(path);
    return page;
  }

  async putAside(): Promise<void> {
    await this.profiles.putAside();
  }

  async restart(whileDown?: () => Promise<void>): Promise<void> {
    this.loupe = await this.loupe.restart(whileDown);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.loupe.close();
    if (this.complaints.length > 0) throw new Error(`Pages complained:\n${this.complaints.join('\n')}`);
  }
}

/** Logs a browser profile in as the console's own form does, without the form. */
async function logIn(context: BrowserContext, loupe: TestApp, user: SeededUser): Promise<void> {
  const answer = await context.request.post('/graphql', {
    headers: { 'X-Loupe-Console': '1', Origin: loupe.url, 'Sec-Fetch-Site': 'same-origin' },
    data: {
      query: `mutation ($input: StartSessionInput!) {
        startSession(input: $input) { __typename ... on Problem { message } }
      }`,
      variables: { input: { login: user.userName, password: user.password } },
    },
  });
  const text = await answer.text();
  if (!text.includes('"StartedSession"')) throw new Error(`The log-in failed: ${text}`);
}

/** Keeps a picture of the page in the folder that LOUPE_SCREENSHOTS names; does nothing without it. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['LOUPE_SCREENSHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}
