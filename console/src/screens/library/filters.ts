/** Filters of the library, and those that a user keeps under a name. */
import { useMemo, useState } from 'react';
import { useClient } from 'urql';
import { change, type Outcome } from '../../api/change';
import { graphql, problemFields, type ResultOf } from '../../api/graphql';
import { useQueryData } from '../../api/query';

export type LibraryOrder = 'name' | 'newest' | 'changed';

const ORDERS = {
  name: { field: 'NAME', direction: 'ASC' },
  newest: { field: 'CREATED_AT', direction: 'DESC' },
  changed: { field: 'UPDATED_AT', direction: 'DESC' },
} as const;

export const ORDER_NAMES = Object.keys(ORDERS) as LibraryOrder[];

export interface LibraryFilter {
  readonly nameContains: string;
  readonly status: 'ACTIVE' | 'INACTIVE' | null;
  readonly updatedWithinDays: number | null;
  readonly isRecursive: boolean;
  readonly order: LibraryOrder;
}

/** Everything of a place, by name. */
export const WHOLE: LibraryFilter = {
  ...{ nameContains: '', status: null, updatedWithinDays: null },
  ...{ isRecursive: false, order: 'name' },
};

/** Conditions that folders do not have: under them documents stand alone. */
export const isOfDocuments = ({ status, updatedWithinDays, isRecursive }: LibraryFilter): boolean =>
  status !== null || updatedWithinDays !== null || isRecursive;

const DAY_MS = 86_400_000;

/** A filter as the lists of the server take it. */
export function useConditions({
  nameContains,
  status,
  updatedWithinDays,
  isRecursive,
  order,
}: LibraryFilter) {
  const [openedAt] = useState(() => Date.now());
  const name = nameContains.trim();
  return useMemo(
    () => ({
      nameContains: name === '' ? null : name,
      status,
      updatedSince:
        updatedWithinDays === null ? null : new Date(openedAt - updatedWithinDays * DAY_MS).toISOString(),
      isRecursive,
      orderBy: ORDERS[order],
    }),
    [name, status, updatedWithinDays, isRecursive, order, openedAt],
  );
}

const savedFields = graphql(`
  fragment SavedFilterFields on SavedFilter {
    id
    name
    nameContains
    status
    updatedWithinDays
    isRecursive
    orderField
  }
`);

const savedQuery = graphql(
  `
    query SavedFilters {
      me {
        id
        savedFilters {
          ...SavedFilterFields
        }
      }
    }
  `,
  [savedFields],
);

const saveFilter = graphql(
  `
    mutation SaveFilter($input: SaveFilterInput!) {
      saveFilter(input: $input) {
        ...ProblemFields
        ... on SavedFilter {
          ...SavedFilterFields
        }
      }
    }
  `,
  [problemFields, savedFields],
);

const deleteSavedFilter = graphql(
  `
    mutation DeleteSavedFilter($id: ID!) {
      deleteSavedFilter(input: { id: $id }) {
        ...ProblemFields
        ... on Deleted {
          id
        }
      }
    }
  `,
  [problemFields],
);

export type SavedFilter = ResultOf<typeof savedFields>;

/** A saved filter as the library uses it. */
export const filterOf = ({ orderField, ...saved }: SavedFilter): LibraryFilter => ({
  nameContains: saved.nameContains,
  status: saved.status,
  updatedWithinDays: saved.updatedWithinDays,
  isRecursive: saved.isRecursive,
  order: ORDER_NAMES.find((each) => ORDERS[each].field === orderField) ?? 'name',
});

/** Whether two filters narrow and order alike. */
export const isSameFilter = (one: LibraryFilter, other: LibraryFilter): boolean =>
  (Object.keys(WHOLE) as (keyof LibraryFilter)[]).every((member) => one[member] === other[member]);

/** The filters of the user, and what changes them. */
export function useSavedFilters() {
  const client = useClient();
  const [{ data }, readAgain] = useQueryData({ query: savedQuery, variables: {} });
  const then = <Value>(outcome: Outcome<Value>): Outcome<Value> => {
    if (outcome.isDone) readAgain({ requestPolicy: 'network-only' });
    return outcome;
  };
  return {
    saved: data?.me?.savedFilters ?? [],
    save: async (name: string, { order, ...filter }: LibraryFilter) =>
      then(await change(client, saveFilter, { input: { name, ...filter, orderBy: ORDERS[order] } })),
    remove: async (id: string) => then(await change(client, deleteSavedFilter, { id })),
  };
}
