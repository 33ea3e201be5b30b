/**
 * Draws PDFs with Loupe and with poppler and lists those that differ:
 *
 *   bin/loupe-node --import tsx test/kit/pdf-comparison/compare.ts [words of names]
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { PdfRenderer } from '../../../src/media/pdf/pdf-renderer.js';
import { rawPdf } from '../files/raw-pdf.js';
import { pdfCases } from './cases.js';
import { KNOWN_DIFFERENCES } from './known-differences.js';
import type { PdfCase } from './pdf-case.js';

const run = promisify(execFile);
const SIDE_PX = 50;
/** Mean difference of levels: edges differ by the way they are smoothed. */
const MOST_DIFFERENCE = 5;
const LIMITS = { maxPdfPages: 50, pdfPageTimeoutMs: 30_000, pdfTimeoutMs: 60_000, pdfMemoryMb: 1024 };

/** Small, and square whatever the page is: its place on the paper shows in the pixels. */
async function small(picture: Sharp): Promise<Buffer> {
  return picture
    .removeAlpha()
    .toColourspace('srgb')
    .resize(SIDE_PX, SIDE_PX, { fit: 'fill' })
    .raw()
    .toBuffer();
}

async function byLoupe(pdf: Buffer): Promise<Buffer> {
  const pages = await new PdfRenderer(LIMITS).open(pdf);
  try {
    const { data, width, height } = await pages.render(0);
    return await small(sharp(data, { raw: { width, height, channels: 4 } }));
  } finally {
    pages.close();
  }
}

async function byPoppler(pdf: Buffer, folder: string): Promise<Buffer> {
  const [file, picture] = [join(folder, 'page.pdf'), join(folder, 'page')];
  await writeFile(file, pdf);
  await run('pdftoppm', ['-png', '-cropbox', '-r', '200', '-f', '1', '-singlefile', file, picture]);
  return small(sharp(await readFile(`${picture}.png`)));
}

async function compare({ pdf }: PdfCase, folder: string): Promise<number> {
  const bytes = rawPdf(pdf);
  const [ours, theirs] = [await byLoupe(bytes), await byPoppler(bytes, folder)];
  return ours.reduce((sum, value, at) => sum + Math.abs(value - (theirs[at] ?? 0)), 0) / ours.length;
}

async function main(words: readonly string[]): Promise<number> {
  try {
    await run('pdftoppm', ['-v']);
  } catch {
    console.error('  pdftoppm is not there; install poppler-utils, then retry.');
    return 1;
  }
  const cases = pdfCases().filter(({ name }) => words.every((word) => name.includes(word)));
  const folder = await mkdtemp(join(tmpdir(), 'loupe-pdfs-'));
  let unexpected = 0;
  try {
    for (const each of cases) {
      const difference = await compare(each, folder).catch((error: unknown) => String(error));
      if (typeof difference === 'number' && difference <= MOST_DIFFERENCE) continue;
      const known = KNOWN_DIFFERENCES.find(({ pattern }) => pattern.test(each.name));
      const size = typeof difference === 'number' ? difference.toFixed(1) : difference;
      console.log(`  ${each.name}: ${size}${known === undefined ? '' : ` (known: ${known.why})`}`);
      if (known === undefined) unexpected += 1;
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  console.log(`  ${cases.length} PDFs compared with poppler, ${unexpected} differ.`);
  return unexpected === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
