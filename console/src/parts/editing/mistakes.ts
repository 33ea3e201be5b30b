/** Which part of a form shows which part of a problem. */
import type { Problem } from '../../api/graphql';

/** The server's words about one field of a form; undefined where it has none. */
export function mistakeAt(problem: Problem | null, field: string): string | undefined {
  const messages = problem?.fields
    ?.filter(({ path }) => path === field || path.endsWith(`.${field}`))
    .flatMap(({ messages }) => messages);
  return messages === undefined || messages.length === 0 ? undefined : messages.join(' ');
}

/** A problem that no field of the form shows. */
export function restOf(problem: Problem | null, shown: readonly string[]): Problem | null {
  return problem !== null && shown.some((field) => mistakeAt(problem, field) !== undefined) ? null : problem;
}
