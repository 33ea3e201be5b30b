/** Draws photos of pages that are not indexed, each beside the indexed page of its design that keypoints take it for. */
import sharp, { type OverlayOptions } from 'sharp';

/** A photo that keypoints alone recognize as a page that it does not show. */
export interface Confusion {
  readonly photo: Buffer;
  readonly page: Buffer;
  /** What the search answers after it asked the content of the page. */
  readonly isAccepted: boolean;
}

const COLUMNS = 5;
const MOST_DRAWN = 20;
/** Of each of the two pictures, and of the frame around both. */
const SIDE_PX = 118;
const FRAME_PX = 4;
const GAP_PX = 8;
const REFUSED = '#2f7d4f';
const ACCEPTED = '#c1272d';

/**
 * Writes a picture of up to twenty confusions, those that are still accepted first: the photo on the left, the page on the right, in a
 * frame that is green where the photo is refused and red where it is accepted.
 *
 * @param file WebP
 */
export async function drawConfusions(confusions: readonly Confusion[], file: string): Promise<void> {
  const drawn = sample(confusions);
  const cellWidth = 2 * SIDE_PX + 2 * FRAME_PX;
  const cellHeight = SIDE_PX + 2 * FRAME_PX;
  const overlays: OverlayOptions[] = [];
  for (const [at, { photo, page, isAccepted }] of drawn.entries()) {
    const left = (at % COLUMNS) * (cellWidth + GAP_PX);
    const top = Math.floor(at / COLUMNS) * (cellHeight + GAP_PX);
    const background = isAccepted ? ACCEPTED : REFUSED;
    const frame = { width: cellWidth, height: cellHeight, channels: 3, background } as const;
    overlays.push({ input: await sharp({ create: frame }).png().toBuffer(), left, top });
    overlays.push({ input: await thumbnail(photo), left: left + FRAME_PX, top: top + FRAME_PX });
    overlays.push({ input: await thumbnail(page), left: left + FRAME_PX + SIDE_PX, top: top + FRAME_PX });
  }
  const rows = Math.ceil(drawn.length / COLUMNS);
  const width = COLUMNS * (cellWidth + GAP_PX) - GAP_PX;
  const height = Math.max(1, rows * (cellHeight + GAP_PX) - GAP_PX);
  await sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite(overlays)
    .webp({ quality: 60 })
    .toFile(file);
}

/** Accepted ones, and as many refused ones as there is room for, spread evenly over all of them. */
function sample(confusions: readonly Confusion[]): readonly Confusion[] {
  const accepted = confusions.filter(({ isAccepted }) => isAccepted).slice(0, MOST_DRAWN);
  const refused = confusions.filter(({ isAccepted }) => !isAccepted);
  const room = Math.min(refused.length, MOST_DRAWN - accepted.length);
  const spread = Array.from({ length: room }, (_, at) => refused[Math.floor((at * refused.length) / room)]);
  return [...accepted, ...spread.flatMap((confusion) => confusion ?? [])];
}

async function thumbnail(jpeg: Buffer): Promise<Buffer> {
  return sharp(jpeg)
    .resize({ width: SIDE_PX, height: SIDE_PX, fit: 'contain', background: '#eeeeee' })
    .png()
    .toBuffer();
}
