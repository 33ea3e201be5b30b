/** Titles and actions of elements as they stand, so that a change of many can be compared and taken back. */
import { z } from 'zod';
import { actionMemberNames, actionMembers } from '../../content/actions/action.members.js';
import { titleMemberNames, titleMembers } from '../../content/titles/title.members.js';
import type { EntityManager } from '../../db/database.js';
import { columnsOf, isSameIn, membersOfRow } from '../../kernel/members.js';
import { eachPart } from '../../db/in-parts.js';
import { marks, readRows } from '../../db/rows.js';

/** The element that a text belongs to, and its language. */
const place = { nodeId: z.string(), languageCode: z.string() };
const titleState = z.object({ kind: z.literal('title'), ...place, ...titleMembers });
const actionState = z.object({ kind: z.literal('action'), id: z.string(), ...place, ...actionMembers });
const textState = z.discriminatedUnion('kind', [titleState, actionState]);

export type TitleState = Readonly<z.output<typeof titleState>>;
export type ActionState = Readonly<z.output<typeof actionState>>;

export type TextState = TitleState | ActionState;
/** By `keyOf`. */
export type TextStates = ReadonlyMap<string, TextState>;

export function keyOf(state: TextState): string {
  return state.kind === 'title' ? titleKey(state.nodeId, state.languageCode) : actionKey(state.id);
}

export const titleKey = (nodeId: string, languageCode: string) =>
  `title ${nodeId.toLowerCase()} ${languageCode.toLowerCase()}`;
export const actionKey = (id: string) => `action ${id.toLowerCase()}`;

/** Compares texts member by member. Two that are both absent are the same. */
export function isSame(a: TextState | null | undefined, b: TextState | null | undefined): boolean {
  if (a?.kind === 'title' && b?.kind === 'title') return isSameIn(TITLE, a, b);
  if (a?.kind === 'action' && b?.kind === 'action') return isSameIn(ACTION, a, b);
  return a == null && b == null;
}

const TITLE = ['nodeId', 'languageCode', ...titleMemberNames] as const;
const ACTION = ['id', 'nodeId', 'languageCode', ...actionMemberNames] as const;

/** Every title and action of the elements. @param em within a transaction: as it has them */
export async function readTextStates(em: EntityManager, nodeIds: readonly string[]): Promise<TextStates> {
  const found = new Map<string, TextState>();
  const add = (state: TextState) => found.set(keyOf(state), state);
  await eachPart([...new Set(nodeIds.map((id) => id.toLowerCase()))], async (ids) => {
    const where = `where node_id in (${marks(ids)})`;
    const titles = await readRows<Row>(em, `select ${columnsOf(TITLE)} from title ${where}`, ids);
    for (const { nodeId, languageCode, ...row } of titles)
      add({ kind: 'title', nodeId, languageCode, ...membersOfRow(titleMembers, row) });
    const actions = await readRows<Row>(em, `select ${columnsOf(ACTION)} from action ${where}`, ids);
    for (const { id, nodeId, languageCode, ...row } of actions)
      add({ kind: 'action', id, nodeId, languageCode, ...membersOfRow(actionMembers, row) });
  });
  return found;
}

/** The elements that actions belong to. */
export async function nodesOfActions(
  em: EntityManager,
  actionIds: readonly string[],
): Promise<readonly string[]> {
  const found = new Set<string>();
  await eachPart([...actionIds], async (ids) => {
    const rows = await readRows<{ readonly nodeId: string }>(
      em,
      `select distinct node_id as "nodeId" from action where id in (${marks(ids)})`,
      ids,
    );
    for (const { nodeId } of rows) found.add(nodeId);
  });
  return [...found];
}

interface Row extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly nodeId: string;
  readonly languageCode: string;
}

const replaced = z.object({ before: textState.nullable(), after: textState.nullable() });

/** A change that was stored as JSON, also by a version that did not know all of today's members. */
export const readReplacedText = (stored: unknown): Replaced => replaced.parse(stored);

/** The state before and the state now; null for nothing. */
export interface Replaced {
  readonly before: TextState | null;
  readonly after: TextState | null;
}

/** The titles and actions that are not what they were. */
export function differences(before: TextStates, after: TextStates): readonly Replaced[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys]
    .filter((key) => !isSame(before.get(key), after.get(key)))
    .map((key) => ({ before: before.get(key) ?? null, after: after.get(key) ?? null }));
}
