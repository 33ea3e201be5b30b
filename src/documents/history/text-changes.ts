/** A replaced title or action as the values that differ, as the operation log has them. */
import type { Replaced, TextState } from './text-states.js';
import { actionMemberNames } from '../../content/actions/action.members.js';
import { titleMemberNames } from '../../content/titles/title.members.js';
import type { OperationChange } from '../../audit/operation-record.entity.js';

/** Style is a member of both; the element that a text belongs to comes last. */
const fields = [...new Set<string>(['value', ...actionMemberNames, ...titleMemberNames]), 'nodeId'];

export function changesOfText({ before, after }: Replaced): readonly OperationChange[] {
  const state = after ?? before;
  if (state === null) return [];
  const kind = state.kind === 'title' ? 'Title' : 'Action';
  const { nodeId: elementId, languageCode } = state;
  return fields.flatMap((field): readonly OperationChange[] => {
    const [was, is] = [textOf(before, field), textOf(after, field)];
    // Where it hangs says nothing of what is new or gone.
    if (was === is || (field === 'nodeId' && (before === null || after === null))) return [];
    return [{ kind, elementId, languageCode, field, before: was, after: is }];
  });
}

function textOf(state: TextState | null, field: string): string | null {
  const value = (state as Readonly<Record<string, string | number | null | undefined>> | null)?.[field];
  return value === undefined || value === null ? null : String(value);
}
