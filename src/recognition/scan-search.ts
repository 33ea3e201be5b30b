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

export interface ScanSearchParts {
  readonly decoder: Pick<ImageDecoder, 'raster'>;
  readonly vision: Pick<Vision, 'search'>;
  readonly applications: Pick<ApplicationService, 'idsOf'>;
}

export class ScanSearch {
  constructor(private readonly parts: ScanSearchParts) {}

  /**
   * The recognized images and zones, the meant one first; empty when nothing is recognized.
   *
   * @param photo            an encoded picture
   * @param organizationPath what lies in this subtree is searched
   * @throws LoupeError UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE, OVERLOADED
   */
  async find(
    em: EntityManager,
    photo: Buffer,
    organizationPath: string,
  ): Promise<readonly RecognizedTarget[]> {
    const raster = await this.parts.decoder.raster(photo, 'query');
    const organizations = await em.find(
      Node,
      { type: 'Organization', path: inSubtree(organizationPath) },
      { fields: ['id'] },
    );
    const applicationIds = await this.parts.applications.idsOf(
      em,
      organizations.map(({ id }) => id),
      'content',
    );
    if (applicationIds.length === 0) return [];
    const { hits } = await withVision(() =>
      this.parts.vision.search(applicationIds, raster, { limit: MAX_HITS }),
    );
    const recognized = hits.filter((hit) => hit.decision === 'Clone' || hit.decision === 'Match');
    return orderCandidates(await this.resolve(em, recognized, organizationPath));
  }

  /** Joins hits to elements that are still there. */
  private async resolve(
    em: EntityManager,
    hits: readonly SearchHit[],
    organizationPath: string,
  ): Promise<RecognizedTarget[]> {
    if (hits.length === 0) return [];
    const references = await em.find(
      Reference,
      { key: { $in: hits.map((hit) => hit.key) }, isPresent: true, externalId: { $ne: null } },
      { fields: ['key', 'externalId'] },
    );
    const ids = new Map(references.map((row) => [row.key, row.externalId ?? '']));
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
