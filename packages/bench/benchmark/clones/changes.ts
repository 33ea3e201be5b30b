/** What becomes of a picture file on its way: copies that stay the same picture, and pictures that are another one afterwards. */
import sharp from 'sharp';

type Changes = Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>>;

const upright = (bytes: Buffer) => sharp(bytes).autoOrient().flatten({ background: '#fff' });

async function sizeOf(bytes: Buffer): Promise<{ readonly width: number; readonly height: number }> {
  const { autoOrient } = await sharp(bytes).metadata();
  return autoOrient;
}

async function resized(bytes: Buffer, factor: number): Promise<Buffer> {
  const { width, height } = await sizeOf(bytes);
  const size = {
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
  };
  return upright(bytes)
    .resize({ ...size, fit: 'fill' })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Still the same picture. */
export const copyChanges: Changes = {
  'same bytes': (bytes) => Promise.resolve(bytes),
  'JPEG of quality 75': (bytes) => upright(bytes).jpeg({ quality: 75 }).toBuffer(),
  'JPEG of quality 50': (bytes) => upright(bytes).jpeg({ quality: 50 }).toBuffer(),
  'WebP of quality 80': (bytes) => upright(bytes).webp({ quality: 80 }).toBuffer(),
  'half size': (bytes) => resized(bytes, 0.5),
  'a quarter of the size': (bytes) => resized(bytes, 0.25),
  'double size': (bytes) => resized(bytes, 2),
  gray: (bytes) => upright(bytes).greyscale().jpeg({ quality: 90 }).toBuffer(),
  'border of 3 px': (bytes) =>
    upright(bytes)
      .extend({ top: 3, bottom: 3, left: 3, right: 3, background: '#fff' })
      .jpeg({ quality: 90 })
      .toBuffer(),
};

/** Share of both sides of the picture that a patch covers. */
const PATCH = { width: 0.25, height: 0.1 };

/** Another picture: its middle covered by what stands at its upper edge, as a number or a name that was exchanged. */
export async function patched(bytes: Buffer): Promise<Buffer | null> {
  const { width, height } = await sizeOf(bytes);
  const [patchWidth, patchHeight] = [Math.round(width * PATCH.width), Math.round(height * PATCH.height)];
  if (patchWidth < 16 || patchHeight < 16) return null;
  const at = (x: number, y: number) => ({
    left: Math.round(x * (width - patchWidth)),
    top: Math.round(y * (height - patchHeight)),
    width: patchWidth,
    height: patchHeight,
  });
  const base = await upright(bytes).png().toBuffer();
  const patch = await sharp(base).extract(at(0.4, 0.1)).png().toBuffer();
  const place = at(0.5, 0.55);
  const before = await sharp(base).extract(place).greyscale().raw().toBuffer();
  const after = await sharp(patch).greyscale().raw().toBuffer();
  if (!isClearlyOther(before, after)) return null;
  return sharp(base)
    .composite([{ input: patch, left: place.left, top: place.top }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Whether something can be seen of the exchange: a tenth of its pixels change by 40 levels. */
function isClearlyOther(before: Buffer, after: Buffer): boolean {
  let changed = 0;
  for (let at = 0; at < before.length; at += 1)
    if (Math.abs((before[at] ?? 0) - (after[at] ?? 0)) >= 40) changed += 1;
  return changed >= before.length / 10;
}
