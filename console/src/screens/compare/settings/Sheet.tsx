/** A page of a PDF on which zones are drawn with the pointer. */
import { type PointerEvent, useState } from 'react';
import { type Point, type Rect, spanned } from '../../page/geometry';

/** In percent of the page. */
export interface IgnoredZone extends Rect {
  /** Of the first file, from 1; null for every page. */
  readonly page: number | null;
}

export interface ListedZone {
  readonly zone: IgnoredZone;
  /** Among all zones, from 0. */
  readonly at: number;
}

interface SheetProps {
  readonly url: string;
  readonly name: string;
  readonly zones: readonly ListedZone[];
  readonly onDrawn: (rect: Rect) => void;
}

export function Sheet({ url, name, zones, onDrawn }: SheetProps) {
  const [drag, setDrag] = useState<{ readonly from: Point; readonly to: Point } | null>(null);
  const pointAt = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLDivElement>): Point => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return { x: ((clientX - left) / width) * 100, y: ((clientY - top) / height) * 100 };
  };
  return (
    <div
      className="sheet"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const at = pointAt(event);
        setDrag({ from: at, to: at });
      }}
      onPointerMove={(event) => {
        if (drag !== null) setDrag({ ...drag, to: pointAt(event) });
      }}
      onPointerUp={(event) => {
        if (drag === null) return;
        const to = pointAt(event);
        setDrag(null);
        // A click alone draws nothing.
        if (Math.hypot(to.x - drag.from.x, to.y - drag.from.y) > 1) onDrawn(spanned(drag.from, to));
      }}
      onPointerCancel={() => setDrag(null)}
    >
      <img src={url} alt={name} draggable={false} />
      {zones.map(({ zone, at }) => (
        <div key={at} className="sheet-zone" style={styleOf(zone)} aria-hidden>
          <span>{at + 1}</span>
        </div>
      ))}
      {drag !== null && <div className="sheet-zone" style={styleOf(spanned(drag.from, drag.to))} />}
    </div>
  );
}

const styleOf = ({ x, y, width, height }: Rect) => ({
  left: `${x}%`,
  top: `${y}%`,
  width: `${width}%`,
  height: `${height}%`,
});
