/** Ten kinds of print of which every issue has the same design. */
import {
  box,
  code,
  type Design,
  digits,
  line,
  logo,
  paragraph,
  type Pen,
  price,
  rule,
  words,
} from './design.js';

const A4 = { width: 595, height: 842 };
const CARD = { width: 420, height: 298 };

function invoice(pen: Pen): void {
  const { frame, content } = pen;
  logo(pen, 40, 36, 60);
  line(pen, words(frame, 3), 115, 44, 22, 'sansBold', '#1d4e89');
  line(pen, words(frame, 6), 115, 74, 10);
  line(pen, 'INVOICE', 400, 44, 24, 'sansBold');
  line(pen, `No. ${digits(content, 6)}`, 400, 78, 12, 'sansBold');
  line(pen, `${content.integer(1, 28)}.${content.integer(1, 12)}.2026`, 400, 94, 12);
  for (let at = 0; at < 3; at += 1) line(pen, words(content, 2), 46, 140 + at * 15, 11);
  rule(pen, 40, 215, 515, '#1d4e89', 1.5);
  for (const [at, head] of ['Item', 'Description', 'Quantity', 'Price', 'Total'].entries())
    line(pen, head, [46, 110, 330, 410, 490][at] ?? 0, 220, 11, 'sansBold');
  rule(pen, 40, 236, 515, '#1d4e89', 1.5);
  const rows = content.integer(6, 12);
  for (let row = 0; row < rows; row += 1) {
    const y = 246 + row * 20;
    line(pen, digits(content, 4), 46, y, 10);
    line(pen, words(content, 4), 110, y, 10);
    line(pen, String(content.integer(1, 40)), 340, y, 10);
    line(pen, price(content), 410, y, 10);
    line(pen, price(content), 490, y, 10);
  }
  rule(pen, 360, 520, 195);
  line(pen, 'Total', 370, 530, 14, 'sansBold');
  line(pen, price(content), 480, 530, 14, 'sansBold');
  paragraph(pen, frame, 46, 620, 10, 6, 11);
  rule(pen, 40, 780, 515, '#1d4e89', 1.5);
  line(pen, words(frame, 10), 46, 788, 9);
}

function menu(pen: Pen): void {
  const { frame, content } = pen;
  box(pen, 0, 0, 595, 110, '#3b1d12');
  line(pen, words(frame, 2), 60, 36, 38, 'serifItalic', '#f2e3c2');
  line(pen, words(frame, 4), 62, 84, 12, 'serif', '#f2e3c2');
  for (const [section, top] of [130, 380, 620].entries()) {
    line(pen, words(frame, 1), 60, top, 20, 'sansBold', '#8a1c3b');
    rule(pen, 60, top + 26, 475, '#8a1c3b', 1);
    for (let dish = 0; dish < (section === 2 ? 4 : 6); dish += 1) {
      line(pen, words(content, 4), 60, top + 36 + dish * 34, 13, 'serif');
      line(pen, words(content, 7), 60, top + 53 + dish * 34, 9, 'serifItalic', '#555555');
      line(pen, price(content), 490, top + 36 + dish * 34, 13);
    }
  }
  rule(pen, 60, 810, 475, '#8a1c3b', 1);
}

function tableTent(pen: Pen): void {
  const { frame, content } = pen;
  box(pen, 0, 0, 420, 90, '#0f5c5c');
  logo(pen, 20, 14, 60);
  line(pen, words(frame, 2), 100, 26, 26, 'sansBold', '#ffffff');
  line(pen, 'Order at your table', 92, 112, 24, 'sansBold', '#0f5c5c');
  code(pen, content, 110, 160, 200);
  line(pen, 'Table', 120, 385, 36, 'sans');
  line(pen, String(content.integer(1, 80)), 230, 370, 56, 'sansBold');
  paragraph(pen, frame, 60, 470, 11, 4, 7);
  box(pen, 0, 560, 420, 35, '#0f5c5c');
  line(pen, words(frame, 5), 60, 568, 13, 'sans', '#ffffff');
}

function newsletter(pen: Pen): void {
  const { frame, content } = pen;
  box(pen, 30, 30, 535, 80, '#8a1c3b');
  line(pen, words(frame, 2), 44, 44, 40, 'sansBold', '#ffffff');
  line(pen, `Issue ${content.integer(1, 99)} · ${words(content, 1)} 2026`, 400, 90, 11, 'sans', '#ffffff');
  line(pen, words(content, 5), 34, 124, 24, 'serif');
  for (const column of [0, 1, 2]) {
    const x = 34 + column * 182;
    paragraph(pen, content, x, 170, 9.5, 26, 6);
    rule(pen, x, 520, 165, '#8a1c3b', 1);
    line(pen, words(content, 3), x, 530, 14, 'sansBold');
    paragraph(pen, content, x, 552, 9.5, 16, 6);
  }
  box(pen, 30, 770, 535, 40, '#f1e4e8');
  line(pen, words(frame, 10), 44, 782, 11);
}

function coupon(pen: Pen): void {
  const { frame, content } = pen;
  box(pen, 10, 10, 400, 278, '#ffe9b0');
  box(pen, 18, 18, 384, 262, '#ffffff');
  logo(pen, 30, 30, 70);
  line(pen, words(frame, 2), 116, 36, 24, 'sansBold', '#b36a12');
  line(pen, words(frame, 4), 116, 70, 12);
  line(pen, `${content.integer(5, 70)} %`, 40, 130, 64, 'sansBold', '#c1272d');
  line(pen, words(content, 3), 40, 206, 15, 'sansBold');
  line(pen, `Valid until ${content.integer(1, 28)}.${content.integer(1, 12)}.2026`, 40, 232, 11);
  code(pen, content, 280, 120, 110, 25);
  line(pen, digits(content, 10), 286, 240, 12, 'sans');
  line(pen, words(frame, 8), 40, 258, 8);
}

function ticket(pen: Pen): void {
  const { frame, content } = pen;
  box(pen, 0, 0, 420, 298, '#e8eef7');
  box(pen, 0, 0, 420, 60, '#20386b');
  line(pen, words(frame, 3), 20, 16, 26, 'sansBold', '#ffffff');
  line(pen, words(content, 3), 20, 80, 24, 'sansBold');
  for (const [at, label] of ['Date', 'Time', 'Row', 'Seat', 'Gate'].entries()) {
    line(pen, label, 20 + at * 78, 130, 10, 'sans', '#20386b');
    line(
      pen,
      at === 0 ? `${content.integer(1, 28)}.${content.integer(1, 12)}.` : digits(content, 2),
      20 + at * 78,
      144,
      20,
      'sansBold',
    );
  }
  rule(pen, 20, 180, 380, '#20386b', 1);
  for (let x = 20, bar = 0; x < 260; bar += 1) {
    const width = content.integer(1, 4);
    if (bar % 2 === 0) box(pen, x, 196, width, 60, '#000000');
    x += width;
  }
  line(pen, digits(content, 13), 20, 262, 12);
  line(pen, `${price(content)} EUR`, 300, 200, 20, 'sansBold');
  paragraph(pen, frame, 280, 240, 8, 3, 5);
}

function priceList(pen: Pen): void {
  const { frame, content } = pen;
  logo(pen, 480, 30, 70);
  line(pen, words(frame, 3), 40, 40, 30, 'sansBold', '#2f7d4f');
  line(pen, words(frame, 6), 40, 80, 12);
  for (let row = 0; row < 34; row += 1) {
    const y = 120 + row * 19;
    if (row % 2 === 0) box(pen, 40, y - 3, 515, 19, '#e9f3ec');
    line(pen, words(frame, 4), 46, y, 11);
    line(pen, `${digits(frame, 3)} mm`, 300, y, 11);
    line(pen, price(content), 400, y, 11);
    line(pen, price(content), 490, y, 11, 'sansBold');
  }
  line(pen, words(frame, 9), 40, 800, 10);
}

function timetable(pen: Pen): void {
  const { frame, content } = pen;
  box(pen, 0, 0, 595, 76, '#0a3d7a');
  line(pen, `Line ${content.integer(1, 99)}`, 30, 18, 36, 'sansBold', '#ffffff');
  line(pen, words(frame, 4), 220, 30, 18, 'sans', '#ffffff');
  for (let row = 0; row < 30; row += 1) {
    const y = 100 + row * 22;
    rule(pen, 30, y + 17, 535, '#9aa8bb', 0.5);
    line(pen, words(frame, 2), 34, y, 11);
    for (let column = 0; column < 7; column += 1)
      line(pen, `${content.integer(5, 23)}.${digits(content, 2)}`, 200 + column * 52, y, 11);
  }
  line(pen, words(frame, 10), 30, 790, 10);
}

function form(pen: Pen): void {
  const { frame, content } = pen;
  line(pen, words(frame, 4), 40, 36, 24, 'sansBold');
  paragraph(pen, frame, 40, 70, 10, 3, 13);
  for (let row = 0; row < 16; row += 1) {
    const y = 130 + row * 38;
    line(pen, words(frame, 2), 40, y, 10, 'sans', '#333333');
    rule(pen, 40, y + 32, 240, '#333333', 0.7);
    line(pen, words(content, 2), 48, y + 13, 14, 'serifItalic', '#1a2f8a');
    line(pen, words(frame, 2), 310, y, 10, 'sans', '#333333');
    rule(pen, 310, y + 32, 245, '#333333', 0.7);
    line(pen, digits(content, 8), 318, y + 13, 14, 'serifItalic', '#1a2f8a');
  }
  paragraph(pen, frame, 40, 760, 9, 4, 14);
}

function certificate(pen: Pen): void {
  const { frame, content } = pen;
  box(pen, 20, 20, 802, 555, '#b58a2e');
  box(pen, 34, 34, 774, 527, '#fffdf5');
  logo(pen, 380, 54, 80);
  line(pen, 'Certificate', 270, 150, 56, 'serifItalic', '#7a5a14');
  line(pen, words(frame, 6), 240, 230, 14, 'serif');
  line(pen, words(content, 2), 250, 270, 40, 'serifItalic', '#1c1c1c');
  rule(pen, 200, 322, 442, '#7a5a14', 1);
  line(pen, words(content, 7), 210, 340, 15, 'serif');
  line(pen, words(content, 6), 210, 362, 15, 'serif');
  line(pen, `${content.integer(1, 28)}.${content.integer(1, 12)}.2026`, 110, 470, 14);
  line(pen, `No. ${digits(content, 7)}`, 620, 470, 14);
  rule(pen, 100, 500, 180);
  rule(pen, 560, 500, 180);
  line(pen, words(frame, 2), 120, 508, 10);
  line(pen, words(frame, 2), 600, 508, 10);
}

const LANDSCAPE = { width: A4.height, height: A4.width };
const TENT = { width: 420, height: 595 };

export const designs: readonly Design[] = [
  { name: 'invoice', sheet: A4, draw: invoice },
  { name: 'menu', sheet: A4, draw: menu },
  { name: 'table tent', sheet: TENT, draw: tableTent },
  { name: 'newsletter', sheet: A4, draw: newsletter },
  { name: 'coupon', sheet: CARD, draw: coupon },
  { name: 'ticket', sheet: CARD, draw: ticket },
  { name: 'price list', sheet: A4, draw: priceList },
  { name: 'timetable', sheet: A4, draw: timetable },
  { name: 'form', sheet: A4, draw: form },
  { name: 'certificate', sheet: LANDSCAPE, draw: certificate },
];
