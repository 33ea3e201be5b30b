/** A replaced zone as the values that differ, as the operation log has them. */
import type { OperationChange } from '../../audit/operation-record.entity.js';
import { type ZoneMembers, zoneMemberNames } from './zone.members.js';
import type { ReplacedZone, ZoneState } from './zone.states.js';

export function changesOfZone({ before, after }: ReplacedZone): readonly OperationChange[] {
  const elementId = (after ?? before)?.id ?? null;
  return zoneMemberNames.flatMap((field): readonly OperationChange[] => {
    const [was, is] = [textOf(before, field), textOf(after, field)];
    if (was === is) return [];
    return [{ kind: 'Zone', elementId, languageCode: null, field, before: was, after: is }];
  });
}

function textOf(state: ZoneState | null, field: keyof ZoneMembers): string | null {
  const value = state?.[field] ?? null;
  return value === null ? null : String(value);
}
