/** The library as a list: a line for each folder and document, sorted by its heads. */
import { Badge, Checkbox, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isUnderWay } from '../../api/document-watch';
import { useRights } from '../../api/session';
import { useFormats } from '../../i18n/format';
import { IconArrowDown, IconArrowUp, IconFileText, IconFolderFilled } from '../../parts/icons/icons';
import type { LibraryItem } from './documents';
import { FolderCount } from './FolderFace';
import { ItemMenu } from './ItemMenu';
import './item-table.css';
import type { Selection } from './selection';

export type LibraryOrder = 'name' | 'newest' | 'changed';

interface Props {
  readonly items: readonly LibraryItem[];
  /** Of all pages: what is not read yet has a place already. */
  readonly total: number;
  readonly selection: Selection;
  readonly onNeed: (index: number) => void;
  readonly order: LibraryOrder;
  readonly onOrder: (order: LibraryOrder) => void;
}

const ROW_HEIGHT = 48;
/** Rows that are read before they are seen. */
const AHEAD = 40;

export function ItemTable({ items, total, selection, onNeed, order, onOrder }: Props) {
  const { t } = useTranslation('library');
  const scroller = useRef<HTMLDivElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are not handed on
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const seen = rows.getVirtualItems();
  const last = seen.at(-1)?.index ?? 0;
  useEffect(() => onNeed(last + AHEAD), [last, items.length, onNeed]);
  return (
    <div ref={scroller} className="library-scroller" tabIndex={0} role="region" aria-label={t('content')}>
      <div role="table" aria-label={t('content')} aria-rowcount={total + 1}>
        <div role="row" className="item-line item-line-head" aria-rowindex={1}>
          <span role="columnheader">
            <VisuallyHidden>{t('column.selection')}</VisuallyHidden>
          </span>
          <Head name="name" by="name" isUp {...{ order, onOrder }} />
          <span role="columnheader">{t('column.state')}</span>
          <span role="columnheader" className="item-line-number">
            {t('column.pages')}
          </span>
          <Head name="changed" by="changed" isUp={false} {...{ order, onOrder }} />
          <span role="columnheader">
            <VisuallyHidden>{t('column.actions')}</VisuallyHidden>
          </span>
        </div>
        <div role="rowgroup" style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {seen.map(({ index, start }) => {
            const item = items[index];
            return (
              <div
                key={item?.id ?? index}
                role="row"
                aria-rowindex={index + 2}
                className="item-line"
                data-selected={item !== undefined && selection.has(item.id)}
                style={{ position: 'absolute', transform: `translateY(${start}px)`, height: ROW_HEIGHT }}
              >
                {item !== undefined && <Cells item={item} selection={selection} />}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface HeadProps {
  readonly name: 'changed' | 'name';
  readonly by: LibraryOrder;
  /** From A to Z, or the newest first. */
  readonly isUp: boolean;
  readonly order: LibraryOrder;
  readonly onOrder: (order: LibraryOrder) => void;
}

function Head({ name, by, isUp, order, onOrder }: HeadProps) {
  const { t } = useTranslation('library');
  const isSorted = order === by;
  const Sign = isUp ? IconArrowUp : IconArrowDown;
  return (
    <span role="columnheader" aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'}>
      <UnstyledButton className="item-line-sort" onClick={() => onOrder(by)}>
        {t(`column.${name}`)}
        {isSorted && <Sign size={14} aria-hidden />}
      </UnstyledButton>
    </span>
  );
}

function Cells({ item, selection }: { readonly item: LibraryItem; readonly selection: Selection }) {
  const { t } = useTranslation('library');
  const formats = useFormats();
  const { mayWrite } = useRights();
  const isFolder = item.__typename === 'Folder';
  const address: string = `/${isFolder ? 'library' : 'documents'}/${item.id}`;
  const Sign = isFolder ? IconFolderFilled : IconFileText;
  return (
    <>
      <span role="cell">
        {mayWrite && (
          <Checkbox
            checked={selection.has(item.id)}
            aria-label={t('select', { name: item.name.slice(0, 80) })}
            onChange={(event) =>
              selection.toggle(item.id, (event.nativeEvent as unknown as MouseEvent).shiftKey === true)
            }
          />
        )}
      </span>
      <span role="cell" className="item-line-name">
        <Sign size={20} aria-hidden className={isFolder ? 'item-folder' : undefined} />
        <Link to={address} className="item-name one-line" title={item.name.slice(0, 500)}>
          {item.name}
        </Link>
      </span>
      <span role="cell">{isFolder ? <FolderCount {...item} /> : <State item={item} />}</span>
      <Text span role="cell" size="sm" className="item-line-number">
        {isFolder ? '' : formats.number(item.pages)}
      </Text>
      <Text span role="cell" size="sm" c="dimmed">
        {isFolder ? '' : formats.date(item.updatedAt)}
      </Text>
      <span role="cell">{mayWrite && <ItemMenu item={item} />}</span>
    </>
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
