/** Targets of actions as they are sent. */
import type { VariablesOf } from '../../api/graphql';
import type { createAction } from './documents';
import { type ActionType, type Content, contentToSend } from './shapes';
import { contentOf, type Target } from './target';

type TargetInput = VariablesOf<typeof createAction>['input']['target'];

const MEMBERS = {
  URL: 'url',
  MAIL: 'mail',
  TEL: 'phone',
  SMS: 'sms',
  MAP: 'map',
  SHARE: 'share',
  VCARD: 'contact',
  VCALENDAR: 'event',
} as const;

/** @param raw what RAW holds */
export function targetToSend(type: ActionType, content: Content, raw: string): TargetInput {
  if (type === 'RAW') return { legacy: { source: raw } };
  // The form knows the members of each type; the server says which of them is wrong.
  return { [MEMBERS[type]]: contentToSend(type, content) } as unknown as TargetInput;
}

/** The target of an action for another one, also where it breaks the rules of its type. */
export function copyOfTarget(type: ActionType, target: Target): TargetInput {
  if (target.__typename === 'LegacyTarget') return { legacy: { type, source: target.source } };
  return targetToSend(type, contentOf(type, target), '');
}
