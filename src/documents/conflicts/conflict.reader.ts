/** Reads the elements in conflict, with all that a publisher needs to find them. */
import type { EntityManager } from '../../db/database.js';
import { Reference } from '../../engine/references/reference.entity.js';
import { StoredFile } from '../../media/blobs/stored-file.entity.js';
import { Node, type NodeType } from '../../tree/node.entity.js';
import { idsUpwards } from '../../tree/node-path.js';
import { Zone } from '../zones/zone.entity.js';
import type { PartsByKey, PicturePart } from '../../engine-host/content/told-apart.js';
import type { SearchHit } from '../../engine-host/types.js';

interface ConflictStep {
  readonly id: string;
  readonly type: NodeType;
  readonly name: string;
}

/** The element that is asked about. */
export type CheckedElement = Pick<Node, 'id' | 'type' | 'path' | 'parentId' | 'organizationId'>;

export interface ConflictView {
  readonly documentId: string;
  readonly documentName: string;
  /** Page of the document, from 1. */
  readonly pageNumber: number;
  /** 0 (the same picture) to 1. */
  readonly distance: number;
  /** From the element up to its organization. */
  readonly path: readonly ConflictStep[];
  readonly thumbnailFileId: string | null;
  /** The part of the checked element by which photos tell both apart; null where they may confuse them. */
  readonly toldApartBy: PicturePart | null;
}

/**
 * The elements that hits stand for, in the order of the hits.
 *
 * @param reach path below which the viewer sees elements; others are left out
 * @param parts by which photos tell some of them from the element, by key
 */
export async function readConflicts(
  em: EntityManager,
  { element, reach }: { readonly element: CheckedElement; readonly reach: string },
  hits: readonly SearchHit[],
  parts: PartsByKey,
): Promise<readonly ConflictView[]> {
  if (hits.length === 0) return [];
  const references = await em.find(
    Reference,
    { key: { $in: hits.map(({ key }) => key) }, isPresent: true, externalId: { $ne: null } },
    { fields: ['key', 'externalId'] },
  );
  const idOf = new Map(references.map((row) => [row.key, row.externalId ?? '']));
  const views: ConflictView[] = [];
  for (const { key, distance } of hits) {
    const other = await em.findOne(Node, { id: idOf.get(key) ?? '' });
    if (other === null || other.id === element.id || !other.path.startsWith(reach)) continue;
    if (await isSamePlace(em, element, other)) continue;
    const view = await toView(em, other, distance);
    if (view !== null) views.push({ ...view, toldApartBy: parts.get(key) ?? null });
  }
  return views;
}

async function toView(
  em: EntityManager,
  node: Node,
  distance: number,
): Promise<Omit<ConflictView, 'toldApartBy'> | null> {
  const ids = idsUpwards(node.path);
  const above = new Map((await em.find(Node, { id: { $in: [...ids] } })).map((each) => [each.id, each]));
  const steps = ids.flatMap((id) => above.get(id) ?? []);
  const page = steps.find(({ type }) => type === 'Image');
  const document = steps.find(({ type }) => type === 'Document');
  if (page === undefined || document === undefined) return null;
  const end = steps.findIndex(({ type }) => type === 'Organization');
  const thumbnail = await em.findOne(
    StoredFile,
    { ownerId: node.id, kind: 'BigThumbnail' },
    { fields: ['id'], orderBy: { id: 'desc' } },
  );
  return {
    documentId: document.id,
    documentName: document.name,
    pageNumber: page.order,
    distance,
    path: steps.slice(0, end + 1).map(({ id, type, name }) => ({ id, type, name })),
    thumbnailFileId: thumbnail?.id ?? null,
  };
}

/** Overlapping zones of a page show the same print: the photo's center decides which one is meant. */
async function isSamePlace(em: EntityManager, element: CheckedElement, other: Node): Promise<boolean> {
  if (element.type !== 'Zone' || other.type !== 'Zone' || element.parentId !== other.parentId) return false;
  const [a, b] = await Promise.all([
    em.findOne(Zone, { id: element.id }),
    em.findOne(Zone, { id: other.id }),
  ]);
  return a !== null && b !== null && overlap(a, b);
}

function overlap(a: Zone, b: Zone): boolean {
  return (
    a.positionXPercent < b.positionXPercent + b.widthPercent &&
    b.positionXPercent < a.positionXPercent + a.widthPercent &&
    a.positionYPercent < b.positionYPercent + b.heightPercent &&
    b.positionYPercent < a.positionYPercent + a.heightPercent
  );
}
