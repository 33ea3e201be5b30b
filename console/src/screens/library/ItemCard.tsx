/** A folder or document as a card: its picture, its name, its state, what can be done with it. */
import { Badge, Checkbox, Group, Progress, Text } from '@mantine/core';
import { IconFileText } from '../../parts/icons/icons';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { documentWatch, isUnderWay } from '../../api/document-watch';
import { useRights } from '../../api/session';
import type { DocumentItem, LibraryItem } from './documents';
import { dragHandlers, useDropOfItems } from './dragging';
import { FolderCount, FolderCovers } from './FolderFace';
import { ItemMenu } from './ItemMenu';
import type { Selection } from './selection';

interface Props {
  readonly item: LibraryItem;
  readonly selection: Selection;
  /** From 1, in the whole list. */
  readonly place: number;
  readonly total: number;
}

export function ItemCard({ item, selection, place, total }: Props) {
  const { t } = useTranslation('library');
  const { mayWrite } = useRights();
  const isFolder = item.__typename === 'Folder';
  const address: string = `/${isFolder ? 'library' : 'documents'}/${item.id}`;
  const isSelected = selection.has(item.id);
  const { isOver, handlers } = useDropOfItems(item.id, item.name);
  const drag = dragHandlers(() => (isSelected ? selection.items : [item]));
  return (
    <div
      role="listitem"
      aria-setsize={total}
      aria-posinset={place}
      className="item-card"
      data-selected={isSelected}
      data-over={isFolder && isOver}
      {...(mayWrite ? drag : {})}
      {...(isFolder ? handlers : {})}
    >
      <Link to={address} className="item-picture" tabIndex={-1} aria-hidden draggable={false}>
        {isFolder ? (
          <FolderCovers {...item} />
        ) : item.coverUrl === null ? (
          <IconFileText size={64} stroke={1} />
        ) : (
          <img src={item.coverUrl} alt="" loading="lazy" draggable={false} />
        )}
      </Link>
      {mayWrite && (
        <Checkbox
          className="item-check"
          checked={isSelected}
          aria-label={t('select', { name: item.name.slice(0, 80) })}
          onChange={(event) =>
            selection.toggle(item.id, (event.nativeEvent as unknown as MouseEvent).shiftKey === true)
          }
        />
      )}
      <Group wrap="nowrap" gap={4} justify="space-between" align="flex-start">
        <Link to={address} className="item-name" title={item.name.slice(0, 500)} draggable={false}>
          {item.name}
        </Link>
        {mayWrite && <ItemMenu item={item} />}
      </Group>
      {isFolder ? <FolderCount {...item} /> : <DocumentState document={item} />}
    </div>
  );
}

function DocumentState({ document }: { readonly document: DocumentItem }) {
  const { t } = useTranslation('library');
  const { id, processing, progress, pages, status, unrecognizablePages } = document;
  const isRunning = isUnderWay({ processing });
  useEffect(() => (isRunning ? documentWatch.watch(id, () => undefined) : undefined), [id, isRunning]);
  // Of a PDF nobody knows how many pages it has until it is opened.
  const words = pages === 0 ? t('state.reading') : t('state.running', { count: pages });
  if (isRunning) {
    return (
      <div>
        <Text size="xs" c="dimmed">
          {words}
        </Text>
        <Progress value={progress * 100} size="sm" animated={pages === 0} aria-label={words} />
      </div>
    );
  }
  if (processing === 'FAILED') {
    return (
      <Badge color="red" variant="light" size="sm">
        {t('state.failed')}
      </Badge>
    );
  }
  return (
    <Group gap={4} className="item-state">
      <Badge color={status === 'ACTIVE' ? 'teal' : 'gray'} variant="light" size="sm">
        {t(`state.${status}`)}
      </Badge>
      <Text size="xs" c="dimmed">
        {t('state.pages', { count: pages })}
      </Text>
      {unrecognizablePages > 0 && (
        <Badge color="orange" variant="light" size="sm">
          {t('state.weak', { count: unrecognizablePages })}
        </Badge>
      )}
    </Group>
  );
}
