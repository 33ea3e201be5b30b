/** A pack that is open: what a picture shows of it, and what readers are shown then. */
import {
  areaOf,
  compose,
  type Homography,
  type Outline,
  outlineOf,
  outlineOfPlace,
  partFromPage,
} from '../../../src/engine-host/plane.js';
import type { PackContent, PackElement, PackReference, PackShown } from '../../../src/packs/pack-content.js';
import { orderParts, outlineInQuery, type RecognizedPart } from '../../../src/recognition/zone-choice.js';
import { PackError } from '../../../src/packs/pack-error.js';
import { checkChunk, type PackHead, partsOf, readHead, verifyHead } from '../../../src/packs/pack-head.js';
import type {
  ComparedHits,
  ComparesHits,
  PackHit,
  PackParts,
  PackZone,
  RecognizeOptions,
} from './pack-hit.js';
import type { GrayPixels, ModuleHit, PlacedSegment, WasmModule } from './wasm-module.js';

const MOST_HITS = 20;
const WHOLE_PAGE = { x: 0, y: 0, width: 1, height: 1 };

/**
 * Share of what the picture shows of a reference that keypoints confirm, below which it may be another page of its design. Of photos of
 * the page itself 0.63 at least, of pages whose lower half is another one 0.42 at the median.
 */
const LEAST_CONFIRMED = 0.55;

/** Whether keypoints confirm only a part of what the picture shows of a reference. */
export function isConfirmedInPart({ homography, box }: Pick<ModuleHit, 'homography' | 'box'>): boolean {
  if (homography === null) return true;
  // Corners outside the picture are moved to its border: near enough, and a fifth of the bytes of cutting off what lies outside.
  const inView = outlineOf(homography).map(([x, y]) => [clamped(x), clamped(y)] as const);
  return areaOf(pairs(box)) < LEAST_CONFIRMED * areaOf(inView);
}

const clamped = (at: number): number => Math.min(1, Math.max(0, at));

const pairs = (numbers: readonly number[]): Outline =>
  Array.from({ length: 4 }, (_, i) => [numbers[2 * i] ?? 0, numbers[2 * i + 1] ?? 0] as const);

type SeenPart = RecognizedPart & {
  readonly element: PackElement;
  readonly key: number;
  readonly compared: boolean;
  readonly looksLike: boolean;
};

export class OpenPack {
  readonly #module: WasmModule;
  readonly #content: PackContent;
  readonly #references: ReadonlyMap<number, PackReference>;
  /** Parts that the last picture showed, the best first, and the hits of it. */
  #parts: readonly SeenPart[] = [];
  #hits: readonly PackHit[] = [];
  #compares: ComparesHits | null = null;

  /** @param parts what `comparesHits` takes */
  private constructor(
    readonly head: PackHead,
    readonly parts: PackParts,
  ) {
    this.#module = parts.module;
    this.#content = parts.content;
    this.#references = new Map(this.#content.references.map((reference) => [reference.key, reference]));
  }

  /**
   * Opens the file of a pack in a module that holds the vocabulary. What was open is closed, also where this fails.
   *
   * @param publicKey  of the server that the pack must come from, base64url
   * @throws PackError
   */
  static async open(
    module: WasmModule,
    file: Uint8Array,
    publicKey: string,
    now = new Date(),
  ): Promise<OpenPack> {
    module.close();
    const read = readHead(file);
    await verifyHead(read, publicKey, now);
    const { head } = read;
    if (head.vocabularyId !== module.vocabularyId)
      throw new PackError('PACK_NEWER', 'The pack was made for another vocabulary than this page has.');
    const parts = partsOf(file, read);
    // Browsers compare in a thread of their own: copying goes on meanwhile.
    const compared = Promise.all(parts.map(async ({ bytes, chunk }) => checkChunk(bytes, chunk)));
    const placed: PlacedSegment[] = [];
    let content: PackContent | null = null;
    try {
      for (const { bytes, chunk } of parts) if (chunk.kind === 'segment') placed.push(module.place(bytes));
      await compared;
      for (const { bytes, chunk } of parts) {
        const segment = chunk.kind === 'segment' ? placed.shift() : undefined;
        if (segment !== undefined) module.addPlaced(segment);
        else if (chunk.kind === 'content') content = orDamaged(() => parseContent(bytes));
        for (const key of chunk.removed ?? []) module.remove(key);
      }
    } catch (error) {
      compared.catch(() => undefined);
      for (const segment of placed) module.dropPlaced(segment);
      module.close();
      throw error;
    }
    // Copies, so that the file itself may go.
    const chunks = parts.flatMap(({ bytes, chunk }) => (chunk.kind === 'comparison' ? [bytes.slice()] : []));
    const shown = content ?? { elements: [], references: [] };
    return orDamaged(() => new OpenPack(head, { module, content: shown, chunks }));
  }

  /** Has hits compared from now on. @param compares `comparesHits`  @throws PackError */
  compareBy(compares: (parts: PackParts) => ComparesHits): void {
    this.#compares = orDamaged(() => compares(this.parts));
  }

  /** Whether it may still be used. */
  isValid(now = new Date()): boolean {
    return Date.parse(this.head.expiresAt) > now.getTime();
  }

  /** Elements that a picture shows, the meant one first; those of one page as the server orders them. */
  async recognize(
    gray: GrayPixels,
    { closer = false, language = '', isFilm = false, now = new Date() }: RecognizeOptions = {},
  ): Promise<readonly PackHit[]> {
    const answer = this.#module.recognize(gray, { closer, mostHits: MOST_HITS });
    try {
      const compared = (await this.#compares?.(gray, answer.hits, isFilm)) ?? answer;
      return this.#seen(compared, language, now);
    } catch (error) {
      throw asDamaged(error);
    }
  }

  #seen({ hits, shown }: ComparedHits, language: string, now: Date): readonly PackHit[] {
    const found = hits
      .filter(({ isRecognized }) => isRecognized)
      .flatMap((hit) => this.#partOf(hit, shown?.get(hit.key)));
    const [best] = found;
    if (best === undefined) return [];
    const ofPage = found.filter(({ element }) => element.pageId === best.element.pageId);
    const others = found.filter(({ element }) => element.pageId !== best.element.pageId);
    const zones = this.#content.elements
      .filter(({ pageId, place }) => pageId === best.element.pageId && place !== null)
      .map(({ id, place }) => ({ elementId: id, place: place ?? WHOLE_PAGE }));
    const isPageAlone = ofPage.length === 1 && best.element.place === null;
    const ordered = isPageAlone ? ofPage : orderParts(ofPage, zones);
    const looksLike = found.some((part) => part.looksLike);
    const shownAt = ({ shown, shownUntil }: PackElement): PackShown | null =>
      shownUntil === null || now.getTime() < Date.parse(shownUntil) ? shownIn(shown, language) : null;
    const outlined = this.#zonesOf(best, shownAt);
    const seen = [...ordered, ...others].flatMap(({ elementId, distance, outline }) => {
      const element = this.#content.elements.find(({ id }) => id === elementId);
      if (element === undefined) return [];
      const { id, pageId, documentId, autoTrigger } = element;
      return [
        {
          ...{ id, pageId, documentId, autoTrigger, outline, looksLike },
          score: 1 - distance,
          compared: found.some((part) => part.element === element && part.compared),
          shown: shownAt(element),
          zones: pageId === best.element.pageId ? outlined : [],
        },
      ];
    });
    this.#parts = found;
    this.#hits = seen;
    return seen;
  }

  /**
   * Where the next picture of a camera shows a page that was seen: a fraction of the work of `recognize`. A few hundred pixels
   * suffice, other pages are not looked for, and nothing is decided again.
   *
   * @param id  of a hit of the last picture
   * @returns the hits of its page as they were, with other outlines; none where this picture does not show it
   */
  follow(gray: GrayPixels, id: string): readonly PackHit[] {
    const page = this.#hits.find((hit) => hit.id === id)?.pageId;
    const part = this.#parts.find(({ element }) => element.pageId === page);
    if (part?.queryFromReference == null) return [];
    const pose = this.#module.follow(part.key, part.queryFromReference, gray);
    if (pose === null) return [];
    const queryFromPage = compose(pose, partFromPage(part.place));
    const moved = <T extends PackHit | PackZone>(one: T): readonly T[] => {
      const element = this.#content.elements.find((each) => each.id === one.id);
      const outline = outlineOfPlace(queryFromPage, element?.place ?? WHOLE_PAGE);
      return outline === null ? [] : [{ ...one, outline }];
    };
    this.#parts = [{ ...part, queryFromReference: pose }];
    this.#hits = this.#hits
      .filter(({ pageId }) => pageId === page)
      .flatMap((hit) => moved(hit))
      .map((hit) => ({ ...hit, zones: hit.zones.flatMap((zone) => moved(zone)) }));
    return this.#hits;
  }

  /** Zones of a part's page that have something to show, as the part's own pose places them. */
  #zonesOf(
    { element: { pageId }, place, queryFromReference }: SeenPart,
    shownAt: (element: PackElement) => PackShown | null,
  ): readonly PackZone[] {
    if (queryFromReference === null) return [];
    const queryFromPage = compose(queryFromReference, partFromPage(place));
    return this.#content.elements
      .flatMap((element) => {
        const [zone, shown] = [element.place, shownAt(element)];
        if (element.pageId !== pageId || zone === null || shown === null) return [];
        const outline = outlineOfPlace(queryFromPage, zone);
        if (outline === null) return [];
        const { id, autoTrigger } = element;
        return [{ size: zone.width * zone.height, zone: { id, outline, autoTrigger, shown } }];
      })
      .toSorted((a, b) => b.size - a.size)
      .map(({ zone }) => zone);
  }

  #partOf(hit: ModuleHit, isShown: boolean | undefined): readonly SeenPart[] {
    const reference = this.#references.get(hit.key);
    const element = reference && this.#content.elements[reference.element];
    if (reference === undefined || element === undefined) return [];
    const queryFromReference: Homography | null = hit.homography;
    return [
      {
        element,
        key: hit.key,
        compared: isShown !== undefined,
        looksLike: isShown === undefined ? reference.hasRelatives || isConfirmedInPart(hit) : !isShown,
        elementId: element.id,
        place: element.place ?? WHOLE_PAGE,
        distance: hit.distance,
        inlierCount: hit.inlierCount,
        queryFromReference,
        outline: outlineInQuery(queryFromReference, pairs(hit.box)),
      },
    ];
  }
}

/** Refuses signed bytes that are no content, as of a version that failed: the next one may be good. */
const asDamaged = (error: unknown): PackError =>
  error instanceof PackError ? error : new PackError('PACK_DAMAGED', String(error));

function orDamaged<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asDamaged(error);
  }
}

function parseContent(chunk: Uint8Array): PackContent {
  // Its SHA-256 was signed: it is what the server wrote.
  return JSON.parse(new TextDecoder().decode(chunk)) as PackContent;
}

/** The language itself, the same without its region, or the first one. */
function shownIn(shown: PackElement['shown'], language: string): PackShown | null {
  const [plain = ''] = language.toLowerCase().split(/[-_]/);
  const codes = Object.keys(shown);
  const code =
    codes.find((one) => one.toLowerCase() === language.toLowerCase()) ??
    codes.find((one) => one.toLowerCase().split(/[-_]/)[0] === plain) ??
    codes[0];
  return code === undefined ? null : (shown[code] ?? null);
}
