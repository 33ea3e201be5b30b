/** `useQuery` that goes on showing what was read when reading it again fails. */
import { useState } from 'react';
import { type AnyVariables, type UseQueryArgs, type UseQueryResponse } from 'urql';
import { useQuery } from './query';

export function useKeptQuery<Data, Variables extends AnyVariables>(
  args: UseQueryArgs<Variables, Data>,
): UseQueryResponse<Data, Variables> {
  const [state, execute] = useQuery(args);
  const key = JSON.stringify(args.variables);
  const [kept, setKept] = useState<{ readonly key: string; readonly data: Data | undefined }>({
    key,
    data: state.data,
  });
  if (state.data !== undefined && (kept.data !== state.data || kept.key !== key))
    setKept({ key, data: state.data });
  const isKept = state.data === undefined && kept.key === key && kept.data !== undefined;
  return [isKept ? { ...state, data: kept.data } : state, execute];
}
