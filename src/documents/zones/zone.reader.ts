/** Zones as services answer them, several at once. */
import { readRecognizability } from '../../engine/references/recognizability.js';
import type { EntityManager } from '../../db/database.js';
import { Node } from '../../tree/node.entity.js';
import { Zone } from './zone.entity.js';
import { StoredFile } from '../../media/blobs/stored-file.entity.js';
import { idsByOwner } from '../file.reader.js';
import { countActions } from '../nodes/element-counts.js';
import { zoneObject } from './zone.members.js';
import type { ZoneView } from '../views.js';

/** The zones of pages, those of each page in their order. */
export async function listZones(
  em: EntityManager,
  imageIds: readonly string[],
): Promise<readonly ZoneView[]> {
  const where = { parentId: { $in: [...imageIds] }, type: 'Zone' } as const;
  return readZones(em, await em.find(Node, where, { orderBy: { order: 'asc', id: 'asc' } }));
}

/** Views in the order of the nodes. */
export async function readZones(em: EntityManager, nodes: readonly Node[]): Promise<readonly ZoneView[]> {
  if (nodes.length === 0) return [];
  const ids = nodes.map(({ id }) => id);
  const zones = new Map((await em.find(Zone, { id: { $in: ids } })).map((zone) => [zone.id, zone]));
  const actionCounts = await countActions(em, ids);
  const files = await em.find(
    StoredFile,
    { ownerId: { $in: ids }, kind: { $in: ['SmallThumbnail', 'BigThumbnail'] } },
    { fields: ['id', 'ownerId', 'kind'] },
  );
  const fileIds = idsByOwner(files);
  const fileOf = (id: string, kind: string) => fileIds.get(`${id} ${kind}`) ?? null;
  return nodes.flatMap((node) => {
    const zone = zones.get(node.id);
    if (zone === undefined) return [];
    const { id, parentId, name, order, dateCreated, dateModified, dateOwnChange } = node;
    return {
      id,
      parentId: parentId ?? null,
      imageId: parentId ?? '',
      order,
      dateCreated,
      dateModified,
      dateOwnChange: dateOwnChange ?? null,
      ...zoneObject.parse({ ...zone, name }),
      status: zone.status,
      actionCount: actionCounts.get(id) ?? 0,
      recognizability: readRecognizability(zone),
      smallThumbnailFileId: fileOf(id, 'SmallThumbnail'),
      bigThumbnailFileId: fileOf(id, 'BigThumbnail'),
    };
  });
}
