/**
 * Puts the actions of an import in the place of those that are there: past the unit of work, whose every flush looks at
 * everything that it knows, so that thousands of actions take seconds and not minutes.
 */
import { foldTargets } from '../action-targets.js';
import type { OperationChange } from '../audit/operation-record.entity.js';
import { Action } from '../content/action.entity.js';
import { compareActions } from '../content/action.rules.js';
import type { EntityManager } from '../db/database.js';
import { newId } from '../ids.js';
import { compareText, foldText } from '../text-fold.js';
import type { CheckedAction } from './import-rules.js';
import { giveWay, inParts } from './in-parts.js';

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
  const changes: OperationChange[] = [];
  const added: (CheckedAction &
    Pick<Action, 'id' | 'nodeId' | 'nameFolded' | 'targetFolded' | 'dateCreated' | 'dateModified'>)[] = [];
  for (const [nodeId, actions] of wanted) {
    const rows = (await em.find(Action, { nodeId }, { disableIdentityMap: true })).sort(
      (a, b) => compareText(a.languageCode, b.languageCode) || compareActions(a, b),
    );
    if (sameText(rows) === sameText(actions)) continue;
    await em.nativeDelete(Action, { nodeId });
    for (const action of actions) {
      // These rows are written past the entity, which would fold its texts itself.
      const nameFolded = foldText(action.name);
      const targetFolded = foldTargets(action.type, action.content);
      const dates = { dateCreated: now, dateModified: now };
      added.push({ id: newId(), nodeId, ...action, nameFolded, targetFolded, ...dates });
    }
    const [before, after] = [String(rows.length), String(actions.length)];
    changes.push({ kind: 'Action', elementId: nodeId, languageCode: null, field: 'count', before, after });
    await giveWay();
  }
  for (const part of inParts(added)) {
    await em.insertMany(Action, part);
    await giveWay();
  }
  return changes;
}

function sameText(actions: readonly (Action | CheckedAction)[]): string {
  return JSON.stringify(
    actions.map((action) => [
      action.languageCode,
      action.priority ?? null,
      action.order ?? null,
      action.name,
      action.type,
      action.content,
      action.style ?? null,
      action.iconId ?? null,
    ]),
  );
}
