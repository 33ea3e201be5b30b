/** Pictures that explain a match: the box and the matched points, drawn on what was compared. */
import { Canvas, type Pixel, type Rgb } from '../../media/pictures/canvas.js';
import { encodeJpeg } from '../../media/pictures/plain-jpeg.js';
import type { ExplainedMatch, Point, Raster } from '../../engine-host/types.js';

/** Large enough to read, small enough to send. */
export const OVERLAY_SIDE_PX = 1024;
const BOX: Rgb = [0, 190, 90];
const DOT: Rgb = [235, 30, 120];
const THREAD: Rgb = [255, 190, 0];
const GAP_PX = 16;

type Frame = Pick<Raster, 'width' | 'height'> & { readonly left: number };

const placeIn = ({ width, height, left }: Frame, [x, y]: Point): Pixel => ({
  x: left + x * width,
  y: y * height,
});

/** The query with the box of the reference and every matched point, as a JPEG. */
export async function drawOnQuery(query: Raster, match: ExplainedMatch): Promise<Buffer> {
  const canvas = new Canvas(query.width, query.height);
  canvas.paste(query);
  const frame = { ...query, left: 0 };
  drawSide(canvas, frame, match, 'query');
  return encodeJpeg(canvas);
}

/** Reference and query side by side, with a thread between matched points, as a JPEG. */
export async function drawBoth(reference: Raster, query: Raster, match: ExplainedMatch): Promise<Buffer> {
  const left = reference.width + GAP_PX;
  const canvas = new Canvas(left + query.width, Math.max(reference.height, query.height));
  canvas.paste(reference);
  canvas.paste(query, { x: left, y: 0 });
  const [inReference, inQuery] = [
    { ...reference, left: 0 },
    { ...query, left },
  ];
  for (const point of match.points) {
    canvas.line(placeIn(inReference, point.inReference), placeIn(inQuery, point.inQuery), THREAD);
  }
  drawSide(canvas, inReference, match, 'reference');
  drawSide(canvas, inQuery, match, 'query');
  return encodeJpeg(canvas);
}

function drawSide(canvas: Canvas, frame: Frame, match: ExplainedMatch, side: 'query' | 'reference'): void {
  if (match.queryFromReference !== null) {
    canvas.polygon(
      match[side].box.map((corner) => placeIn(frame, corner)),
      BOX,
      3,
    );
  }
  for (const point of match.points) {
    canvas.dot(placeIn(frame, side === 'query' ? point.inQuery : point.inReference), DOT, 2.5);
  }
}
