/** A long list, read page by page as far as it is looked at, and kept up to date. */
import type { TadaDocumentNode } from 'gql.tada';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Client, createRequest, useClient } from 'urql';
import { inUsersWords } from '../i18n/server-words';
import { problemOf } from './change';
import type { Problem } from './graphql';
import { useStore } from './store';
import { treeChanges } from './tree-changes';

interface Connection<Item> {
  readonly nodes: readonly Item[];
  readonly totalCount?: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

interface Page<Item> {
  readonly after: string | null;
  readonly connection: Connection<Item> | null;
}

export interface LongList<Item> {
  readonly items: readonly Item[];
  /** Of all pages; null until it is known. */
  readonly totalCount: number | null;
  readonly problem: Problem | null;
  /** Reports that items up to this index are visible. */
  readonly need: (index: number) => void;
  readonly retry: () => void;
  /** Reads what was read so far once more. */
  readonly readAgain: () => void;
  /** Whether its end was read. */
  readonly isComplete: boolean;
}

/**
 * Follows a connection. The document takes `$after`, and answers `totalCount`, `pageInfo { hasNextPage endCursor }` and
 * `nodes`.
 *
 * @param variables those of the document without the cursor
 * @param pick      finds the connection in an answer; the same function each time
 */
export function useLongList<Result, Variables extends object, Item>(
  document: TadaDocumentNode<Result, Variables>,
  variables: Omit<Variables, 'after'>,
  pick: (data: Result) => Connection<Item> | null | undefined,
): LongList<Item> {
  const client = useClient();
  const key = JSON.stringify(variables);
  const [round, setRound] = useState(0);
  const [state, setState] = useState<State<Item>>({ key, pages: [], problem: null });
  const follower = useRef<Follower<Result, Item> | null>(null);
  useEffect(() => {
    const own = new Follower<Result, Item>(
      client,
      (after) => createRequest(document, { ...(JSON.parse(key) as object), after } as never),
      pick,
      (pages, problem) => setState({ key, pages, problem }),
    );
    follower.current = own;
    own.need(0);
    return () => own.end();
  }, [client, document, key, pick, round]);
  const changes = useStore(treeChanges);
  useEffect(() => follower.current?.readAgain(), [changes]);
  const isOfKey = state.key === key;
  const items = useMemo(
    () => (isOfKey ? state.pages.flatMap(({ connection }) => connection?.nodes ?? []) : []),
    [isOfKey, state.pages],
  );
  return {
    items,
    totalCount: (isOfKey ? state.pages[0]?.connection?.totalCount : null) ?? null,
    problem: isOfKey ? state.problem : null,
    need: useCallback((index) => follower.current?.need(index), []),
    retry: useCallback(() => setRound((before) => before + 1), []),
    readAgain: useCallback(() => follower.current?.readAgain(), []),
    isComplete: isOfKey && state.pages.at(-1)?.connection?.pageInfo.hasNextPage === false,
  };
}

interface State<Item> {
  readonly key: string;
  readonly pages: readonly Page<Item>[];
  readonly problem: Problem | null;
}

type Request = Parameters<Client['executeQuery']>[0];

class Follower<Result, Item> {
  private pages: (Page<Item> & { readonly request: Request; readonly end: () => void })[] = [];
  private wanted = 0;

  constructor(
    private readonly client: Client,
    private readonly requestOf: (after: string | null) => Request,
    private readonly pick: (data: Result) => Connection<Item> | null | undefined,
    private readonly tell: (pages: readonly Page<Item>[], problem: Problem | null) => void,
  ) {}

  need(index: number): void {
    this.wanted = Math.max(this.wanted, index);
    if (this.pages.length === 0) return this.open(null);
    const last = this.pages.at(-1)?.connection;
    const loaded = this.pages.reduce((sum, { connection }) => sum + (connection?.nodes.length ?? 0), 0);
    if (last?.pageInfo.hasNextPage === true && loaded <= this.wanted) this.open(last.pageInfo.endCursor);
  }

  readAgain(): void {
    for (const { request } of this.pages) {
      void this.client.executeQuery(request, { requestPolicy: 'network-only' }).toPromise();
    }
  }

  end(): void {
    for (const page of this.pages) page.end();
    this.pages = [];
  }

  private open(after: string | null): void {
    const request = this.requestOf(after);
    const place = this.pages.length;
    this.pages.push({ after, connection: null, request, end: () => undefined });
    const subscription = this.client
      .executeQuery(request, { requestPolicy: 'cache-and-network' })
      .subscribe(({ data, error }) => {
        const connection = data === undefined || data === null ? null : this.pick(data as Result);
        if (error !== undefined) return this.tell(this.pages, problemOf(error));
        if (connection != null) return this.take(place, connection);
        // The element of the list is gone, or may not be seen any more.
        if (data != null) this.tell(this.pages, inUsersWords({ code: 'NOT_FOUND', message: '' }));
      });
    const page = this.pages[place];
    if (page !== undefined) this.pages[place] = { ...page, end: () => subscription.unsubscribe() };
    else subscription.unsubscribe();
  }

  private take(place: number, connection: Connection<Item>): void {
    const page = this.pages[place];
    if (page === undefined) return;
    this.pages[place] = { ...page, connection };
    // Behind another end come other pages.
    const next = this.pages[place + 1];
    if (next !== undefined && next.after !== connection.pageInfo.endCursor) {
      for (const { end } of this.pages.splice(place + 1)) end();
    }
    this.tell([...this.pages], null);
    this.need(this.wanted);
  }
}
