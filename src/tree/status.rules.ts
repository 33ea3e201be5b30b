import { badInput } from '../kernel/errors.js';
import { activityStatuses, type ActivityStatus } from '../documents/document.entity.js';

/** The status that is meant, whatever the case of its letters. @throws LoupeError BAD_USER_INPUT */
export function requireStatus(text: string, field = 'status'): ActivityStatus {
  const status = activityStatuses.find((known) => known.toLowerCase() === text.toLowerCase());
  if (status === undefined) throw badInput(field, `must be one of ${activityStatuses.join(', ')}`);
  return status;
}
