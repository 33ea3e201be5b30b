/** Pictures by their ids, many at once, each with the right to its organization asked for. */
import type { Viewer } from '../access/viewer.js';
import type { Database } from '../db/database.js';
import { LoupeError, notFound } from '../kernel/errors.js';
import { type GuardedNodes, shown } from '../tree/guarded-nodes.js';
import { isId } from '../kernel/ids.js';
import { Picture } from './picture.entity.js';
import { readPictures } from './picture.reader.js';
import type { PictureView } from './views.js';

export class PictureBatches {
  constructor(
    private readonly database: Database,
    private readonly guarded: GuardedNodes,
  ) {}

  /** In the order of the ids: the picture, or why it may not be had. */
  async pictures(viewer: Viewer, ids: readonly string[]): Promise<readonly (PictureView | LoupeError)[]> {
    const em = this.database.reader();
    const known = [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))];
    const views = await readPictures(em, await em.find(Picture, { id: { $in: known } }));
    const byId = new Map(views.map((view) => [view.id, view]));
    const places = ids.map((id) => byId.get(id.toLowerCase())?.organizationId ?? '');
    const nodes = await this.guarded.requireEach(em, viewer, 'picture:read', places, 'Organization');
    return ids.map((id, index) => {
      const node = nodes[index];
      if (node instanceof LoupeError && node.code !== 'NOT_FOUND') return node;
      const view = byId.get(id.toLowerCase());
      return view === undefined || node instanceof LoupeError ? notFound(`Picture ${shown(id)}`) : view;
    });
  }
}
