/** urql's `useQuery`, which never shows what belongs to another element than the one that is asked for. */
import { type AnyVariables, useQuery as useUrqlQuery, type UseQueryArgs, type UseQueryResponse } from 'urql';

/** Names of variables that say which element is meant: `id`, `nodeId`, `documentId`. */
const OF_AN_ELEMENT = /^id$|Id$/;

/** The elements that variables name, at any depth. */
function elementsOf(variables: unknown): string {
  const found: string[] = [];
  JSON.stringify(variables ?? {}, (name, value: unknown) => {
    if (OF_AN_ELEMENT.test(name)) found.push(`${name}=${JSON.stringify(value)}`);
    return value;
  });
  return found.join('&');
}

/**
 * As urql's, which goes on giving the data of the earlier variables until the answer comes. Where these name another
 * element, that data counts as not there yet, so that nobody sees or edits the wrong one.
 */
export function useQuery<Data, Variables extends AnyVariables>(
  args: UseQueryArgs<Variables, Data>,
): UseQueryResponse<Data, Variables> {
  const [state, execute] = useUrqlQuery(args);
  const isOfAnother =
    state.operation !== undefined && elementsOf(state.operation.variables) !== elementsOf(args.variables);
  if (isOfAnother) return [{ ...state, data: undefined, error: undefined, fetching: true }, execute];
  // The answer about an element that is gone is null, whatever the types say: it counts as no data.
  const isWithoutData = (state.data as Data | null | undefined) === null;
  return [isWithoutData ? { ...state, data: undefined } : state, execute];
}
