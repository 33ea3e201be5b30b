/** `useQuery` that keeps the previous data when a refetch fails. */
import { useState } from 'react';
import { type AnyVariables, type UseQueryArgs, type UseQueryResponse } from 'urql';
import { useQuery } from './query';

export function useQueryWithPreviousData<Data, Variables extends AnyVariables>(
  args: UseQueryArgs<Variables, Data>,
): UseQueryResponse<Data, Variables> {
  const [state, execute] = useQuery(args);
  const key = JSON.stringify(args.variables);
  const [previous, setPrevious] = useState<{ readonly key: string; readonly data: Data | undefined }>({
    key,
    data: state.data,
  });
  if (state.data !== undefined && (previous.data !== state.data || previous.key !== key))
    setPrevious({ key, data: state.data });
  const isPrevious = state.data === undefined && previous.key === key && previous.data !== undefined;
  return [isPrevious ? { ...state, data: previous.data } : state, execute];
}
