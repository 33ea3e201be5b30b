/** Finds the targets that a photo shows, among everything that an ApiKey may recognize. */
import type { EntityManager } from '../db/database.js';
import type { ApplicationService } from '../engine/application.service.js';
import { Reference } from '../engine/reference.entity.js';
import { withVision } from '../engine/vision-failures.js';
import type { ImageDecoder } from '../media/image-decoder.js';
import { Node } from '../tree/node.entity.js';
import { inSubtree } from '../tree/node-path.js';
import type { SearchHit } from '../vision/types.js';
import type { Vision } from '../vision/vision.js';
import { type Candidate, orderCandidates } from './target-choice.js';

/** Results of one search that are looked at; a photo hardly shows more targets. */
const MAX_HITS = 20;

export type RecognizedTarget = SearchHit & Candidate;

/** What a photo shows. */
export interface Recognition {
  /** Pages and zones, the meant one first. */
  readonly targets: readonly RecognizedTarget[];
  /** Pictures of picture mode, best first. */
  readonly pictures: readonly { readonly pictureId: string; readonly distance: number }[];
}

export interface ScanSearchParts {
  readonly decoder: Pick<ImageDecoder, 'raster'>;
  readonly vision: Pick<Vision, 'search'>;
  readonly applications: Pick<ApplicationService, 'idsOf'>;
}

export class ScanSearch {
  constructor(private readonly parts: ScanSearchParts) {}

  /**
   * The recognized images and zones, and the recognized pictures; both empty when nothing is recognized.
   *
   * @param photo            an encoded picture
   * @param organizationPath what lies in this subtree is searched
   * @throws LoupeError UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE, OVERLOADED
   */
  async find(em: EntityManager, photo: Buffer, organizationPath: string): Promise<Recognition> {
    const raster = await this.parts.decoder.raster(photo, 'query');
    const organizations = await em.find(
      Node,
      { type: 'Organization', path: inSubtree(organizationPath) },
      { fields: ['id'] },
    );
    const ids = organizations.map(({ id }) => id);
    const { applications, vision } = this.parts;
    const content = await applications.idsOf(em, ids, 'content');
    const pictures = new Set(await applications.idsOf(em, ids, 'pictures'));
    const applicationIds = [...content, ...pictures];
    if (applicationIds.length === 0) return { targets: [], pictures: [] };
    const { hits } = await withVision(() => vision.search(applicationIds, raster, { limit: MAX_HITS }));
    const recognized = hits.filter((hit) => hit.decision === 'Clone' || hit.decision === 'Match');
    const ofPictures = recognized.filter((hit) => pictures.has(hit.indexId));
    const ofContent = recognized.filter((hit) => !pictures.has(hit.indexId));
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
  private async externalIds(em: EntityManager, hits: readonly SearchHit[]): Promise<Map<number, string>> {
    if (hits.length === 0) return new Map();
    const references = await em.find(
      Reference,
      { key: { $in: hits.map((hit) => hit.key) }, isPresent: true, externalId: { $ne: null } },
      { fields: ['key', 'externalId'] },
    );
    return new Map(references.map((row) => [row.key, row.externalId ?? '']));
  }

  /** Joins hits to elements that are still there. */
  private async resolve(
    em: EntityManager,
    hits: readonly SearchHit[],
    organizationPath: string,
  ): Promise<RecognizedTarget[]> {
    const ids = await this.externalIds(em, hits);
    if (ids.size === 0) return [];
    const nodes = await em.find(Node, {
      id: { $in: [...ids.values()] },
      path: inSubtree(organizationPath),
    });
    const nodeOf = new Map(nodes.map((node) => [node.id, node]));
    return hits.flatMap((hit) => {
      const node = nodeOf.get(ids.get(hit.key) ?? '');
      if (node === undefined) return [];
      const imageId = node.type === 'Zone' ? (node.parentId ?? node.id) : node.id;
      return [{ ...hit, elementId: node.id, imageId }];
    });
  }
}
