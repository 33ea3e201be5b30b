/** Finds the targets that a photo shows, among everything that an ApiKey may recognize. */
import { applicationsBelow } from '../applications/applications-below.js';
import { withVision } from '../applications/vision-failures.js';
import type { EntityManager } from '../db/database.js';
import { marks, readRows } from '../db/rows.js';
import type { Node } from '../hierarchy/node.entity.js';
import type { ImageDecoder } from '../media/image-decoder.js';
import { isRecognized } from '../vision/decision.js';
import type { SearchHit, SearchResult } from '../vision/types.js';
import type { Vision } from '../vision/vision.js';
import { type Candidate, orderCandidates } from './target-choice.js';

/** Results of one search that are looked at; a photo hardly shows more targets. */
const MAX_HITS = 20;

export type RecognizedTarget = SearchHit & Candidate & { readonly path: string };

/** What a photo shows. */
export interface Recognition {
  /** Pages and zones, the meant one first. */
  readonly targets: readonly RecognizedTarget[];
  /** Pictures of picture mode, best first. */
  readonly pictures: readonly { readonly pictureId: string; readonly distance: number }[];
}

/** What resembles a photo. */
export interface Look {
  /** null when there is nothing to search in. */
  readonly result: SearchResult | null;
  /** Indexes that hold pictures of picture mode, not pages and zones. */
  readonly pictureIndexIds: ReadonlySet<string>;
}

export interface ScanSearchParts {
  readonly decoder: Pick<ImageDecoder, 'picture'>;
  readonly vision: Pick<Vision, 'search'>;
}

export class ScanSearch {
  constructor(private readonly parts: ScanSearchParts) {}

  /**
   * The recognized images and zones, and the recognized pictures; both empty when nothing is recognized.
   *
   * @param photo            an encoded picture
   * @param organizationPath what lies in this subtree is searched
   * @param signal           ends the search
   * @throws LoupeError UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE, OVERLOADED
   */
  async find(
    em: EntityManager,
    photo: Buffer,
    organizationPath: string,
    signal?: AbortSignal,
  ): Promise<Recognition> {
    return this.recognized(em, await this.look(em, photo, organizationPath, signal), organizationPath);
  }

  /**
   * Everything that resembles the photo, recognized or not.
   *
   * @throws LoupeError as `find`
   */
  async look(
    em: EntityManager,
    photo: Buffer,
    organizationPath: string,
    signal?: AbortSignal,
  ): Promise<Look> {
    const { decoder, vision } = this.parts;
    const picture = decoder.picture(photo);
    const scope = await applicationsBelow(em, organizationPath, ['content', 'pictures']);
    if (scope.length === 0) {
      await picture.luma('query'); // A picture that cannot be read is refused also here.
      return { result: null, pictureIndexIds: new Set() };
    }
    const applicationIds = scope.map(({ id }) => id);
    const result = await withVision(() =>
      vision.search(applicationIds, picture, { limit: MAX_HITS, ...(signal ? { signal } : {}) }),
    );
    const ofPictures = scope.filter(({ purpose }) => purpose === 'pictures');
    return { result, pictureIndexIds: new Set(ofPictures.map(({ id }) => id)) };
  }

  /** What of it was recognized and is still there. */
  async recognized(em: EntityManager, look: Look, organizationPath: string): Promise<Recognition> {
    const recognized = look.result?.hits.filter(isRecognized) ?? [];
    const ofPictures = recognized.filter((hit) => look.pictureIndexIds.has(hit.indexId));
    const ofContent = recognized.filter((hit) => !look.pictureIndexIds.has(hit.indexId));
    return {
      targets: orderCandidates(await this.resolve(em, ofContent, organizationPath)),
      pictures: await this.resolvePictures(em, ofPictures),
    };
  }

  private async resolvePictures(
    em: EntityManager,
    hits: readonly SearchHit[],
  ): Promise<Recognition['pictures']> {
    const ids = await this.externalIds(em, hits);
    return hits.flatMap(({ key, distance }) => {
      const pictureId = ids.get(key);
      return pictureId === undefined ? [] : [{ pictureId, distance }];
    });
  }

  /** Ids that references stand for, by key. */
  async externalIds(em: EntityManager, hits: readonly SearchHit[]): Promise<Map<number, string>> {
    if (hits.length === 0) return new Map();
    const keys = hits.map((hit) => hit.key);
    const references = await readRows<{ key: number; external_id: string }>(
      em,
      `select "key", external_id from reference
       where "key" in (${marks(keys)}) and is_present = true and external_id is not null`,
      keys,
    );
    return new Map(references.map((row) => [row.key, row.external_id]));
  }

  /** Joins hits to elements that are still there. */
  private async resolve(
    em: EntityManager,
    hits: readonly SearchHit[],
    organizationPath: string,
  ): Promise<RecognizedTarget[]> {
    const ids = await this.externalIds(em, hits);
    if (ids.size === 0) return [];
    const elementIds = [...ids.values()];
    const nodes = await readRows<Pick<Node, 'id' | 'type' | 'path'> & { parent_id: string | null }>(
      em,
      `select id, type, path, parent_id from node where id in (${marks(elementIds)}) and path like ?`,
      [...elementIds, `${organizationPath}%`],
    );
    const nodeOf = new Map(nodes.map((node) => [node.id, node]));
    return hits.flatMap((hit) => {
      const node = nodeOf.get(ids.get(hit.key) ?? '');
      if (node === undefined) return [];
      const imageId = node.type === 'Zone' ? (node.parent_id ?? node.id) : node.id;
      return [{ ...hit, elementId: node.id, imageId, path: node.path }];
    });
  }
}
