/** The comments of a document as its screen shows them: the list, the pins on the picture, and the one that is chosen. */
import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { problemOf } from '../../api/change';
import { documentActivity } from '../../api/document-activity';
import { useQueryData } from '../../api/query';
import { useStore } from '../../api/store';
import { useTell } from '../tell';
import { commentsQuery, type CommentThread } from './comment-documents';

/** A place on a page, in percent of its picture. */
export interface Pin {
  readonly pageId: string;
  readonly x: number;
  readonly y: number;
}

export interface Comments {
  /** undefined while they are read. */
  readonly threads: readonly CommentThread[] | undefined;
  readonly hasMore: boolean;
  readonly readMore: () => Promise<void>;
  readonly read: () => void;
  readonly isResolved: boolean;
  readonly showResolved: (next: boolean) => void;
  readonly chosenId: string | null;
  readonly choose: (id: string | null) => void;
  /** Where the next comment will be pinned; null for none. */
  readonly pin: Pin | null;
  readonly setPin: (next: Pin | null) => void;
}

/** @param chosen the thread that the address names; null while the comments are closed */
export function useComments(documentId: string, chosen: string | null): Comments {
  const client = useClient();
  const { tellProblem } = useTell();
  const [isResolved, showResolved] = useState(false);
  const [pin, setPin] = useState<Pin | null>(null);
  const [chosenId, choose] = useState(chosen);
  const [older, setOlder] = useState<{
    readonly threads: readonly CommentThread[];
    readonly after: string | null;
  }>({
    threads: [],
    after: null,
  });
  const variables = { id: documentId, isResolved, after: null };
  const [{ data }, readAgain] = useQueryData({
    query: commentsQuery,
    variables,
    pause: chosen === null,
    requestPolicy: 'cache-and-network',
  });
  const version = useStore(documentActivity)?.commentsVersion;
  const read = () => {
    setOlder({ threads: [], after: null });
    readAgain({ requestPolicy: 'network-only' });
  };
  useEffect(() => {
    if (version === undefined || chosen === null) return;
    setOlder({ threads: [], after: null });
    readAgain({ requestPolicy: 'network-only' });
  }, [version, chosen, readAgain]);
  useEffect(() => choose(chosen), [chosen]);
  const first = data?.node?.__typename === 'Document' ? data.node.comments : undefined;
  const after = older.threads.length === 0 ? (first?.pageInfo.endCursor ?? null) : older.after;
  const hasMore = older.threads.length === 0 ? first?.pageInfo.hasNextPage === true : older.after !== null;
  return {
    threads: first === undefined ? undefined : [...first.nodes, ...older.threads],
    hasMore,
    readMore: async () => {
      const answer = await client.query(commentsQuery, { ...variables, after }).toPromise();
      if (answer.error !== undefined) return tellProblem(problemOf(answer.error));
      const part = answer.data?.node?.__typename === 'Document' ? answer.data.node.comments : null;
      if (part === null) return;
      const { endCursor, hasNextPage } = part.pageInfo;
      setOlder({
        threads: [...older.threads, ...part.nodes],
        after: hasNextPage ? endCursor : null,
      });
    },
    ...{ read, isResolved, showResolved, chosenId, choose, pin, setPin },
  };
}
