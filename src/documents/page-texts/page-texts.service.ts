/** The words of pages as their file prints them, for those who may see the pages. */
import type { Viewer } from '../../access/viewer.js';
import type { Each } from '../../content/content-batches.js';
import type { Database } from '../../db/database.js';
import { LoupeError } from '../../kernel/errors.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import { PageText } from './page-text.entity.js';
import { textOf } from './page-text.js';

export class PageTextsService {
  constructor(
    private readonly database: Database,
    private readonly guarded: GuardedNodes,
  ) {}

  /** In the order of the ids, a line of print each; null where the file of a page has none that can be read. */
  async textsOf(viewer: Viewer, pageIds: readonly string[]): Promise<Each<string | null>> {
    const em = this.database.reader();
    const pages = await this.guarded.requireEachPlace(em, viewer, 'content:read', pageIds, 'Image');
    const ids = pages.flatMap((page) => (page instanceof LoupeError ? [] : [page.id]));
    const kept = await em.find(PageText, { nodeId: { $in: ids } });
    const texts = new Map(kept.map(({ nodeId, lines }) => [nodeId, textOf(lines) || null]));
    return pages.map((page) => (page instanceof LoupeError ? page : (texts.get(page.id) ?? null)));
  }
}
