/** The columns of the library as a list: those that somebody chose, kept in this browser. */
import { useState } from 'react';
import { useQueryData } from '../../api/query';
import { graphql } from '../../api/graphql';

/** Beside the name, in their order. */
export const COLUMNS = ['state', 'pages', 'languages', 'scans', 'changed', 'editor'] as const;
export type Column = (typeof COLUMNS)[number];
/** Stand at the end of their column. */
export const NUMBERS: readonly Column[] = ['pages', 'scans'];

const WIDTHS: Readonly<Record<Column, string>> = {
  state: '130px',
  pages: '64px',
  languages: 'minmax(90px, 160px)',
  scans: '110px',
  changed: '130px',
  editor: 'minmax(90px, 160px)',
};

const KEPT = 'loupe.library-columns';
const FIRST: readonly Column[] = ['state', 'pages', 'changed'];

function keptColumns(): readonly Column[] {
  const kept = localStorage.getItem(KEPT)?.split(' ');
  return kept === undefined ? FIRST : COLUMNS.filter((column) => kept.includes(column));
}

export function useColumns() {
  const [columns, setColumns] = useState(keptColumns);
  const choose = (chosen: readonly string[]) => {
    localStorage.setItem(KEPT, chosen.join(' '));
    setColumns(COLUMNS.filter((column) => chosen.includes(column)));
  };
  return { columns, choose };
}

/** As a grid has them: the box of the selection, the name, the chosen ones, the menu. */
export const gridOf = (columns: readonly Column[]): string =>
  ['28px', 'minmax(160px, 1fr)', ...columns.map((column) => WIDTHS[column]), '36px'].join(' ');

const scansQuery = graphql(`
  query LibraryScans($id: ID!, $from: DateTime!) {
    statistics(elementId: $id, by: [DOCUMENT], from: $from) {
      rows {
        keys {
          id
        }
        counts {
          matches
        }
      }
    }
  }
`);

const DAY_MS = 86_400_000;
const SCANS_DAYS = 7;

/** @returns recognitions of the last seven days by document; null while they are not known, or not shown */
export function useScans(placeId: string, isShown: boolean): ReadonlyMap<string, number> | null {
  const [from] = useState(() => new Date(Date.now() - SCANS_DAYS * DAY_MS).toISOString());
  const [{ data }] = useQueryData({ query: scansQuery, variables: { id: placeId, from }, pause: !isShown });
  if (data === undefined) return null;
  return new Map(data.statistics.rows.map(({ keys, counts }) => [keys[0]?.id ?? '', counts.matches]));
}
