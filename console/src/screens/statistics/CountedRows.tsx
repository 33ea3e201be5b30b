/** Some rows of a table of counts, with small pictures where what is counted has one. */
import { Anchor, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryData } from '../../api/query';
import { useFormats } from '../../i18n/format';
import { type Breakdown, type Dimension, picturesQuery } from './statistics';
import './statistics.css';

/** These are looked at on their own by choosing them. */
const ELEMENTS: ReadonlySet<Dimension> = new Set(['DOCUMENT', 'FOLDER', 'PAGE', 'ZONE']);
/** Those that have pictures. */
const PICTURED: ReadonlySet<Dimension> = new Set(['DOCUMENT', 'PAGE', 'ZONE']);

interface Props {
  readonly by: Dimension;
  /** At most 100: the server is asked for the pictures of no more at once. */
  readonly rows: Breakdown['rows'];
  /** Counts of the row with the longest bar. */
  readonly most: number;
}

export function CountedRows({ by, rows, most }: Props) {
  const { t } = useTranslation('statistics');
  const formats = useFormats();
  const pictures = usePictures(by, rows);
  const nameOf = ({ id, name }: { readonly id: string | null; readonly name: string }) => {
    if (id === null && name === '') return t('none');
    return by === 'LANGUAGE' ? formats.language(name) : name;
  };
  return rows.map(({ keys: [key], counts }, at) => (
    <Table.Tr key={key?.id ?? at}>
      <Table.Th scope="row" fw={400} className="bar-cell">
        <span
          className="bar"
          style={{ width: `${(100 * (counts.matches + counts.clicks)) / most}%` }}
          aria-hidden
        />
        <span className="counted">
          {PICTURED.has(by) && <CountedPicture url={pictures.get(key?.id ?? '') ?? null} />}
          {key !== undefined && ELEMENTS.has(by) && key.id !== null ? (
            <Anchor
              component={Link}
              to="/statistics"
              search={((before: object) => ({ ...before, of: key.id })) as never}
              className="any-text"
            >
              {nameOf(key)}
            </Anchor>
          ) : (
            <span className="any-text">{key === undefined ? '' : nameOf(key)}</span>
          )}
        </span>
      </Table.Th>
      <Table.Td ta="right">{formats.number(counts.matches)}</Table.Td>
      <Table.Td ta="right">{formats.number(counts.clicks)}</Table.Td>
    </Table.Tr>
  ));
}

function CountedPicture({ url }: { readonly url: string | null }) {
  return <span className="counted-picture">{url !== null && <img src={url} alt="" loading="lazy" />}</span>;
}

/** Addresses of small pictures by id. What was deleted meanwhile has none. */
function usePictures(by: Dimension, rows: Breakdown['rows']): ReadonlyMap<string, string> {
  const ids = useMemo(() => rows.flatMap(({ keys: [key] }) => (key?.id == null ? [] : [key.id])), [rows]);
  const [{ data }] = useQueryData({
    query: picturesQuery,
    variables: { ids },
    pause: !PICTURED.has(by) || ids.length === 0,
  });
  return useMemo(() => {
    const found = (data?.nodes ?? []).flatMap((node) => {
      if (node === null) return [];
      const small = 'smallThumbnailUrl' in node ? node.smallThumbnailUrl : null;
      const url = node.__typename === 'Document' ? node.coverUrl : small;
      return url == null ? [] : [[node.id, url] as const];
    });
    return new Map(found);
  }, [data]);
}
