/** Rights on a kept comparison: to see it, to decide about it. */
import type { Viewer } from '../../access/viewer.js';
import type { EntityManager } from '../../db/database.js';
import { notFound } from '../../kernel/errors.js';
import { type GuardedNodes, shown } from '../../tree/guarded-nodes.js';
import type { Node } from '../../tree/node.entity.js';
import type { KeptComparison } from './kept-comparison.entity.js';
import type { KeptComparisons } from './kept-comparisons.js';

export class KeptAccess {
  constructor(
    private readonly kept: KeptComparisons,
    private readonly guarded: GuardedNodes,
  ) {}

  /** @throws LoupeError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN */
  async require(
    em: EntityManager,
    viewer: Viewer,
    operation: 'content:read' | 'content:write',
    id: string,
  ): Promise<KeptComparison> {
    const comparison = await this.kept.find(em, id);
    const what = `Comparison ${shown(id)}`;
    await this.guarded.requireFor(em, viewer, operation, comparison?.organizationId ?? null, what);
    if (comparison === null) throw notFound(what);
    return comparison;
  }

  /** The organization of a comparison, for the log. */
  async nodeOf(em: EntityManager, viewer: Viewer, { organizationId }: KeptComparison): Promise<Node> {
    return this.guarded.require(em, viewer, 'content:write', organizationId);
  }
}
