/** QR codes of addresses: drawings without a size, pictures for screens, and paths for PDFs. */
import sharp from 'sharp';
import { encode } from 'uqr';

/** Modules of the quiet zone that readers of codes need on each side. */
const QUIET = 4;
export const MOST_PIXELS = 4000;

interface QrPath {
  /** Modules of a side, with the quiet zone. */
  readonly side: number;
  /** Path of the dark modules, a module a unit. */
  readonly path: string;
}

export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { side: size, path: dark.join('') };
}

export function qrSvg(text: string): string {
  const { side, path } = qrPath(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
}

/** @param width at least; each module is a whole number of pixels */
export async function qrPng(text: string, width: number): Promise<Buffer> {
  const { data, size: side } = encode(text, { ecc: 'M', border: QUIET });
  const pixels = Buffer.from(data.flat().map((isDark) => (isDark ? 0 : 255)));
  const scale = Math.max(1, Math.ceil(width / side));
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .resize(side * scale, side * scale, { kernel: 'nearest' })
    .png()
    .toBuffer();
}
