/** The short addresses of a document, some at a time. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { problemOf } from '../../../api/change';
import type { Problem } from '../../../api/graphql';
import type { Address, shortAddresses } from './short-address-documents';

interface State {
  readonly addresses: readonly Address[];
  readonly total: number;
  readonly end: string | null;
}

export function useAddressList(query: typeof shortAddresses, documentId: string) {
  const client = useClient();
  const [state, setState] = useState<State | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  // An answer that was overtaken by another one is left.
  const turn = useRef(0);
  const read = useCallback(
    async (known: readonly Address[], after: string | null) => {
      turn.current += 1;
      const own = turn.current;
      const { data, error } = await client
        .query(query, { id: documentId, after }, { requestPolicy: 'network-only' })
        .toPromise();
      if (own !== turn.current) return;
      setProblem(error === undefined ? null : problemOf(error));
      if (error !== undefined) return;
      const part = data?.document?.shortAddresses;
      setState({
        addresses: [...known, ...(part?.edges ?? []).flatMap((edge) => (edge == null ? [] : [edge.node]))],
        total: part?.totalCount ?? 0,
        end: part?.pageInfo.endCursor ?? null,
      });
    },
    [client, query, documentId],
  );
  useEffect(() => {
    void read([], null);
    return () => {
      turn.current += 1;
    };
  }, [read]);
  return {
    addresses: state?.addresses ?? [],
    problem,
    isLoading: state === null,
    hidden: (state?.total ?? 0) - (state?.addresses.length ?? 0),
    showMore: () => void read(state?.addresses ?? [], state?.end ?? null),
    readAgain: () => void read([], null),
  };
}
