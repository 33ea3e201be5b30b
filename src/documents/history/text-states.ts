/** Titles and actions of elements as they stand, so that a change of many can be compared and taken back. */
import type { EntityManager } from '../../db/database.js';
import { eachPart } from '../../db/in-parts.js';
import { marks, readRows } from '../../db/rows.js';

export interface TitleState {
  readonly kind: 'title';
  readonly nodeId: string;
  readonly languageCode: string;
  readonly value: string;
  readonly style: string | null;
}

export interface ActionState {
  readonly kind: 'action';
  readonly id: string;
  readonly nodeId: string;
  readonly languageCode: string;
  readonly name: string;
  readonly type: string;
  readonly content: string;
  readonly iconId: string | null;
  readonly priority: number | null;
  readonly order: number | null;
  readonly style: string | null;
}

export type TextState = TitleState | ActionState;
/** By `keyOf`. */
export type TextStates = ReadonlyMap<string, TextState>;

export function keyOf(state: TextState): string {
  return state.kind === 'title' ? titleKey(state.nodeId, state.languageCode) : actionKey(state.id);
}

export const titleKey = (nodeId: string, languageCode: string) =>
  `title ${nodeId.toLowerCase()} ${languageCode.toLowerCase()}`;
export const actionKey = (id: string) => `action ${id.toLowerCase()}`;

export function isSame(a: TextState | undefined, b: TextState | undefined): boolean {
  return a === undefined || b === undefined ? a === b : JSON.stringify(a) === JSON.stringify(b);
}

/** Every title and action of the elements. @param em within a transaction: as it has them */
export async function readTextStates(em: EntityManager, nodeIds: readonly string[]): Promise<TextStates> {
  const found = new Map<string, TextState>();
  const add = (state: TextState) => found.set(keyOf(state), state);
  await eachPart([...new Set(nodeIds.map((id) => id.toLowerCase()))], async (ids) => {
    const titles = await readRows<Omit<TitleState, 'kind'>>(
      em,
      `select node_id as "nodeId", language_code as "languageCode", value, style
         from title where node_id in (${marks(ids)})`,
      ids,
    );
    for (const { nodeId, languageCode, value, style } of titles)
      add({ kind: 'title', nodeId, languageCode, value, style });
    const actions = await readRows<Omit<ActionState, 'kind'>>(
      em,
      `select id, node_id as "nodeId", language_code as "languageCode", name, type, content,
              icon_id as "iconId", priority, "order", style
         from action where node_id in (${marks(ids)})`,
      ids,
    );
    for (const { id, nodeId, languageCode, name, type, content, iconId, priority, order, style } of actions)
      add({ kind: 'action', id, nodeId, languageCode, name, type, content, iconId, priority, order, style });
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

/** What was there and what is there now; null for nothing. */
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
