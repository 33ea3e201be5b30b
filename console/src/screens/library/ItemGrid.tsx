/** Cards in rows, of which only those that are seen are drawn. */
import { Skeleton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { LibraryItem } from './documents';
import { ItemCard } from './ItemCard';
import type { Selection } from './selection';

const CARD_WIDTH = 196;
const ROW_HEIGHT = 286;
/** Rows of cards that are read before they are seen. */
const AHEAD = 6;

interface Props {
  readonly items: readonly LibraryItem[];
  /** Of all pages: what is not read yet has a place already. */
  readonly total: number;
  readonly selection: Selection;
  readonly onNeed: (index: number) => void;
}

export function ItemGrid({ items, total, selection, onNeed }: Props) {
  const { t } = useTranslation('library');
  const scroller = useRef<HTMLDivElement>(null);
  const { ref, width } = useElementSize();
  const columns = Math.max(width < 440 ? 2 : 1, Math.floor(width / CARD_WIDTH));
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are not handed on
  const rows = useVirtualizer({
    count: Math.ceil(total / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 3,
  });
  const seen = rows.getVirtualItems();
  const last = seen.at(-1)?.index ?? 0;
  useEffect(() => onNeed((last + AHEAD) * columns), [last, columns, items.length, onNeed]);
  return (
    <div ref={scroller} className="library-scroller" tabIndex={0} role="region" aria-label={t('content')}>
      <div
        ref={ref}
        style={{ height: rows.getTotalSize(), position: 'relative' }}
        role="list"
        aria-label={t('content')}
      >
        {width > 0 &&
          seen.map((row) => (
            <div
              key={row.key}
              role="presentation"
              className="library-row"
              style={{
                transform: `translateY(${row.start}px)`,
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
                height: ROW_HEIGHT,
              }}
            >
              {Array.from({ length: Math.min(columns, total - row.index * columns) }, (_, column) => {
                const index = row.index * columns + column;
                const item = items[index];
                return item === undefined ? (
                  <Skeleton key={index} role="listitem" aria-label={t('coming')} height={ROW_HEIGHT - 16} />
                ) : (
                  <ItemCard key={item.id} item={item} selection={selection} place={index + 1} total={total} />
                );
              })}
            </div>
          ))}
      </div>
    </div>
  );
}
