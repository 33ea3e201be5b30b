import type { Canvas } from '../draw/pdf-writer.js';

/** A4 in points. */
export const pageWidth = 595;
export const pageHeight = 842;

/** Pictures painted once and placed on several pages, as JPEG bytes. */
export type Pictures = Readonly<Record<PictureName, Buffer>>;

export type PictureName = 'lake' | 'valley' | 'tart' | 'market' | 'city' | 'pebbles' | 'coast';

export type PageDrawing = (canvas: Canvas, pictures: Pictures) => void;

/** Fills the page with paper of a color. */
export function fillPaper(canvas: Canvas, color: string): void {
  canvas.rect(0, 0, pageWidth, pageHeight).fill(color);
}

/** Places a picture so that it covers a rectangle, cut at its edges. */
export function placePicture(
  canvas: Canvas,
  picture: Buffer,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  canvas.save().rect(x, y, width, height).clip();
  canvas.image(picture, x, y, { cover: [width, height], align: 'center', valign: 'center' });
  canvas.restore();
}
