/** Matches and clicks by their ids, many at once, each with the right to its document asked for. */
import type { Viewer } from '../access/viewer.js';
import type { Database, EntityManager } from '../db/database.js';
import { LoupeError, notFound } from '../kernel/errors.js';
import { type GuardedNodes, shown } from '../tree/guarded-nodes.js';
import { isId } from '../kernel/ids.js';
import { Click } from './click.entity.js';
import { Match } from './match.entity.js';
import type { Each } from './match-pages.js';
import { type ClickView, type MatchView, readMatches, toClickView } from './match.reader.js';

export class RecordBatches {
  constructor(
    private readonly database: Database,
    private readonly guarded: GuardedNodes,
  ) {}

  async matches(viewer: Viewer, ids: readonly string[]): Promise<Each<MatchView>> {
    const em = this.database.reader();
    const found = await em.find(Match, { id: { $in: known(ids) } });
    return this.guardedById(em, viewer, 'Match', ids, await readMatches(em, found));
  }

  async clicks(viewer: Viewer, ids: readonly string[]): Promise<Each<ClickView>> {
    const em = this.database.reader();
    const found = await em.find(Click, { id: { $in: known(ids) } });
    return this.guardedById(em, viewer, 'Click', ids, found.map(toClickView));
  }

  private async guardedById<View extends { readonly id: string; readonly documentId: string }>(
    em: EntityManager,
    viewer: Viewer,
    type: string,
    ids: readonly string[],
    views: readonly View[],
  ): Promise<Each<View>> {
    const byId = new Map(views.map((view) => [view.id, view]));
    const documentIds = ids.map((id) => byId.get(id.toLowerCase())?.documentId ?? '');
    const documents = await this.guarded.requireEach(em, viewer, 'match:read', documentIds, 'Document');
    return ids.map((id, index) => {
      const document = documents[index];
      if (document instanceof LoupeError && document.code !== 'NOT_FOUND') return document;
      const view = byId.get(id.toLowerCase());
      if (view === undefined || document instanceof LoupeError) return notFound(`${type} ${shown(id)}`);
      return view;
    });
  }
}

function known(ids: readonly string[]): string[] {
  return [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))];
}
