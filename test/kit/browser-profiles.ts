/**
 * The profiles of a test's browser. A profile that a test is done with serves the next one: a renderer that has the
 * console's programs compiled opens a page in less than half of the processor time.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { SeededUser } from './seed/seed-user.js';

export const VIEWPORTS = {
  desk: { width: 1440, height: 900 },
  phone: { width: 360, height: 740 },
  wide: { width: 2560, height: 1440 },
} as const;

export interface OpenOptions {
  /** Logged in as this user; nobody when left out. */
  readonly as?: SeededUser;
  readonly viewport?: keyof typeof VIEWPORTS;
  readonly colorScheme?: 'light' | 'dark';
  /** Language of the browser; en-US when left out. */
  readonly locale?: string;
  readonly context?: BrowserContextOptions;
  /** Complaints of the page that the test brings about itself. */
  readonly expects?: RegExp;
  /** In a profile that has never shown a page, with an empty cache, and that serves no other test. */
  readonly isFirstVisit?: boolean;
}

/** Longest wait for an element: a busy machine takes its time. */
const PATIENCE_MS = 90_000;

interface Profile {
  readonly context: BrowserContext;
  readonly url: string;
  /** Profiles of the same look can stand for each other. */
  readonly look: string;
  readonly isReusable: boolean;
  expects: RegExp | undefined;
  /** Addresses that a busy server asked to come back to; the browser itself logs each of these answers as an error. */
  readonly shed: Set<string>;
  /** Answers with 503 that the browser logged. */
  readonly logged: { readonly text: string; readonly address: string }[];
}

const BUSY = /^Failed to load resource: .* status of 503/;

/** What a page can store of its own accord, beside cookies. */
const STORED = 'local_storage,indexeddb,cache_storage,service_workers';

export class BrowserProfiles {
  private readonly open: Profile[] = [];
  private readonly idle: Profile[] = [];

  /** @param complaints what pages complain of is added here */
  constructor(
    private readonly browser: Browser,
    private readonly complaints: string[],
  ) {}

  /** An empty page of a profile that no other open page shares, without cookies and stored data. */
  async take(url: string, options: OpenOptions): Promise<Page> {
    const profile = this.takeIdle(url, options) ?? (await this.newProfile(url, options));
    profile.expects = options.expects;
    this.open.push(profile);
    return profile.context.pages()[0] ?? (await profile.context.newPage());
  }

  /** Empties the profiles of all open pages, so that what is opened next can have them. */
  async putAside(): Promise<void> {
    await Promise.all(
      this.open.splice(0).map(async (profile) => {
        this.judge(profile);
        await this.judgeSights(profile);
        if (profile.isReusable && (await empty(profile))) this.idle.push(profile);
        else await profile.context.close();
      }),
    );
  }

  /** A 503 that says when to come back is no complaint: the console does come back. Any other is. */
  private judge({ shed, logged, expects }: Profile): void {
    for (const { text, address } of logged.splice(0)) {
      const complaint = `console: ${text} (${address})`;
      if (!shed.has(address) && expects?.test(complaint) !== true) this.complaints.push(complaint);
    }
    shed.clear();
  }

  /** A test ends without parts that could not be read: the console asked for something that is not there. */
  private async judgeSights({ context, expects }: Profile): Promise<void> {
    for (const page of context.pages()) {
      const complaint = `a part could not be read: ${page.url()}`;
      const isUnread = (await page.locator('[data-part=unread]').count()) > 0;
      if (isUnread && expects?.test(complaint) !== true) this.complaints.push(complaint);
    }
  }

  private takeIdle(url: string, options: OpenOptions): Profile | undefined {
    if (options.isFirstVisit === true) return undefined;
    const look = lookOf(options);
    const at = this.idle.findIndex((profile) => profile.url === url && profile.look === look);
    return at === -1 ? undefined : this.idle.splice(at, 1)[0];
  }

  private async newProfile(url: string, options: OpenOptions): Promise<Profile> {
    const context = await this.browser.newContext({ baseURL: url, ...contextOptions(options) });
    context.setDefaultTimeout(PATIENCE_MS);
    const isReusable = options.isFirstVisit !== true;
    const profile = {
      context,
      url,
      look: lookOf(options),
      isReusable,
      expects: options.expects,
      shed: new Set<string>(),
      logged: [],
    };
    this.watch(profile);
    return profile;
  }

  private watch(profile: Profile): void {
    const { context, url } = profile;
    const complain = (text: string) => {
      if (profile.expects?.test(text) !== true) this.complaints.push(text);
    };
    context.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      const isOwn = host === new URL(url).host || ['data:', 'blob:'].includes(protocol);
      if (!isOwn) complain(`asked a foreign host: ${request.url()}`);
    });
    context.on('console', (message) => {
      if (message.type() !== 'error') return;
      const { url: address } = message.location();
      if (BUSY.test(message.text())) profile.logged.push({ text: message.text(), address });
      else complain(`console: ${message.text()} (${address})`);
    });
    context.on('response', (response) => {
      const isBusy = response.status() === 503 && response.headers()['retry-after'] !== undefined;
      if (isBusy) profile.shed.add(response.url());
    });
    context.on('weberror', (error) => complain(`uncaught: ${error.error().stack ?? error.error().message}`));
  }
}

const contextOptions = (options: OpenOptions): BrowserContextOptions => ({
  viewport: VIEWPORTS[options.viewport ?? 'desk'],
  colorScheme: options.colorScheme ?? 'light',
  locale: options.locale ?? 'en-US',
  reducedMotion: 'reduce',
  ...options.context,
});

const lookOf = (options: OpenOptions): string => JSON.stringify(contextOptions(options));

/** Runs in the page, the only place that reaches what a tab stores for a session. Nothing is stored behind it. */
function forgetSession(): void {
  globalThis.sessionStorage.clear();
  globalThis.Storage.prototype.setItem = () => undefined;
}

/** Leaves one empty page without a trace of what it showed; false where the test has closed the profile. */
async function empty({ context, url, look }: Profile): Promise<boolean> {
  const [page, ...others] = context.pages();
  if (page === undefined) {
    await context.close();
    return false;
  }
  await Promise.all(others.map(async (other) => other.close()));
  await context.setOffline(false);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  page.removeAllListeners();
  if (page.url().startsWith(url)) await page.evaluate(forgetSession);
  await page.goto('about:blank');
  await context.clearCookies();
  await context.clearPermissions();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: STORED });
  await session.detach();
  const { viewport, colorScheme } = JSON.parse(look) as BrowserContextOptions;
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: colorScheme ?? 'light', media: null, reducedMotion: 'reduce' });
  return true;
}
