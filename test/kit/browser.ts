/**
 * A browser for one test file: Debian's Chromium, a Loupe with the built console, tenants by the fluent seed.
 *
 * Every page is watched: a request to any other host, an error in the page's console, a violation of its policy and an
 * uncaught exception make `close` fail.
 */
import AxeBuilder from '@axe-core/playwright';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { consoleSite } from '../../scripts/setup/console.mjs';
import { builtSite } from '../../src/http/built-sites.js';
import { startTestApp, type TestApp, type TestAppOptions } from './app.js';
import type { SeededUser } from './seed-user.js';
import { lengthOfStory } from './stories.js';

const CHROMIUM = '/usr/bin/chromium-headless-shell';

/** Pages live for seconds here: drawing by a simulated graphics card and optimizing their code would only take time. */
const SWITCHES = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--js-flags=--no-opt --max-lazy',
];

const VIEWPORTS = {
  desk: { width: 1440, height: 900 },
  phone: { width: 360, height: 740 },
  wide: { width: 2560, height: 1440 },
} as const;

export interface TestBrowserOptions {
  readonly loupe?: TestAppOptions;
  /** More switches of Chromium, for example those of a fake camera. */
  readonly args?: readonly string[];
}

interface OpenOptions {
  /** Logged in as this user; nobody when left out. */
  readonly as?: SeededUser;
  readonly viewport?: keyof typeof VIEWPORTS;
  readonly colorScheme?: 'light' | 'dark';
  /** Language of the browser; en-US when left out. */
  readonly locale?: string;
  readonly context?: BrowserContextOptions;
  /** Complaints of the page that the test brings about itself. */
  readonly expects?: RegExp;
}

export interface TestBrowser {
  readonly loupe: TestApp;
  /** Opens a page in a browser profile of its own. */
  open(path: string, options?: OpenOptions): Promise<Page>;
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

  constructor(
    public loupe: TestApp,
    private readonly browser: Browser,
  ) {}

  async open(path: string, options: OpenOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({
      baseURL: this.loupe.url,
      viewport: VIEWPORTS[options.viewport ?? 'desk'],
      colorScheme: options.colorScheme ?? 'light',
      locale: options.locale ?? 'en-US',
      reducedMotion: 'reduce',
      ...options.context,
    });
    this.watch(context, options.expects);
    const page = await context.newPage();
    if (options.as !== undefined) await logIn(context, this.loupe, options.as);
    await page.goto(path);
    return page;
  }

  async restart(whileDown?: () => Promise<void>): Promise<void> {
    this.loupe = await this.loupe.restart(whileDown);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.loupe.close();
    if (this.complaints.length > 0) throw new Error(`Pages complained:\n${this.complaints.join('\n')}`);
  }

  private watch(context: BrowserContext, expected?: RegExp): void {
    const complain = (text: string) => {
      if (expected?.test(text) !== true) this.complaints.push(text);
    };
    context.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      const isOwn = host === new URL(this.loupe.url).host || ['data:', 'blob:'].includes(protocol);
      if (!isOwn) complain(`asked a foreign host: ${request.url()}`);
    });
    context.on('console', (message) => {
      if (message.type() === 'error') complain(`console: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => complain(`uncaught: ${error.error().stack ?? error.error().message}`));
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

/** What dark colors can break; everything else is the same in light and dark. */
const RULES_OF_COLORS = ['color-contrast', 'link-in-text-block'];

/** Axe-core that answers violations alone and finishes in the page itself: its full answer takes four times as long. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

/**
 * What axe-core finds against the rules of WCAG 2.2 AA and its own best practices, and what needs more room than a small phone has.
 * Long stories also look at the colors in dark, and at a large screen.
 *
 * @param sights which of both to look at
 */
export async function accessibilityProblems(
  page: Page,
  sights: 'usual' | 'all' = lengthOfStory({ short: 'usual', long: 'all' }),
): Promise<string[]> {
  const problems = [
    ...violations('light', await axe(page).analyze()),
    ...(await problemsOfWidth(page, VIEWPORTS.phone)),
  ];
  if (sights === 'usual') return problems;
  await showIn(page, 'dark');
  problems.push(...violations('dark', await axe(page).withRules(RULES_OF_COLORS).analyze()));
  await showIn(page, 'light');
  return [...problems, ...(await problemsOfWidth(page, VIEWPORTS.wide))];
}

/** Changes what the browser prefers and waits until the page follows, with colors that pass slowly to the next. */
async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    // The page for readers follows the browser by itself.
    (wanted) => (globalThis.document.documentElement.dataset['mantineColorScheme'] ?? wanted) === wanted,
    colorScheme,
  );
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const passing = () =>
      globalThis.document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
    await nextFrame();
    await nextFrame();
    for (let running = passing(); running.length > 0; running = passing()) {
      await Promise.allSettled(running.map(({ finished }) => finished));
    }
  });
}

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>;

const violations = (colorScheme: string, { violations }: AxeResults): string[] =>
  violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) =>
        `${colorScheme} ${id}: ${help}\n  ${html.slice(0, 300)}\n  ${failureSummary ?? ''}`,
    ),
  );

/** Whether the page as a whole has to be moved sideways in a window of this size, once it has settled there. */
async function problemsOfWidth(page: Page, size: { width: number; height: number }): Promise<string[]> {
  const before = page.viewportSize();
  await page.setViewportSize(size);
  const neededPx = async () => page.evaluate(() => globalThis.document.documentElement.scrollWidth);
  const fits = await page
    .waitForFunction((width) => globalThis.document.documentElement.scrollWidth <= width, size.width, {
      timeout: 2_000,
    })
    .then(
      () => true,
      () => false,
    );
  const problems = fits ? [] : [`At ${size.width} px the page needs ${await neededPx()} px.`];
  if (before !== null) await page.setViewportSize(before);
  return problems;
}

/** Keeps a picture of the page in the folder that LOUPE_SCREENSHOTS names; does nothing without it. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['LOUPE_SCREENSHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}
