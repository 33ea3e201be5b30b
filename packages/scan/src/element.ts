/** The element `<loupe-scan>`: camera, outline of the page that it shows, its title and actions. */
import { save, share } from '../../../console/src/parts/reader/action-target.js';
import { type ScanAction, type ScanOffer, targetOf } from './found-page.js';
import { createScan, type Scan, type ScanEvents } from './scan.js';
import { type SentenceKey, sentenceOf } from './sentences.js';
import type { Corners } from './smooth-corners.js';
import { styles } from './styles.js';

const ATTRIBUTES = ['pack', 'server', 'key', 'public-key', 'engine', 'worker', 'language', 'ask'] as const;
/** Of the picture: an outline moves in steps of that much for readers who want little motion. */
const CALM_STEP = 0.02;
const SVG = 'http://www.w3.org/2000/svg';

function listOf(buttons: readonly HTMLElement[]): HTMLElement {
  const list = document.createElement('ul');
  for (const button of buttons) list.appendChild(document.createElement('li')).append(button);
  return list;
}

/** Servers that write pages import this module too, where there are no elements. */
const Element: typeof HTMLElement = globalThis.HTMLElement ?? class {};

export class LoupeScanElement extends Element {
  static readonly observedAttributes = ATTRIBUTES;

  readonly #video = document.createElement('video');
  readonly #drawing = document.createElementNS(SVG, 'svg');
  readonly #outline = document.createElementNS(SVG, 'polygon');
  readonly #hint = document.createElement('p');
  readonly #offers = document.createElement('section');
  readonly #calm = matchMedia('(prefers-reduced-motion: reduce)');
  readonly #zones = new Map<string, SVGPolygonElement>();
  #drawn: Corners | null = null;
  #scan: Scan | null = null;
  #isDue = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [styles()];
    const view = document.createElement('div');
    view.className = 'view';
    view.setAttribute('part', 'view');
    this.#video.autoplay = true;
    this.#drawing.setAttribute('aria-hidden', 'true');
    this.#drawing.setAttribute('preserveAspectRatio', 'xMidYMid slice');
    this.#outline.setAttribute('part', 'outline');
    this.#drawing.append(this.#outline);
    view.append(this.#video, this.#drawing);
    this.#hint.setAttribute('role', 'status');
    this.#hint.setAttribute('part', 'hint');
    this.#offers.setAttribute('aria-live', 'polite');
    this.#offers.setAttribute('part', 'offers');
    root.append(view, this.#hint, this.#offers);
  }

  /** The scan below it, null while the element is in no page. */
  get scan(): Scan | null {
    return this.#scan;
  }

  connectedCallback(): void {
    this.#begin();
  }

  disconnectedCallback(): void {
    this.#end();
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (this.isConnected && before !== after) this.#begin();
  }

  /** Once for all attributes that are set together. */
  #begin(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#end();
      if (this.isConnected) this.#start();
    });
  }

  #start(): void {
    const [pack, server, key, publicKey, engine, worker] = ATTRIBUTES.map((name) => this.getAttribute(name));
    const language = this.#language;
    const scan = createScan({
      video: this.#video,
      pack: pack ?? '',
      server,
      key,
      publicKey,
      engine,
      worker,
      language,
      ask: this.hasAttribute('ask'),
    });
    this.#scan = scan;
    this.#video.setAttribute('aria-label', sentenceOf('view', language));
    this.#offers.setAttribute('aria-label', sentenceOf('offers', language));
    this.#say('coming');
    scan.on('ready', (opened) => {
      this.#say('looking');
      this.#tell('ready', opened);
    });
    scan.on('found', (page) => {
      this.#say('found');
      this.#outlineZones(page.zones, page.id);
      this.#show(page, page.zones);
      this.#tell('found', page);
    });
    scan.on('corners', (detail) => {
      this.#draw(detail);
      this.#tell('corners', detail);
    });
    scan.on('lost', (detail) => {
      this.#draw(null);
      this.#say('looking');
      this.#tell('lost', detail);
    });
    scan.on('action', (detail, event) => {
      if (!this.#tell('action', detail)) event.preventDefault();
    });
    scan.on('error', (error) => {
      this.#hint.textContent = error.message;
      this.#hint.className = 'error';
      this.#tell('error', error);
    });
    void scan.start();
  }

  #end(): void {
    this.#scan?.stop();
    this.#scan = null;
    this.#offers.replaceChildren();
  }

  get #language(): string {
    const around = this.closest('[lang]')?.getAttribute('lang') ?? '';
    return this.getAttribute('language') ?? (around === '' ? navigator.language : around);
  }

  #say(key: SentenceKey): void {
    this.#hint.className = '';
    this.#hint.textContent = sentenceOf(key, this.#language);
  }

  #tell<K extends keyof ScanEvents>(name: K, detail: ScanEvents[K]): boolean {
    const isOfPage = name !== 'error';
    const init = { detail, bubbles: isOfPage, composed: isOfPage, cancelable: name === 'action' };
    return this.dispatchEvent(new CustomEvent(name, init));
  }

  #draw(seen: ScanEvents['corners'] | null): void {
    const corners = seen?.corners ?? null;
    const drawn = this.#drawn;
    const isNear =
      corners !== null &&
      drawn !== null &&
      corners.every(([x, y], i) => {
        const [drawnX = 9, drawnY = 9] = drawn[i] ?? [];
        return Math.hypot(x - drawnX, y - drawnY) < CALM_STEP;
      });
    if (isNear && this.#calm.matches) return;
    this.#drawn = corners;
    const { videoWidth, videoHeight } = this.#video;
    this.#drawing.setAttribute('viewBox', `0 0 ${videoWidth} ${videoHeight}`);
    const pointsOf = (outline: Corners | undefined) =>
      outline?.map(([x, y]) => `${Math.round(x * videoWidth)},${Math.round(y * videoHeight)}`).join(' ') ??
      '';
    this.#outline.setAttribute('points', pointsOf(corners ?? undefined));
    for (const [id, polygon] of this.#zones) {
      const zone = seen?.zones.find((each) => each.id === id);
      polygon.setAttribute('points', pointsOf(zone?.corners));
    }
  }

  /** A zone can be touched in the picture; readers who do not see it have a button for each. */
  #outlineZones(zones: readonly ScanOffer[], foundId: string): void {
    for (const polygon of this.#zones.values()) polygon.remove();
    this.#zones.clear();
    for (const zone of zones.filter(({ id }) => id !== foundId)) {
      const polygon = document.createElementNS(SVG, 'polygon');
      polygon.setAttribute('part', 'zone');
      polygon.addEventListener('click', () => this.#choose(zone, zones));
      this.#zones.set(zone.id, polygon);
      this.#drawing.append(polygon);
    }
  }

  #choose(zone: ScanOffer, zones: readonly ScanOffer[]): void {
    this.#show(zone, zones);
    this.dispatchEvent(new CustomEvent('zone', { detail: zone, bubbles: true, composed: true }));
  }

  /** Stays when the page is out of view, so that its actions can be touched. */
  #show(offer: ScanOffer, zones: readonly ScanOffer[]): void {
    this.#offers.lang = offer.languageCode;
    for (const [id, polygon] of this.#zones) polygon.classList.toggle('shown', id === offer.id);
    const title = document.createElement('h2');
    title.textContent = offer.title ?? '';
    title.setAttribute('part', 'title');
    const nothing = document.createElement('p');
    nothing.textContent = sentenceOf('nothing', this.#language);
    const buttons = offer.actions.map((action) => this.#button(offer.id, action));
    const others = zones.filter(({ id, title: ofZone }) => id !== offer.id && (ofZone ?? '') !== '');
    const more = document.createElement('h3');
    more.textContent = sentenceOf('zones', this.#language);
    const ofZones = others.map((zone) => {
      const button = document.createElement('button');
      button.textContent = zone.title;
      button.setAttribute('part', 'zone-button');
      button.addEventListener('click', () => this.#choose(zone, zones));
      return button;
    });
    this.#offers.replaceChildren(title, buttons.length === 0 ? nothing : listOf(buttons));
    if (ofZones.length > 0) this.#offers.append(more, listOf(ofZones));
  }

  #button(offerId: string, action: ScanAction): HTMLElement {
    const target = targetOf(action);
    const isLink = target?.kind === 'link';
    const button = document.createElement(isLink ? 'a' : 'button');
    if (isLink) Object.assign(button, { href: target.href, target: '_blank', rel: 'noopener noreferrer' });
    button.textContent = action.name;
    button.setAttribute('part', 'action');
    button.addEventListener('click', (event) => {
      if (this.#scan?.choose(offerId, action) !== true) return event.preventDefault();
      const showText = (text: string) => {
        const more = document.createElement('p');
        more.textContent = text;
        button.after(more);
      };
      if (target?.kind === 'text') showText(target.text);
      else if (target?.kind === 'share') share(target.url, target.text, () => showText(target.url));
      else if (target?.kind === 'file') save(target);
    });
    return button;
  }
}
