/** Decides by pixels, without the engine, whether two flat files show the same picture. */
import sharp from 'sharp';

/** Longer side in pixels that pictures are compared at: lines of text are bars then. */
const SIDE_PX = 256;
const SKETCH_SIDE_PX = 32;
/** Slower changes than this, in pixels, are taken out: a white sheet on a dark table is not like any other. */
const DETAIL_SIGMA_PX = 3;
/** Displacement of the whole picture that is tried, in pixels. */
const REACH_PX = 3;
/** Sketches of the same picture correlate by more. */
const MIN_SKETCH_CORRELATION = 0.9;
/** The same page, rendered otherwise, has 0.91 and more; lists of commands in the same layout have up to 0.83. */
const SAME_CORRELATION = 0.88;

export interface FlatPicture {
  readonly width: number;
  readonly height: number;
  /** Gray values without their slow changes. */
  readonly detail: Int16Array;
  /** Gray values of a small square version, of mean 0 and length 1. */
  readonly sketch: Float32Array;
}

export async function readFlat(file: string): Promise<FlatPicture> {
  const gray = sharp(file).autoOrient().flatten({ background: '#fff' }).grayscale();
  const { data, info } = await gray
    .resize(SIDE_PX, SIDE_PX, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const small = (): ReturnType<typeof sharp> => sharp(data, { raw: { width, height, channels: 1 } });
  const around = await small().blur(DETAIL_SIGMA_PX).grayscale().raw().toBuffer();
  const detail = Int16Array.from(data, (value, i) => value - (around[i] ?? 0));
  const square = await small()
    .resize(SKETCH_SIDE_PX, SKETCH_SIDE_PX, { fit: 'fill' })
    .grayscale()
    .raw()
    .toBuffer();
  return { width, height, detail, sketch: normalized(square) };
}

function normalized(values: Uint8Array): Float32Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const length = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0));
  return Float32Array.from(values, (value) => (length > 0 ? (value - mean) / length : 0));
}

/** Cheap: whether it is worth comparing more closely. */
function mayResemble(a: FlatPicture, b: FlatPicture): boolean {
  let dot = 0;
  for (let i = 0; i < a.sketch.length; i++) dot += (a.sketch[i] ?? 0) * (b.sketch[i] ?? 0);
  return dot >= MIN_SKETCH_CORRELATION;
}

/** Whether two files show the same picture, up to a displacement of a hundredth of the side. */
export function isSamePicture(a: FlatPicture, b: FlatPicture): boolean {
  const ratio = (a.width * b.height) / (b.width * a.height);
  if (ratio < 0.97 || ratio > 1.03 || !mayResemble(a, b)) return false;
  return bestCorrelation(a, b) >= SAME_CORRELATION;
}

function bestCorrelation(a: FlatPicture, b: FlatPicture): number {
  const steps = Array.from({ length: 2 * REACH_PX + 1 }, (_, i) => i - REACH_PX);
  return Math.max(...steps.flatMap((dy) => steps.map((dx) => correlation(a, b, dx, dy))));
}

/** Correlation of the detail of `a` with that of the displaced `b`, where both have pixels. */
function correlation(a: FlatPicture, b: FlatPicture, dx: number, dy: number): number {
  let n = 0;
  let sa = 0;
  let sb = 0;
  let saa = 0;
  let sbb = 0;
  let sab = 0;
  const right = Math.min(a.width, b.width - dx);
  const bottom = Math.min(a.height, b.height - dy);
  for (let y = Math.max(0, -dy); y < bottom; y++) {
    for (let x = Math.max(0, -dx); x < right; x++) {
      const va = a.detail[y * a.width + x] ?? 0;
      const vb = b.detail[(y + dy) * b.width + x + dx] ?? 0;
      n += 1;
      sa += va;
      sb += vb;
      saa += va * va;
      sbb += vb * vb;
      sab += va * vb;
    }
  }
  const varianceA = saa / n - (sa / n) ** 2;
  const varianceB = sbb / n - (sb / n) ** 2;
  // Empty pictures have nothing to be alike in.
  if (!(varianceA > 1 && varianceB > 1)) return 0;
  return (sab / n - (sa / n) * (sb / n)) / Math.sqrt(varianceA * varianceB);
}
