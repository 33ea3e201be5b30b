/** Draws proposals that somebody read as wrong, each in a frame on what stands around it on its page. */
import sharp from 'sharp';
import type { FractionBox } from '../../../../src/engine-host/types.js';

const COLUMNS = 4;
const TILE = { width: 280, height: 120 } as const;
const GAP_PX = 8;
/** Of the page at least, so that one sees what stands beside it. */
const LEAST_SHARE = 0.5;
const FRAME = '#c1272d';

export interface DrawnPage {
  /** RGB. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A part of a page around a box of it, with a frame around that. @returns PNG */
export async function tileOf({ data, width, height }: DrawnPage, box: FractionBox): Promise<Buffer> {
  const shown = { width: Math.round(width * Math.min(1, Math.max(LEAST_SHARE, box.width * 1.1))), height: 0 };
  shown.height = Math.min(height, Math.round((shown.width * TILE.height) / TILE.width));
  const start = (middle: number, length: number, whole: number) =>
    Math.round(Math.min(whole - length, Math.max(0, middle - length / 2)));
  const left = start((box.left + box.width / 2) * width, shown.width, width);
  const top = start((box.top + box.height / 2) * height, shown.height, height);
  const scale = TILE.width / shown.width;
  const frame = [box.left * width - left, box.top * height - top, box.width * width, box.height * height].map(
    (length) => length * scale,
  );
  const [x = 0, y = 0, w = 0, h = 0] = frame;
  const outline = `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE.width}" height="${TILE.height}">
    <rect x="${x - 3}" y="${y - 3}" width="${w + 6}" height="${h + 6}" fill="none" stroke="${FRAME}" stroke-width="2"/></svg>`;
  return sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left, top, ...shown })
    .resize({ ...TILE, fit: 'contain', background: '#eeeeee' })
    .composite([{ input: Buffer.from(outline) }])
    .png()
    .toBuffer();
}

/** Writes tiles side by side, in their order. @param file WebP */
export async function drawTiles(tiles: readonly Buffer[], file: string): Promise<void> {
  const rows = Math.max(1, Math.ceil(tiles.length / COLUMNS));
  const width = COLUMNS * (TILE.width + GAP_PX) + GAP_PX;
  const height = rows * (TILE.height + GAP_PX) + GAP_PX;
  const overlays = tiles.map((input, at) => ({
    input,
    left: GAP_PX + (at % COLUMNS) * (TILE.width + GAP_PX),
    top: GAP_PX + Math.floor(at / COLUMNS) * (TILE.height + GAP_PX),
  }));
  await sharp({ create: { width, height, channels: 3, background: '#9a9aa2' } })
    .composite(overlays)
    .webp({ quality: 60 })
    .toFile(file);
}
