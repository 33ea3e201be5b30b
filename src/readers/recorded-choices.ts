/** Variants of actions that a match records: which of the addresses that are compared its reader was shown. */

/** @param choices of a match @returns empty where none of the action's addresses was compared */
export function choiceIn(choices: string, actionId: string): string {
  const start = choices.indexOf(`${actionId}=`);
  if (start < 0) return '';
  const from = start + actionId.length + 1;
  return choices.slice(from, choices.indexOf(';', from));
}
