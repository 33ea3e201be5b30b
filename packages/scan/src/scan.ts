/** Watches a camera for the pages of a pack, and says what it shows; no picture leaves the device, unless it may ask the server. */
import type { PackHit } from '../../engine-wasm/src/pack-hit.js';
import { Camera } from './camera.js';
import type { FoundPage, ScanAction } from './found-page.js';
import { type OpenedPack, PackWorker, Refused } from './open-worker.js';
import { engineBeside, engineIn, type PackPlaces, placesOf, wholeAddress } from './pack-places.js';
import {
  CLOSER_EVERY_MS,
  FOLLOW_EVERY_MS,
  FOLLOWED_SIDE_PX,
  LOOK_EVERY_MS,
  SEARCH_EVERY_MS,
} from './pace.js';
import { ScanError, type ScanErrorCode } from './scan-error.js';
import { ServerQuestions } from './server-questions.js';
import { type Corners, SmoothOutlines } from './smooth-corners.js';

/** Details of the events of a scan. */
export interface ScanEvents {
  /** The pack is open and the camera runs. */
  readonly ready: OpenedPack;
  readonly found: FoundPage;
  /** With each picture that shows the page that was found, smoothed. */
  readonly corners: {
    readonly id: string;
    readonly corners: Corners;
    readonly zones: readonly { readonly id: string; readonly corners: Corners }[];
  };
  readonly lost: { readonly id: string };
  /** The reader wants to open it; who prevents the default opens it in another way. */
  readonly action: { readonly id: string; readonly action: ScanAction };
  readonly error: ScanError;
}

export interface ScanOptions {
  /** Shows the camera's picture. */
  readonly video: HTMLVideoElement;
  /** Id of a pack of `server`, or the address of a pack's file. */
  readonly pack: string;
  /** Address of a Loupe, without a slash at its end. */
  readonly server?: string | null;
  /** Publishable key; its origins must name this page's. */
  readonly key?: string | null;
  /** Of the server that the pack must come from; asked of `server` where it is not given. */
  readonly publicKey?: string | null;
  /** Folder of the modules and of the vocabulary; `engine` beside this module where there is no `server`. */
  readonly engine?: string | null;
  /** Address of `worker.js`; beside this module unless told. */
  readonly worker?: string | null;
  /** As a device says it, `de-CH`; the browser's unless told. */
  readonly language?: string | null;
  /**
   * Asks `server` about pictures in which the pack finds nothing, or pages that look alike. No picture leaves the device unless this
   * is set.
   *
   * @default false
   */
  readonly ask?: boolean;
}

/** Pictures in a row that do not show it. */
const LOST_AFTER = 5;
/** Pictures in a row that show another page instead. */
const OTHER_AFTER = 2;
const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

/** Begins with `start`. */
export const createScan = (options: ScanOptions): Scan => new Scan(options);

interface Shown {
  readonly page: FoundPage;
  readonly smooth: SmoothOutlines;
  /** Of the pack's hit that has its outline; null where only the server knows the page, and it stays while the picture does. */
  readonly hitId: string | null;
  missed: number;
}

export class Scan extends EventTarget {
  readonly #options: ScanOptions;
  readonly #language: string;
  readonly #camera: Camera;
  #worker: PackWorker | null = null;
  readonly #questions: ServerQuestions | null;
  #shown: Shown | null = null;
  #closerAt = 0;
  #searchedAt = 0;

  constructor(options: ScanOptions) {
    super();
    this.#options = options;
    this.#language = options.language ?? navigator.language;
    this.#camera = new Camera(options.video);
    const { ask = false, server, key } = options;
    const isAsked = ask && server != null && key != null;
    this.#questions = isAsked ? new ServerQuestions(withoutSlash(server), key, this.#language) : null;
  }

  /** Listens to one of the events, typed. @returns what ends it */
  on<K extends keyof ScanEvents>(
    name: K,
    listener: (detail: ScanEvents[K], event: Event) => void,
  ): () => void {
    const heard = (event: Event) => listener((event as CustomEvent<ScanEvents[K]>).detail, event);
    this.addEventListener(name, heard);
    return () => this.removeEventListener(name, heard);
  }

  /** Opens pack and camera, and looks until `stop`. The event `error` says why it cannot; nothing is thrown. */
  async start(): Promise<void> {
    if (this.#worker !== null) return;
    let worker: PackWorker;
    try {
      worker = new PackWorker(this.#options.worker ?? null);
    } catch {
      return this.#fail('WORKER_AWAY');
    }
    this.#worker = worker;
    try {
      const places = this.#places();
      if (places === null) return this.#fail('NO_PACK_NAMED');
      const [opened] = await Promise.all([worker.open(places), this.#openCamera()]);
      if (this.#worker !== worker) return;
      this.#say('ready', opened);
      while (this.#worker === worker) await this.#lookOnce(worker);
    } catch (error) {
      // It was stopped meanwhile.
      if (this.#worker !== worker) return;
      if (error instanceof ScanError) this.#fail(error.code);
      else this.#fail(error instanceof Refused ? error.code : 'ENGINE_FAILED');
    }
  }

  /** Ends camera and worker; `start` begins again. */
  stop(): void {
    this.#worker?.end();
    this.#worker = null;
    this.#camera.stop();
    this.#lose();
  }

  /** Says that the reader wants to open an action of a page. @returns whether it is to be opened now */
  choose(id: string, action: ScanAction): boolean {
    return this.#say('action', { id, action });
  }

  #places(): PackPlaces | null {
    const { pack, server = null, key = null, publicKey = null, engine = null } = this.#options;
    if (pack === '') return null;
    if (server !== null) {
      if (key === null) return null;
      const places = placesOf(withoutSlash(server), key, pack);
      return {
        ...places,
        publicKey,
        engine: engine === null ? places.engine : engineIn(withoutSlash(engine)),
      };
    }
    if (publicKey === null) return null;
    const files = engine === null ? engineBeside() : engineIn(withoutSlash(engine));
    return { pack: wholeAddress(pack), publicKey, engine: files };
  }

  async #openCamera(): Promise<void> {
    try {
      await this.#camera.start(() => this.#fail('CAMERA_LOST'));
    } catch (error) {
      const name = error instanceof DOMException ? error.name : '';
      const isRefused = name === 'NotAllowedError' || name === 'SecurityError';
      throw new ScanError(isRefused ? 'CAMERA_REFUSED' : 'NO_CAMERA', this.#language);
    }
  }

  async #lookOnce(worker: PackWorker): Promise<void> {
    const began = performance.now();
    const shown = this.#shown;
    const follow = shown?.hitId ?? null;
    const isAlone = follow !== null && shown?.missed === 0 && began - this.#searchedAt < SEARCH_EVERY_MS;
    if (!isAlone) this.#searchedAt = began;
    const seen = document.hidden ? null : this.#camera.look(isAlone ? FOLLOWED_SIDE_PX : undefined);
    if (seen !== null) {
      const closer = shown === null && seen.isStill && began - this.#closerAt >= CLOSER_EVERY_MS;
      if (closer) this.#closerAt = began;
      const hits = await worker.look({ gray: seen.gray, closer, language: this.#language, follow, isAlone });
      const answer = await this.#askedAbout(hits, { isStill: seen.isStill, isCloser: closer });
      if (this.#worker !== worker) return;
      if (answer !== undefined && answer !== null) this.#follow(answer, hits[0]?.id ?? null, began);
      // A page that the server refuses is not shown, either.
      else if (this.#shown?.hitId !== null || !seen.isStill) this.#take(answer === null ? [] : hits, began);
    }
    const rests = this.#shown === null && seen?.isStill !== false;
    const every = rests ? LOOK_EVERY_MS : FOLLOW_EVERY_MS;
    const pause = Math.max(0, every - (performance.now() - began));
    await new Promise((resolve) => setTimeout(resolve, pause));
  }

  /** The server's answer where the pack is in doubt; undefined where it is not, or the server does not answer. */
  async #askedAbout(
    [first]: readonly PackHit[],
    { isStill, isCloser }: { readonly isStill: boolean; readonly isCloser: boolean },
  ): Promise<FoundPage | null | undefined> {
    if (this.#questions === null || this.#shown !== null) return undefined;
    if (first === undefined && !isStill) this.#questions.forget();
    const isInDoubt = first === undefined ? isCloser : first.looksLike;
    return isInDoubt ? this.#questions.ask(first?.id ?? null, async () => this.#camera.photo()) : undefined;
  }

  /** Shows a page of the server's. @param hitId  of the pack, whose outline it has from now on; null where there is none */
  #follow(page: FoundPage, hitId: string | null, at: number): void {
    const smooth = new SmoothOutlines();
    this.#shown = { page, smooth, hitId, missed: 0 };
    this.#say('found', page);
    if (page.corners.length > 0)
      this.#say('corners', smooth.next({ id: page.id, outline: page.corners, zones: [] }, at));
  }

  /** Takes what a picture shows: the page that is followed, another one, or nothing. */
  #take(hits: readonly PackHit[], at: number): void {
    const shown = this.#shown;
    const same = hits.find(({ id }) => id === shown?.hitId);
    if (shown !== null && same !== undefined) {
      shown.missed = 0;
      const { id } = shown.page;
      this.#say('corners', shown.smooth.next({ ...same, id, zones: id === same.id ? same.zones : [] }, at));
      return;
    }
    const first = hits.find((hit) => hit.shown !== null);
    if (shown !== null) {
      shown.missed += 1;
      if (shown.missed < (first === undefined ? LOST_AFTER : OTHER_AFTER)) return;
      this.#lose();
    }
    if (first === undefined || first.shown === null) return;
    const { outline: _outline, compared: _compared, shown: words, zones, ...known } = first;
    const smooth = new SmoothOutlines();
    const corners = smooth.next(first, at);
    const offered = zones.map(({ id, autoTrigger, shown: ofZone }) => ({ id, autoTrigger, ...ofZone }));
    const page = { ...known, ...words, zones: offered, corners: corners.corners };
    this.#shown = { page, smooth, hitId: page.id, missed: 0 };
    this.#say('found', page);
    this.#say('corners', corners);
  }

  #lose(): void {
    const id = this.#shown?.page.id;
    this.#shown = null;
    this.#questions?.forget();
    if (id !== undefined) this.#say('lost', { id });
  }

  #fail(code: ScanErrorCode): void {
    this.stop();
    this.#say('error', new ScanError(code, this.#language));
  }

  #say<K extends keyof ScanEvents>(name: K, detail: ScanEvents[K]): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, cancelable: name === 'action' }));
  }
}
