import type { Canvas } from './pdf-writer.js';

export interface TextStyle {
  readonly font: string;
  readonly size: number;
  readonly color: string;
  /** Extra points between letters. */
  readonly spacing?: number;
  readonly align?: 'left' | 'center' | 'right' | 'justify';
  readonly lineGap?: number;
}

export interface TextBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Text beyond it is left out, so that a drawing never starts a page of its own. */
  readonly height?: number;
  readonly columns?: number;
  readonly columnGap?: number;
}

export const fonts = {
  serif: 'Times-Roman',
  serifBold: 'Times-Bold',
  serifItalic: 'Times-Italic',
  sans: 'Helvetica',
  sansBold: 'Helvetica-Bold',
  sansItalic: 'Helvetica-Oblique',
  mono: 'Courier',
} as const;

export const bodyStyle: TextStyle = {
  font: fonts.serif,
  size: 11.4,
  color: '#26241f',
  align: 'justify',
  lineGap: 1.6,
};

/** Sets text into a box; returns the y below it. */
export function setText(canvas: Canvas, text: string, box: TextBox, style: TextStyle): number {
  canvas.font(style.font).fontSize(style.size).fillColor(style.color);
  canvas.text(text, box.x, box.y, {
    width: box.width,
    height: box.height ?? 600,
    columns: box.columns ?? 1,
    columnGap: box.columnGap ?? 14,
    align: style.align ?? 'left',
    characterSpacing: style.spacing ?? 0,
    lineGap: style.lineGap ?? 0,
  });
  return canvas.y;
}

/** One line at a place, never wrapped. */
export function setLine(canvas: Canvas, text: string, x: number, y: number, style: TextStyle): void {
  canvas.font(style.font).fontSize(style.size).fillColor(style.color);
  const options = { characterSpacing: style.spacing ?? 0, lineBreak: false };
  const width = canvas.widthOfString(text, options);
  const shift = style.align === 'center' ? width / 2 : style.align === 'right' ? width : 0;
  canvas.text(text, x - shift, y, options);
}

/** A paragraph that begins with a letter three lines tall. */
export function setDropCap(
  canvas: Canvas,
  text: string,
  box: TextBox,
  style: TextStyle,
  color: string,
): void {
  const size = style.size * 3.4;
  canvas.font(fonts.serifBold).fontSize(size).fillColor(color);
  const first = text.slice(0, 1);
  const inset = canvas.widthOfString(first) + 5;
  canvas.text(first, box.x, box.y - size * 0.16, { lineBreak: false });
  const words = text.slice(1).split(' ');
  canvas.font(style.font).fontSize(style.size);
  const lineHeight = canvas.currentLineHeight(true) + (style.lineGap ?? 0);
  let beside = '';
  while (words.length > 0) {
    const longer = beside ? `${beside} ${words[0]}` : words[0]!;
    if (
      canvas.heightOfString(longer, { width: box.width - inset, lineGap: style.lineGap ?? 0 }) >
      lineHeight * 3.1
    )
      break;
    beside = longer;
    words.shift();
  }
  setText(canvas, beside, { x: box.x + inset, y: box.y, width: box.width - inset }, style);
  setText(canvas, words.join(' '), { ...box, y: box.y + lineHeight * 3 }, style);
}

/** The line at the foot of every inner page. */
export function setFolio(canvas: Canvas, page: number, section: string, color = '#6b655a'): void {
  const style: TextStyle = { font: fonts.sans, size: 7.5, color, spacing: 1.2 };
  const isLeft = page % 2 === 0;
  setLine(
    canvas,
    isLeft ? `${page}    LISIÈRE` : `${section.toUpperCase()}    ${page}`,
    isLeft ? 40 : 555,
    816,
    {
      ...style,
      align: isLeft ? 'left' : 'right',
    },
  );
}
