/** Asks without a log-in: what a link shows needs none. */
import type { TadaDocumentNode } from 'gql.tada';
import { createClient, fetchExchange } from '@urql/core';
import { useCallback, useEffect, useState } from 'react';
import { problemOf } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { serverAddress } from '../../api/own-path';

export const client = createClient({
  url: serverAddress('/graphql'),
  exchanges: [fetchExchange],
  preferGetMethod: false,
  fetchOptions: { credentials: 'omit' },
});

/** The answer to a link could not be read; the link may be good. */
class NotRead extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** Codes that speak of the link itself. */
const ABOUT_THE_LINK: ReadonlySet<unknown> = new Set(['NOT_FOUND', 'BAD_USER_INPUT', 'FORBIDDEN']);

/** The present answer to the code of a link; null for one that is unknown, revoked or too old. @throws NotRead */
export async function askByLink<Result, Variables extends object>(
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
): Promise<Result | null> {
  const { data, error } = await client
    .query(document, variables, { requestPolicy: 'network-only' })
    .toPromise();
  // A failure stands beside what the server could read.
  if (error === undefined) return data ?? null;
  if (ABOUT_THE_LINK.has(error.graphQLErrors[0]?.extensions['code'])) return null;
  throw new NotRead(problemOf(error));
}

/** An answer by a link: undefined until it is there, and null for a link that is over. */
interface Linked<Answer> {
  readonly answer: Answer | null | undefined;
  /** Why it is not there. */
  readonly problem: Problem | null;
  readonly retry: () => void;
}

/** @param read  the same function until something else is to be read */
export function useLinked<Answer>(read: () => Promise<Answer | null>): Linked<Answer> {
  const [answer, setAnswer] = useState<Answer | null | undefined>(undefined);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isOver = false;
    read().then(
      (found) => {
        if (isOver) return;
        setAnswer(found);
        setProblem(null);
      },
      (error: unknown) => {
        if (!isOver)
          setProblem(
            error instanceof NotRead ? error.problem : { code: 'INTERNAL_SERVER_ERROR', message: '' },
          );
      },
    );
    return () => {
      isOver = true;
    };
  }, [read, round]);
  return { answer, problem, retry: useCallback(() => setRound((before) => before + 1), []) };
}
