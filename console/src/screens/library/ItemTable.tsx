/** The library as a list: a line for each folder and document, sorted by its heads. */
import { Badge, Checkbox, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isUnderWay } from '../../api/document-watch';
import { useRights } from '../../api/session';
import { useFormats } from '../../i18n/format';
import { IconFileText, IconFolderFilled } from '../../parts/icons/icons';
import { type Column, gridOf, NUMBERS, useColumns, useScans } from './columns';
import type { LibraryItem } from './documents';
import type { LibraryOrder } from './filters';
import { FolderCount } from './FolderFace';
import { ItemMenu } from './ItemMenu';
import { HeadRow } from './ItemTableHead';
import './item-table.css';
import type { Selection } from './selection';
import { useRowKeys } from './use-row-keys';

interface Props {
  readonly placeId: string;
  readonly items: readonly LibraryItem[];
  /** Of all pages: what is not read yet has a place already. */
  readonly total: number;
  readonly selection: Selection;
  readonly onNeed: (index: number) => void;
  readonly order: LibraryOrder;
  readonly onOrder: (order: LibraryOrder) => void;
}

const ROW_HEIGHT = 24;
/** A finger needs more. */
const TOUCH_ROW_HEIGHT = 48;
const TOUCH = '(pointer: coarse)';
/** Read last, if at all. */
const DIMMED: readonly Column[] = ['changed', 'languages', 'editor'];
/** Rows that are read before they are seen. */
const AHEAD = 40;

export function ItemTable({ placeId, items, total, selection, onNeed, order, onOrder }: Props) {
  const { t } = useTranslation('library');
  const scroller = useRef<HTMLDivElement>(null);
  const [rowHeight] = useState(() => (window.matchMedia(TOUCH).matches ? TOUCH_ROW_HEIGHT : ROW_HEIGHT));
  const { columns, choose } = useColumns();
  const scans = useScans(placeId, columns.includes('scans'));
  const gridTemplateColumns = gridOf(columns);
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are not handed on
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const seen = rows.getVirtualItems();
  const last = seen.at(-1)?.index ?? 0;
  useEffect(() => onNeed(last + AHEAD), [last, items.length, onNeed]);
  const { mayWrite } = useRights();
  const onKeyDown = useRowKeys({
    ...{ scroller, items, total, selection },
    isSelectable: mayWrite,
    scrollTo: (index) => rows.scrollToIndex(index),
  });
  return (
    <div
      ref={scroller}
      className="library-scroller"
      tabIndex={0}
      role="region"
      aria-label={t('content')}
      onKeyDown={onKeyDown}
    >
      <div role="table" aria-label={t('content')} aria-rowcount={total + 1}>
        <HeadRow {...{ columns, order, onOrder }} onColumns={choose} />
        <div role="rowgroup" style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {seen.map(({ index, start }) => {
            const item = items[index];
            return (
              <div
                key={item?.id ?? index}
                role="row"
                aria-rowindex={index + 2}
                data-row={index}
                className="item-line"
                data-selected={item !== undefined && selection.has(item.id)}
                style={{
                  position: 'absolute',
                  transform: `translateY(${start}px)`,
                  height: rowHeight,
                  gridTemplateColumns,
                }}
              >
                {item !== undefined && (
                  <Cells item={item} selection={selection} columns={columns} scans={scans} />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface CellsProps {
  readonly item: LibraryItem;
  readonly selection: Selection;
  readonly columns: readonly Column[];
  /** By document; null while they are not known. */
  readonly scans: ReadonlyMap<string, number> | null;
}

function Cells({ item, selection, columns, scans }: CellsProps) {
  const { t } = useTranslation('library');
  const { mayWrite } = useRights();
  const isFolder = item.__typename === 'Folder';
  const address: string = `/${isFolder ? 'library' : 'documents'}/${item.id}`;
  const Sign = isFolder ? IconFolderFilled : IconFileText;
  return (
    <>
      <span role="cell">
        {mayWrite && (
          <Checkbox
            size="xs"
            checked={selection.has(item.id)}
            aria-label={t('select', { name: item.name.slice(0, 80) })}
            onChange={(event) =>
              selection.toggle(item.id, (event.nativeEvent as unknown as MouseEvent).shiftKey === true)
            }
          />
        )}
      </span>
      <span role="cell" className="item-line-name">
        <Sign size={16} aria-hidden className={isFolder ? 'item-folder' : undefined} />
        <Link to={address} className="item-name one-line" title={item.name.slice(0, 500)}>
          {item.name}
        </Link>
        <Where item={item} />
      </span>
      {columns.map((column) => (
        <Text
          key={column}
          span
          role="cell"
          size="sm"
          data-column={column}
          className={NUMBERS.includes(column) ? 'item-line-number' : 'one-line'}
          c={DIMMED.includes(column) ? 'dimmed' : undefined}
        >
          <Cell item={item} column={column} scans={scans} />
        </Text>
      ))}
      <span role="cell">{mayWrite && <ItemMenu item={item} />}</span>
    </>
  );
}

function Cell({ item, column, scans }: Pick<CellsProps, 'item' | 'scans'> & { readonly column: Column }) {
  const formats = useFormats();
  if (item.__typename === 'Folder') return column === 'state' ? <FolderCount {...item} /> : null;
  switch (column) {
    case 'state':
      return <State item={item} />;
    case 'pages':
      return formats.number(item.pages);
    case 'languages':
      return [...formats.languages(item.languages).values()].join(', ');
    case 'scans':
      return scans === null ? null : formats.number(scans.get(item.id) ?? 0);
    case 'changed':
      return formats.date(item.updatedAt);
    case 'editor':
      return item.lastEditor;
  }
}

/** The folder of a document that was found below the place. */
function Where({ item }: { readonly item: LibraryItem }) {
  const folder = 'path' in item ? item.path?.at(-2) : undefined;
  if (folder === undefined) return null;
  return (
    <Text span size="xs" c="dimmed" className="one-line">
      {folder.name}
    </Text>
  );
}

function State({ item }: { readonly item: Extract<LibraryItem, { __typename: 'Document' }> }) {
  const { t } = useTranslation('library');
  if (isUnderWay(item)) {
    return (
      <Text span size="sm" c="dimmed">
        {item.pages === 0 ? t('state.reading') : t('state.running', { count: item.pages })}
      </Text>
    );
  }
  const isFailed = item.processing === 'FAILED';
  const color = isFailed ? 'red' : item.status === 'ACTIVE' ? 'teal' : 'gray';
  return (
    <Badge color={color} variant="light" size="sm" tt="none">
      {isFailed ? t('state.failed') : t(`state.${item.status}`)}
    </Badge>
  );
}
