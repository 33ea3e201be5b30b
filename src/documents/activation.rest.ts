/**
 * Warns of conflicts when something is activated over REST: the answer stays 204 without a body, as clients of the
 * field expect it, and a header gives the number of elements that a reader's photo could confuse with others.
 */
import { LoupeError } from '../kernel/errors.js';
import { type Answer, noContent } from '../rest/platform/answer.js';
import type { Call } from '../rest/platform/call.js';

/** Elements that are checked without being asked to. */
const MOST_UNASKED = 20;

export const activationQuery = {
  checkConflicts:
    'On activation: true checks however many pages and zones there are, false none, by default up to 20; ' +
    'the header Loupe-Conflicts of the answer is the number of them with conflicts',
};

/** The answer to a change of a document or image that is made already, whose status was given or not. */
export async function activationAnswer(call: Call, id: string, status: string | undefined): Promise<Answer> {
  const isWanted = call.query.flag('checkConflicts') ?? true;
  if (status !== 'Active' || !isWanted) return noContent;
  const isAsked = call.query.get('checkConflicts') !== null;
  const { conflicts } = call.services;
  try {
    if (!isAsked && (await conflicts.countCheckable(call.viewer, id)) > MOST_UNASKED)
      return warning('unchecked');
    const { length } = await conflicts.warnings(call.viewer, id);
    return warning(String(length), length === 0 ? {} : { Link: checkLink(id) });
  } catch (error) {
    // The change is made: who may not look, or comes when too much is to be done, goes without the warning.
    if (error instanceof LoupeError) return noContent;
    throw error;
  }
}

function warning(value: string, others: Readonly<Record<string, string>> = {}): Answer {
  return { status: 204, headers: { 'Loupe-Conflicts': value, ...others } };
}

function checkLink(id: string): string {
  return `</services/Conflict/Check?id=${encodeURIComponent(id)}>; rel="related"`;
}
