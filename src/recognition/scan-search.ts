/** Finds the targets that a photo shows, among everything that an ApiKey may recognize. */
import { withVision } from '../engine/engine-failures.js';
import { type FrameLook, FrameLooks } from '../engine/search/frame-looks.js';
import type { EntityManager } from '../db/database.js';
import type { ImageDecoder } from '../media/pictures/image-decoder.js';
import { isRecognized, type SearchHit, type SearchResult } from '../engine-host/types.js';
import type { Picture } from '../engine-host/encoded-picture.js';
import type { Vision } from '../engine-host/vision.js';
import { type CachedTargets, readExternalIds } from './cached-targets.js';
import { compose, type Outline, outlineOf, partFromPage, type Place } from '../engine-host/plane.js';
import type { Clock } from '../kernel/clock.js';
import { Moment } from '../kernel/windows/moment.js';
import { parentPath } from '../tree/node-path.js';
import { DEFAULT_TIME_ZONE } from '../tree/time-zones.js';
import { orderParts, outlineInQuery, type RecognizedPart } from './zone-choice.js';

/** Results of one search that are looked at; a photo hardly shows more targets. */
const MAX_HITS = 20;

export interface RecognizedTarget {
  readonly elementId: string;
  readonly path: string;
  /** Of the zone's neighbor that was recognized, where the zone itself was not. */
  readonly distance: number;
  /** Its corners in the photo. */
  readonly outline: Outline;
}

export interface RecognizedPicture {
  readonly pictureId: string;
  readonly distance: number;
  /** Its corners in the photo. */
  readonly outline: Outline;
}

interface RecognizedElement extends RecognizedPart {
  readonly path: string;
  /** The page itself, or the page of a zone. */
  readonly imageId: string;
  /** By which its windows are read. */
  readonly moment: Moment;
  /** Whether it is no zone, or one within its window. */
  readonly isOpen: boolean;
}

const WHOLE_PAGE: Place = { x: 0, y: 0, width: 1, height: 1 };

/** Targets that a photo shows. */
export interface Recognition {
  /** Pages and zones, the meant one first. */
  readonly targets: readonly RecognizedTarget[];
  /** Pictures of picture mode, best first. */
  readonly pictures: readonly RecognizedPicture[];
}

/** Pages and zones that resemble a photo. */
export interface ScanResult {
  /** null when there is nothing to search in. */
  readonly result: SearchResult | null;
  /** Indexes that hold pictures of picture mode, not pages and zones. */
  readonly pictureIndexIds: ReadonlySet<string>;
}

/** How a photo is looked at. */
export interface ScanLook {
  /** Names the frames of one camera; a photo that stands alone, which null means, is looked at as closely as can be. */
  readonly stream?: string | null;
  /** Ends the search. */
  readonly signal?: AbortSignal | undefined;
}

export interface ScanSearchParts {
  readonly decoder: Pick<ImageDecoder, 'picture'>;
  readonly vision: Pick<Vision, 'search' | 'decoded' | 'lastChange'>;
  readonly targets: CachedTargets;
  readonly clock: Clock;
}

export class ScanSearch {
  private readonly frames: FrameLooks<SearchResult>;

  constructor(private readonly parts: ScanSearchParts) {
    const { vision, clock } = parts;
    this.frames = new FrameLooks({
      vision,
      clock,
      isFirstQuick: false,
      isFound: ({ hits }) => hits.some(isRecognized),
      hitCountOf: ({ hits }) => hits.length,
    });
  }

  /**
   * The recognized images and zones, and the recognized pictures; both empty when nothing is recognized.
   *
   * @param photo            an encoded picture
   * @param reader           asked for only where pictures were recognized
   * @param organizationPath what lies in this subtree is searched
   * @param look             how it is looked at
   * @throws LoupeError UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE, OVERLOADED
   */
  async find(
    reader: () => EntityManager,
    photo: Buffer,
    organizationPath: string,
    look?: ScanLook,
  ): Promise<Recognition> {
    return this.recognized(reader, await this.search(photo, organizationPath, look), organizationPath);
  }

  /**
   * Everything that resembles the photo, recognized or not.
   *
   * @throws LoupeError as `find`
   */
  async search(
    photo: Buffer,
    organizationPath: string,
    { stream = null, signal }: ScanLook = {},
  ): Promise<ScanResult> {
    const { decoder, vision } = this.parts;
    const picture = decoder.picture(photo);
    const scope = await this.parts.targets.scope(organizationPath);
    if (scope.length === 0) {
      await picture.luma('query'); // A picture that cannot be read is refused also here.
      return { result: null, pictureIndexIds: new Set() };
    }
    const applicationIds = scope.map(({ id }) => id);
    const look = async (seen: Picture, closely: FrameLook) =>
      withVision(() =>
        vision.search(applicationIds, seen, { limit: MAX_HITS, ...closely, ...(signal && { signal }) }),
      );
    const result =
      stream === null
        ? await look(picture, { secondTry: true, fromTheSide: true })
        : await this.frames.all(picture, {
            stream: `${organizationPath} ${stream}`,
            question: await this.questionOf(applicationIds),
            signal,
            look,
          });
    const ofPictures = scope.filter(({ purpose }) => purpose === 'pictures');
    return { result, pictureIndexIds: new Set(ofPictures.map(({ id }) => id)) };
  }

  /** Everything that an answer depends on beside the photo. */
  private async questionOf(applicationIds: readonly string[]): Promise<string> {
    const asked = applicationIds.map(async (id) => [
      id,
      await withVision(() => this.parts.vision.lastChange(id)),
    ]);
    return JSON.stringify(await Promise.all(asked));
  }

  /** The recognized targets that still exist. */
  async recognized(
    reader: () => EntityManager,
    found: ScanResult,
    organizationPath: string,
  ): Promise<Recognition> {
    const recognized = found.result?.hits.filter(isRecognized) ?? [];
    const ofPictures = recognized.filter((hit) => found.pictureIndexIds.has(hit.indexId));
    const ofContent = recognized.filter((hit) => !found.pictureIndexIds.has(hit.indexId));
    return {
      targets: await this.order(await this.shown(await this.resolve(ofContent, organizationPath))),
      pictures: ofPictures.length === 0 ? [] : await this.resolvePictures(reader(), ofPictures),
    };
  }

  /** Without zones that are outside of their window. A page all of whose zones are is found by them, as it would be without them. */
  private async shown(elements: readonly RecognizedElement[]): Promise<readonly RecognizedElement[]> {
    const found = new Map<string, RecognizedElement>();
    for (const element of elements) {
      const shown = element.isOpen ? element : await this.pageOf(element);
      if (shown !== null && !found.has(shown.elementId)) found.set(shown.elementId, shown);
    }
    return [...found.values()];
  }

  private async pageOf(zone: RecognizedElement): Promise<RecognizedElement | null> {
    const zones = await this.parts.targets.zonesOf(zone.imageId);
    if (zones.some(({ isActive, timeWindow }) => isActive && zone.moment.shows(timeWindow))) return null;
    const { imageId, path, place, outline, queryFromReference } = zone;
    const queryFromPage =
      queryFromReference === null ? null : compose(queryFromReference, partFromPage(place));
    return {
      ...zone,
      elementId: imageId,
      path: parentPath(path),
      place: WHOLE_PAGE,
      queryFromReference: queryFromPage,
      outline: queryFromPage === null ? outline : outlineOf(queryFromPage),
      isOpen: true,
    };
  }

  /** The best element decides the page; its parts come first, those of other pages follow by distance. */
  private async order(elements: readonly RecognizedElement[]): Promise<readonly RecognizedTarget[]> {
    const best = elements[0];
    if (best === undefined) return [];
    const ofPage = elements.filter(({ imageId }) => imageId === best.imageId);
    const others = elements.filter(({ imageId }) => imageId !== best.imageId);
    if (best.elementId === best.imageId && ofPage.length === 1) return elements;
    const zones = (await this.parts.targets.zonesOf(best.imageId)).filter(({ timeWindow }) =>
      best.moment.shows(timeWindow),
    );
    const pathOf = new Map([...zones, ...ofPage].map(({ elementId, path }) => [elementId, path]));
    const ordered = orderParts(ofPage, zones).flatMap((part) => {
      const path = pathOf.get(part.elementId);
      return path === undefined ? [] : [{ ...part, path }];
    });
    return [...ordered, ...others];
  }

  private async resolvePictures(
    em: EntityManager,
    hits: readonly SearchHit[],
  ): Promise<Recognition['pictures']> {
    const ids = await readExternalIds(
      em,
      hits.map(({ key }) => key),
    );
    return hits.flatMap(({ key, distance, queryFromReference, query }) => {
      const pictureId = ids.get(key);
      const outline = outlineInQuery(queryFromReference, query.box);
      return pictureId === undefined ? [] : [{ pictureId, distance, outline }];
    });
  }

  /** Joins hits to elements that are still there. */
  private async resolve(hits: readonly SearchHit[], organizationPath: string): Promise<RecognizedElement[]> {
    const keys = hits.map(({ key }) => key);
    const now = this.parts.clock.now();
    const nodeOf = await this.parts.targets.nodesOf(keys, organizationPath);
    return hits.flatMap((hit) => {
      const node = nodeOf.get(hit.key);
      if (node === undefined) return [];
      const { distance, inlierCount, queryFromReference } = hit;
      const outline = outlineInQuery(queryFromReference, hit.query.box);
      const imageId = node.type === 'Zone' ? (node.parent_id ?? node.id) : node.id;
      const place = node.place ?? WHOLE_PAGE;
      const moment = new Moment(now, node.time_zone ?? DEFAULT_TIME_ZONE);
      return [
        {
          elementId: node.id,
          path: node.path,
          imageId,
          place,
          distance,
          inlierCount,
          queryFromReference,
          outline,
          moment,
          isOpen: moment.shows(node.time_window),
        },
      ];
    });
  }
}
