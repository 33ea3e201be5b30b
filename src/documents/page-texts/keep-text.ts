import type { EntityManager } from '../../db/database.js';
import { PageText } from './page-text.entity.js';
import { foldedText, type PrintedLine } from './page-text.js';

/** Keeps the words of a page for searches; of one without words that it has none, so that it is not read again. */
export async function keepText(
  em: EntityManager,
  nodeId: string,
  lines: readonly PrintedLine[],
): Promise<void> {
  await em.upsert(PageText, { nodeId, textFolded: foldedText(lines), lines: JSON.stringify(lines) });
}
