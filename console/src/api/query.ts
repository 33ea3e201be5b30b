/** urql's `useQuery`, which never shows what belongs to another element than the one that is asked for. */
import { useCallback, useEffect, useId, useState } from 'react';
import {
  type AnyVariables,
  useQuery as useUrqlQuery,
  type UseQueryArgs,
  type UseQueryResponse,
  type UseQueryState,
} from 'urql';
import { isFailure } from './failed-fields';
import { unread } from './unread';

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
 * element, that data counts as not there yet, so that nobody sees or edits the wrong one. A reading that fails takes nothing away from what
 * was read before: a list or dialog that is open stays.
 */
export function useQuery<Data, Variables extends AnyVariables>(
  args: UseQueryArgs<Variables, Data>,
): UseQueryResponse<Data, Variables> {
  const [state, execute] = useQueryOfElement(args);
  const key = JSON.stringify(args.variables);
  const [previous, setPrevious] = useState<{ readonly key: string; readonly data: Data | undefined }>({
    key,
    data: state.data,
  });
  if (state.data !== undefined && (previous.data !== state.data || previous.key !== key))
    setPrevious({ key, data: state.data });
  const isPrevious = state.data === undefined && isFailure(state.error) && previous.key === key;
  return [isPrevious ? { ...state, data: previous.data } : state, execute];
}

/**
 * As `useQuery`, for a part of a screen that shows no failure itself: the frame says that something could not be read, and
 * offers to read it again.
 */
export function useQueryData<Data, Variables extends AnyVariables>(
  args: UseQueryArgs<Variables, Data>,
): [Omit<UseQueryState<Data, Variables>, 'error'>, UseQueryResponse<Data, Variables>[1]] {
  const [state, execute] = useQuery(args);
  const id = useId();
  const isUnread = args.pause !== true && state.data === undefined && isFailure(state.error);
  useEffect(() => {
    if (!isUnread) return undefined;
    unread.add(id, () => execute({ requestPolicy: 'network-only' }));
    return () => unread.remove(id);
  }, [id, isUnread, execute]);
  return [state, execute];
}

function useQueryOfElement<Data, Variables extends AnyVariables>(
  args: UseQueryArgs<Variables, Data>,
): UseQueryResponse<Data, Variables> {
  const [state, ask] = useUrqlQuery(args);
  const isPaused = args.pause === true;
  // urql asks all the same, for an element that is not there.
  const execute: typeof ask = useCallback(
    (options) => {
      if (!isPaused) ask(options);
    },
    [ask, isPaused],
  );
  const isOfAnother =
    state.operation !== undefined && elementsOf(state.operation.variables) !== elementsOf(args.variables);
  if (isOfAnother) return [{ ...state, data: undefined, error: undefined, fetching: true }, execute];
  // The answer about an element that is gone is null, whatever the types say: it counts as no data.
  const isWithoutData = (state.data as Data | null | undefined) === null;
  return [isWithoutData ? { ...state, data: undefined } : state, execute];
}
