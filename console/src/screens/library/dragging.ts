/** Moving things of the library by dragging them onto a place. Keyboard and touch have a dialog for it. */
import { type DragEvent, useState } from 'react';
import { Store } from '../../api/store';
import { useRights } from '../../api/session';
import type { LibraryItem } from './documents';
import { useLibraryOperations } from './operations';

/** The items that are being dragged. Browsers tell it to the place only when it is dropped. */
const dragged = new Store<readonly LibraryItem[]>([]);
const TYPE = 'application/x-loupe-items';

/** Handlers of what can be dragged: the item with all that are selected together with it. */
export function dragHandlers(items: () => readonly LibraryItem[]) {
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      dragged.set(items());
      event.dataTransfer.setData(TYPE, 'items');
      event.dataTransfer.effectAllowed = 'move';
    },
    onDragEnd: () => dragged.set([]),
  };
}

/** A place that things can be dropped on. */
export function useDropOfItems(placeId: string, placeName: string) {
  const [isOver, setOver] = useState(false);
  const { move } = useLibraryOperations();
  const { mayWrite } = useRights();
  const takes = () =>
    mayWrite && dragged.get().some(({ id, parentId }) => id !== placeId && parentId !== placeId);
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes(TYPE) || !takes()) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false);
        const items = dragged.get().filter(({ id, parentId }) => id !== placeId && parentId !== placeId);
        if (items.length === 0) return;
        event.preventDefault();
        event.stopPropagation();
        void move(items, placeId, placeName);
      },
    },
  };
}
