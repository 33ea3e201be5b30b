/**
 * Reads PDFs of a folder as new documents are read, and says what their pages propose: how many of each kind, and at what cost beside drawing
 * the page. Each proposal stands in a list, with its file and page, so that somebody can read whether it is right.
 *
 *   npm run build && npm run measure:proposals -- --pdfs FOLDER [--most 100] [--pages 20] [--country US] [--list proposals.tsv]
 *     [--wrong wrong.tsv --picture wrong.webp]
 *
 * Of each file the first pages are read. Codes are looked for in the drawn page, as the server does. Lines of the list that were read
 * as wrong are drawn side by side, in their order there.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { glob } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { findingsOf } from '../../../../src/documents/proposals/page-findings.js';
import type { Finding } from '../../../../src/documents/proposals/proposal.js';
import { readCodes } from '../../../../src/media/codes/code-reader.js';
import { PdfRenderer } from '../../../../src/media/pdf/pdf-renderer.js';
import { drawTiles, tileOf } from './wrong-proposals.js';

const { values } = parseArgs({
  options: {
    pdfs: { type: 'string' },
    most: { type: 'string', default: '100' },
    pages: { type: 'string', default: '20' },
    country: { type: 'string', default: 'US' },
    list: { type: 'string' },
    wrong: { type: 'string' },
    picture: { type: 'string' },
  },
});
if (values.pdfs === undefined) throw new Error('Name a folder of PDFs: --pdfs FOLDER');
const renderer = new PdfRenderer({
  maxPdfPages: 5000,
  pdfPageTimeoutMs: 60_000,
  pdfTimeoutMs: 900_000,
  pdfMemoryMb: 1024,
});
const context = { country: values.country, now: new Date(), timeZone: 'UTC' };

interface Read {
  readonly file: string;
  readonly page: number;
  readonly findings: readonly Finding[];
}

const spent = { draw: 0, contents: 0, codes: 0, find: 0 };
const timed = async <T>(what: keyof typeof spent, work: () => T | Promise<T>): Promise<T> => {
  const begun = performance.now();
  const result = await work();
  spent[what] += performance.now() - begun;
  return result;
};

/** Lines of the list, with the pictures of those that are drawn as soon as their page is. */
const tiles = new Map<string, Buffer>();
const wrong =
  values.wrong === undefined ? [] : (await readFile(values.wrong, 'utf8')).split('\n').filter(Boolean);

async function readFileOf(path: string): Promise<readonly Read[]> {
  const pdf = await renderer.open(await readFile(path));
  const read: Read[] = [];
  try {
    for (let index = 0; index < Math.min(pdf.pageCount, Number(values.pages)); index += 1) {
      const { data, width, height } = await timed('draw', () => pdf.render(index));
      const { words, facts } = await timed('contents', () => pdf.contents(index));
      const rgb = withoutOpacity(data);
      const codes = await timed('codes', () => readCodes({ data: rgb, width, height }));
      const page = { words, links: facts.links, areas: facts.areas, codes };
      const { findings } = await timed('find', () => findingsOf(page, context));
      const of = { file: basename(path), page: index + 1 };
      read.push({ ...of, findings });
      for (const finding of findings) {
        const line = lineOf({ ...of, finding });
        if (wrong.includes(line)) tiles.set(line, await tileOf({ data: rgb, width, height }, finding.box));
      }
    }
  } finally {
    pdf.close();
  }
  return read;
}

function withoutOpacity(data: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((data.length / 4) * 3);
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) rgb.set(data.subarray(from, from + 3), to);
  return rgb;
}

function said({ action, title, box }: Finding): string {
  if (title !== null) return title;
  if (action !== null) return JSON.stringify(action.content);
  return [box.left, box.top, box.width, box.height].map((share) => share.toFixed(2)).join(' ');
}

/** A line of the list. */
function lineOf({ file, page, finding }: Omit<Read, 'findings'> & { readonly finding: Finding }): string {
  return [file, page, finding.kind, finding.origin, finding.action?.name ?? '', said(finding)].join('\t');
}

const paths: string[] = [];
for await (const path of glob('**/*.pdf', { cwd: values.pdfs })) paths.push(join(values.pdfs, path));
const all: Read[] = [];
const refused: string[] = [];
for (const path of paths.toSorted().slice(0, Number(values.most))) {
  try {
    all.push(...(await readFileOf(path)));
  } catch (error) {
    refused.push(`${basename(path)}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
const findings = all.flatMap((page) => page.findings.map((finding) => ({ ...page, finding })));
const kinds = Map.groupBy(findings, ({ finding }) => `${finding.kind} (${finding.origin})`);
const rows = [...kinds]
  .toSorted(([, a], [, b]) => b.length - a.length)
  .map(([kind, list]) => {
    const pages = new Set(list.map(({ file, page }) => `${file} ${page}`)).size;
    return `| ${kind} | ${list.length} | ${pages} | ${(list.length / all.length).toFixed(2)} |`;
  });
const files = new Set(all.map(({ file }) => file)).size;
const perPage = Object.entries(spent).map(([what, ms]) => `${what} ${(ms / all.length).toFixed(1)} ms`);
const report = [
  `${files} files, ${all.length} pages, ${findings.length} proposals (${(findings.length / all.length).toFixed(1)} a page)`,
  '',
  '| Kind (origin) | Proposals | Pages with one | A page |',
  '| --- | --- | --- | --- |',
  ...rows,
  '',
  `A page takes: ${perPage.join(', ')}`,
  ...refused.map((line) => `Not read: ${line}`),
];
process.stdout.write(`${report.join('\n')}\n`);
if (values.list !== undefined) {
  await writeFile(values.list, `${findings.map(lineOf).join('\n')}\n`);
}
if (values.picture !== undefined)
  await drawTiles(
    wrong.flatMap((line) => tiles.get(line) ?? []),
    values.picture,
  );
