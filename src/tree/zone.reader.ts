/** Zones as services answer them, several at once. */
import { Action } from '../content/action.entity.js';
import type { EntityManager } from '../db/database.js';
import { StoredFile } from '../media/stored-file.entity.js';
import type { Node } from './node.entity.js';
import type { ZoneView } from './views.js';
import { Zone } from './zone.entity.js';

/** Views in the order of the nodes. */
export async function readZones(em: EntityManager, nodes: readonly Node[]): Promise<readonly ZoneView[]> {
  if (nodes.length === 0) return [];
  const ids = nodes.map(({ id }) => id);
  const zones = new Map((await em.find(Zone, { id: { $in: ids } })).map((zone) => [zone.id, zone]));
  const actions = await em.find(Action, { nodeId: { $in: ids } }, { fields: ['nodeId'] });
  const files = await em.find(
    StoredFile,
    { ownerId: { $in: ids }, kind: { $in: ['SmallThumbnail', 'BigThumbnail'] } },
    { fields: ['id', 'ownerId', 'kind'] },
  );
  const fileOf = (id: string, kind: string) =>
    files.find((file) => file.ownerId === id && file.kind === kind)?.id ?? null;
  return nodes.flatMap((node) => {
    const zone = zones.get(node.id);
    if (zone === undefined) return [];
    const { id, parentId, name, order, dateCreated, dateModified } = node;
    return {
      id,
      parentId: parentId ?? null,
      imageId: parentId ?? '',
      name,
      order,
      dateCreated,
      dateModified,
      positionXPercent: zone.positionXPercent,
      positionYPercent: zone.positionYPercent,
      widthPercent: zone.widthPercent,
      heightPercent: zone.heightPercent,
      status: zone.status,
      autoTrigger: zone.autoTrigger ?? null,
      actionCount: actions.filter((action) => action.nodeId === id).length,
      smallThumbnailFileId: fileOf(id, 'SmallThumbnail'),
      bigThumbnailFileId: fileOf(id, 'BigThumbnail'),
    };
  });
}
