/**
 * How many actions an element may have. A scan answers with all of them in one language, with those of the page and of the
 * document: without a limit, one careless import makes every scan's answer as large as a film.
 */
import type { EntityManager } from '../../db/database.js';
import { readRows } from '../../db/rows.js';
import { badInput } from '../../kernel/errors.js';

/** Actions of an element in one language. */
const MAX_ACTIONS = 200;
/** Characters of their names, styles and contents together. */
const MAX_ACTIONS_LENGTH = 400_000;

/** Why these do not find room; null when they do. */
export function roomRefusal(count: number, length: number): string | null {
  if (count > MAX_ACTIONS)
    return `at most ${MAX_ACTIONS} actions of an element in one language; these are ${count}`;
  if (length <= MAX_ACTIONS_LENGTH) return null;
  return `at most ${MAX_ACTIONS_LENGTH} characters in all actions of an element in one language; these are ${length}`;
}

/**
 * Call it after the actions were written, in their transaction.
 *
 * @throws LoupeError BAD_USER_INPUT when the element has more than it may in the language
 */
export async function requireRoom(em: EntityManager, nodeId: string, languageCode: string): Promise<void> {
  const [sum] = await readRows<{ count: number | string; length: number | string | null }>(
    em,
    `select count(*) as count, sum(length(name) + length(content) + length(coalesce(style, ''))) as length
       from action where node_id = ? and language_code = ?`,
    [nodeId, languageCode],
  );
  const refusal = roomRefusal(Number(sum?.count ?? 0), Number(sum?.length ?? 0));
  if (refusal !== null) throw badInput('nodeId', refusal);
}
