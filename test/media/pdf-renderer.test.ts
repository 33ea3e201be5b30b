import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { PdfRenderer } from '../../src/media/pdf/pdf-renderer.js';
import { selfDrawingPdf } from '../kit/files/pdfs.js';

const limits = { maxPdfPages: 5, pdfPageTimeoutMs: 30_000, pdfTimeoutMs: 60_000, pdfMemoryMb: 1024 };

async function printPdf(pageCount: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument({ size: [144, 288], margin: 0, autoFirstPage: false, ...options });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  for (let page = 0; page < pageCount; page++) document.addPage().rect(0, 0, 144, 144).fill('#ff0000');
  const ended = new Promise((resolve) => document.once('end', resolve));
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

test('pages are rendered in RGBA on white', async () => {
  const pages = await new PdfRenderer(limits).open(await printPdf(2));
  try {
    expect(pages.pageCount).toBe(2);
    const { data, width, height } = await pages.render(1);
    expect([width, height]).toEqual([512, 1024]);
    const pixel = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
    expect(pixel(250, 170)).toEqual([255, 0, 0]);
    expect(pixel(250, 850)).toEqual([255, 255, 255]);
  } finally {
    pages.close();
  }
});

const A4: [number, number] = [595.28, 841.89];
const LABEL: [number, number] = [72, 36];
const POSTER: [number, number] = [1684, 2384];

test.each([
  ['a page of a magazine at 150 dpi', A4, 1754],
  ['a label larger, so that a part of it still holds detail', LABEL, 1024],
  ['a poster smaller than 150 dpi, within memory', POSTER, 3000],
])('%s', async (_what, size, longestSidePx) => {
  const pages = await new PdfRenderer(limits).open(await printPdf(1, { size }));
  try {
    const { width, height } = await pages.render(0);
    expect(Math.abs(Math.max(width, height) - longestSidePx)).toBeLessThanOrEqual(2);
  } finally {
    pages.close();
  }
});

test.each([
  ['a PDF that needs a password', () => printPdf(1, { userPassword: 'secret' }), /password/],
  ['bytes that only begin like a PDF', async () => Buffer.from('%PDF-1.7\nnothing'), /damaged/],
  ['a PDF cut in its middle', async () => (await printPdf(1)).subarray(0, 300), /damaged/],
  ['more pages than allowed', () => printPdf(6), /6 pages; at most 5/],
])('%s is refused with a reason for people', async (_what, make, reason) => {
  await expect(new PdfRenderer(limits).open(await make())).rejects.toThrow(reason);
});

test('a PDF that takes too long is given up and its process ended', async () => {
  await expect(new PdfRenderer({ ...limits, pdfPageTimeoutMs: 1 }).open(await printPdf(1))).rejects.toThrow(
    /takes longer/,
  );
});

test('a PDF that draws itself ends within its limits, and says so', async () => {
  const pages = await new PdfRenderer({ ...limits, pdfMemoryMb: 256 }).open(selfDrawingPdf);
  try {
    await expect(pages.render(0)).rejects.toThrow(/Page 1 (cannot be read|takes longer)/);
  } finally {
    pages.close();
  }
});

test('a signal ends a drawing at once, and those who wait get its reason', async () => {
  const stopping = new AbortController();
  const pages = await new PdfRenderer({ ...limits, pdfMemoryMb: 4000 }).open(selfDrawingPdf, stopping.signal);
  const drawing = expect(pages.render(0)).rejects.toThrow('the server stops');
  stopping.abort(new Error('the server stops'));
  await drawing;
  await expect(pages.render(0)).rejects.toThrow('the server stops');
});
