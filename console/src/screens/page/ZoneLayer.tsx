/** The zones over the page: chosen, moved and resized by pointer, finger and keys; new ones are drawn. */
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Handle, handles, moved, type Point, type Rect, resized, spanned } from './geometry';
import type { ShownZone, Zones } from './use-zones';
import './zones.css';

interface Props {
  readonly zones: Zones;
  readonly chosenId: string | null;
  readonly isDrawing: boolean;
  readonly mayWrite: boolean;
  readonly onChoose: (id: string | null) => void;
  readonly onDrawn: (rect: Rect) => void;
  readonly onRemove: (zone: ShownZone) => void;
}

/** By which a zone is found on the page, to be focused. */
export const zoneElementId = (id: string) => `zone-${id}`;

const boxOf = ({ x, y, width, height }: Rect) => ({
  left: `${x}%`,
  top: `${y}%`,
  width: `${width}%`,
  height: `${height}%`,
});

export function ZoneLayer({ zones, chosenId, isDrawing, mayWrite, onChoose, onDrawn, onRemove }: Props) {
  const layer = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<{ readonly from: Point; readonly to: Point } | null>(null);
  const percentAt = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = layer.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return { x: ((clientX - left) / width) * 100, y: ((clientY - top) / height) * 100 };
  };
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    if (!isDrawing || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = percentAt(event);
    setDrawn({ from: at, to: at });
  };
  const end = (event: PointerEvent<HTMLDivElement>) => {
    if (drawn === null) return;
    const { from } = drawn;
    // Not where the last move was shown: that may be one move ago.
    const to = percentAt(event);
    setDrawn(null);
    // A click alone draws nothing.
    if (Math.hypot(to.x - from.x, to.y - from.y) > 1) onDrawn(spanned(from, to));
  };
  return (
    <div
      ref={layer}
      className="zones"
      data-drawing={isDrawing}
      onPointerDown={begin}
      onPointerMove={(event) => {
        if (drawn !== null) setDrawn({ ...drawn, to: percentAt(event) });
      }}
      onPointerUp={end}
      onPointerCancel={() => setDrawn(null)}
    >
      {zones.zones.map((zone) => (
        <ZoneBox
          key={zone.id}
          zone={zone}
          isChosen={zone.id === chosenId}
          mayWrite={mayWrite && !isDrawing}
          percentAt={percentAt}
          onChoose={() => onChoose(zone.id)}
          onPlace={(rect, isResting) => zones.place(zone.id, rect, isResting)}
          onRemove={() => onRemove(zone)}
        />
      ))}
      {drawn !== null && <div className="zone zone-new" style={boxOf(spanned(drawn.from, drawn.to))} />}
    </div>
  );
}

interface BoxProps {
  readonly zone: ShownZone;
  readonly isChosen: boolean;
  readonly mayWrite: boolean;
  readonly percentAt: (event: { clientX: number; clientY: number }) => Point;
  readonly onChoose: () => void;
  readonly onPlace: (rect: Rect, isResting: boolean) => void;
  readonly onRemove: () => void;
}

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

function ZoneBox({ zone, isChosen, mayWrite, percentAt, onChoose, onPlace, onRemove }: BoxProps) {
  const { t } = useTranslation('page');
  const { rect, press, pointer } = useHand({ zone, percentAt, onChoose, mayWrite, onPlace, onRemove });
  return (
    <div
      className="zone"
      id={zoneElementId(zone.id)}
      role="button"
      tabIndex={0}
      aria-pressed={isChosen}
      aria-label={t('zoneLabel', { order: zone.order, name: zone.name, ...rect })}
      aria-describedby={mayWrite ? 'zone-keys' : undefined}
      data-chosen={isChosen}
      data-movable={mayWrite}
      style={boxOf(rect)}
      onKeyDown={press}
      onFocus={onChoose}
      {...pointer(null)}
    >
      <span className="zone-number" aria-hidden>
        {zone.order}
      </span>
      {isChosen &&
        mayWrite &&
        handles.map((handle) => (
          <span
            key={`${handle.x} ${handle.y}`}
            className="zone-handle"
            aria-hidden
            style={{
              left: `${(handle.x + 1) * 50}%`,
              top: `${(handle.y + 1) * 50}%`,
              cursor: cursorOf(handle),
            }}
            {...pointer(handle)}
          />
        ))}
    </div>
  );
}

/** The zone in the hand, by pointer and by keys. */
function useHand({ zone, percentAt, onChoose, mayWrite, onPlace, onRemove }: Omit<BoxProps, 'isChosen'>) {
  const [drag, setDrag] = useState<{ from: Point; rect: Rect; handle: Handle | null } | null>(null);
  const { rect } = zone;
  const at = (event: PointerEvent): Rect | null => {
    if (drag === null) return null;
    const now = percentAt(event);
    const { from, rect: before, handle } = drag;
    const by = { x: now.x - from.x, y: now.y - from.y };
    return handle === null ? moved(before, by) : resized(before, handle, by);
  };
  const begin = (event: PointerEvent<HTMLElement>, handle: Handle | null) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    onChoose();
    if (!mayWrite) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: percentAt(event), rect, handle });
  };
  const follow = (event: PointerEvent, isResting: boolean) => {
    const next = at(event);
    if (isResting) setDrag(null);
    if (next !== null && (isResting || JSON.stringify(next) !== JSON.stringify(rect)))
      onPlace(next, isResting);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onChoose();
      return;
    }
    if (!mayWrite) return;
    if (event.key === 'Delete') return onRemove();
    const by = ARROWS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onChoose();
    onPlace(event.shiftKey ? resized(rect, { x: 1, y: 1 }, by) : moved(rect, by), false);
  };
  const pointer = (handle: Handle | null) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => begin(event, handle),
    onPointerMove: (event: PointerEvent) => follow(event, false),
    onPointerUp: (event: PointerEvent) => follow(event, true),
    onPointerCancel: () => setDrag(null),
  });
  return { rect, press, pointer };
}

function cursorOf({ x, y }: Handle): string {
  if (x === 0) return 'ns-resize';
  if (y === 0) return 'ew-resize';
  return x === y ? 'nwse-resize' : 'nesw-resize';
}
