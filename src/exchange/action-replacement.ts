/**
 * Replaces the actions of an element by those of an import. It bypasses the unit of work, whose every flush visits
 * everything that it knows, so that thousands of actions take seconds and not minutes.
 */
import { addressesOfRules } from '../kernel/rules/address-rules.js';
import { foldTargets } from '../kernel/action-targets.js';
import { noteTexts } from '../documents/history/transaction-notes.js';
import type { OperationChange } from '../audit/operation-record.entity.js';
import { Action } from '../content/actions/action.entity.js';
import { compareActions } from '../content/actions/action.rules.js';
import type { EntityManager } from '../db/database.js';
import { readRows } from '../db/rows.js';
import { newId } from '../kernel/ids.js';
import { compareText, foldText } from '../kernel/text-fold.js';
import type { CheckedAction } from './import-rules.js';
import { giveWay, inParts } from '../db/in-parts.js';

/** Actions that are folded or written between two yields to the event loop: each may open a large text. */
const AT_A_TIME = 50;

/**
 * Actions that are the same already keep their ids, so that earlier clicks still belong to them.
 *
 * @param wanted actions by element
 * @returns how many actions each changed element had and has, for the operation log
 */
export async function replaceActions(
  em: EntityManager,
  wanted: ReadonlyMap<string, readonly CheckedAction[]>,
  now: Date,
): Promise<readonly OperationChange[]> {
  await noteTexts(em, [...wanted.keys()]);
  const changes: OperationChange[] = [];
  const added: (CheckedAction &
    Pick<Action, 'id' | 'nodeId' | 'nameFolded' | 'targetFolded' | 'dateCreated' | 'dateModified'>)[] = [];
  for (const [nodeId, actions] of wanted) {
    const rows = (await readActions(em, nodeId)).toSorted(
      (a, b) => compareText(a.languageCode, b.languageCode) || compareActions(a, b),
    );
    if (areSame(rows, actions)) continue;
    await em.nativeDelete(Action, { nodeId });
    for (const [at, action] of actions.entries()) {
      if (at % AT_A_TIME === AT_A_TIME - 1) await giveWay();
      // These rows are written past the entity, which would fold its texts itself.
      const nameFolded = foldText(action.name);
      const targetFolded = foldTargets(action.type, action.content, addressesOfRules(action.rules));
      const dates = { dateCreated: now, dateModified: now };
      added.push({ id: newId(), nodeId, ...action, nameFolded, targetFolded, ...dates });
    }
    const [before, after] = [String(rows.length), String(actions.length)];
    changes.push({ kind: 'Action', elementId: nodeId, languageCode: null, field: 'count', before, after });
    await giveWay();
  }
  for (const part of inParts(added, AT_A_TIME)) {
    await em.insertMany(Action, part);
    await giveWay();
  }
  return changes;
}

type KnownAction = Pick<
  Action,
  | 'id'
  | 'languageCode'
  | 'priority'
  | 'order'
  | 'name'
  | 'type'
  | 'content'
  | 'style'
  | 'iconId'
  | 'rules'
  | 'timeWindow'
  | 'dateCreated'
>;

/** As plain rows: an element may have thousands, in many languages. */
async function readActions(em: EntityManager, nodeId: string): Promise<readonly KnownAction[]> {
  const rows = await readRows<
    Omit<KnownAction, 'dateCreated'> & { readonly created: Date | number | string }
  >(
    em,
    `select id, language_code as "languageCode", priority, "order", name, type, content, style,
       icon_id as "iconId", rules, time_window as "timeWindow", date_created as created
     from action where node_id = ?`,
    [nodeId],
  );
  return rows.map(({ created, ...row }) => ({ ...row, dateCreated: new Date(created) }));
}

const members = ['languageCode', 'priority', 'order', 'name', 'type', 'content'] as const;
const others = ['style', 'iconId', 'rules', 'timeWindow'] as const;

function areSame(rows: readonly KnownAction[], actions: readonly CheckedAction[]): boolean {
  if (rows.length !== actions.length) return false;
  return rows.every((row, at) =>
    [...members, ...others].every((member) => (row[member] ?? null) === (actions[at]?.[member] ?? null)),
  );
}
