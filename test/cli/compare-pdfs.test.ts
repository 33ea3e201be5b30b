import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawBooklet } from '../../packages/bench/benchmark/proofs/booklet.js';
import { openLocalRecognition } from '../../src/app/command-services.js';
import { runCli } from '../../src/cli/program.js';
import { readConfig } from '../../src/config.js';
import { PdfRenderer } from '../../src/media/pdf/pdf-renderer.js';
import { jpegPicture } from '../kit/pictures.js';
import { inRoot } from '../../scripts/setup/paths.mjs';
import { rawPdf } from '../kit/files/raw-pdf.js';
import { newPdf, pdfOfText } from '../kit/files/pdfs.js';
import { firstOfStory } from '../kit/seed/stories.js';

describe('loupe compare of two PDFs', { timeout: 120_000 }, () => {
  let folder: string;
  const at = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-pdfs-'));
    const { first, second } = await drawBooklet({
      pageCount: 3,
      size: [298, 420],
      textPt: 8,
      changes: { 2: 'price' },
      inserted: [4],
    });
    await writeFile(at('old & <b>.pdf'), first);
    await writeFile(at('new.pdf'), second);
    await writeFile(at('locked.pdf'), await newPdf([1], { password: 'secret' }));
    await writeFile(at('photo.jpg'), await jpegPicture(1));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function compare(...words: string[]) {
    const printed = { out: '', error: '' };
    const exitCode = await runCli(['compare', ...words], {
      config: () => readConfig({ LOUPE_DATA: at('no-server') }),
      open: () => Promise.reject(new Error('No database is needed here.')),
      openLocalRecognition: (config) => Promise.resolve(openLocalRecognition(config)),
      out: (text) => (printed.out += text),
      error: (text) => (printed.error += text),
    });
    return { exitCode, ...printed };
  }

  it('names what differs, ends with 4, and writes it as one HTML file', async () => {
    const found = await compare(at('old & <b>.pdf'), at('new.pdf'), '--report', at('report.html'));
    expect(found).toMatchObject({ exitCode: 4, error: '' });
    expect(found.out).toMatch(
      /^Page 2: changed, 1 difference\n {2}1\. “\d+,\d\d” → “\d+,\d\d”\. \(at \d+ %, \d+ %\)\nPage 4: inserted\n/,
    );
    expect(found.out).toContain('1 difference, 1 page inserted.');
    const html = await readFile(at('report.html'), 'utf8');
    expect(html).toContain('First file: old &amp; &lt;b&gt;.pdf, 3 pages');
    expect(html).toMatch(/<h3>1\. changed, ΔE \d+\.\d<\/h3><p>“\d+,\d\d” → “\d+,\d\d”\.<\/p>/);
    // Four thumbnails; page 2 twice with its difference twice; the new page once.
    expect(html.match(/src="data:image\/jpeg;base64,/g)).toHaveLength(4 + 4 + 1);
    expect(html.match(/(?:src|href)="(?!data:|#)/g)).toBeNull();
  });

  it('writes a PDF that can be read, and JSON', async () => {
    const found = await compare(at('old & <b>.pdf'), at('new.pdf'), '--json', '--report', at('report.pdf'));
    expect(found.exitCode).toBe(4);
    expect(JSON.parse(found.out)).toMatchObject({
      counts: { unchanged: 2, changed: 1, inserted: 1, removed: 0, moved: 0 },
      differenceCount: 1,
      pages: [
        { status: 'unchanged', referencePage: 1, queryPage: 1, differences: [] },
        { status: 'changed', isTextCompared: true, differences: [{ number: 1, kind: 'changed' }] },
        { status: 'unchanged' },
        { status: 'inserted', referencePage: null, queryPage: 4 },
      ],
    });
    const report = await new PdfRenderer(readConfig({ LOUPE_DATA: at('no-server') }).limits).open(
      await readFile(at('report.pdf')),
    );
    try {
      expect(report.pageCount).toBe(3);
      const words = (await report.words(1)).map((word) => word.text).join(' ');
      expect(words).toMatch(/Page 2: changed, 1 difference.*“\d+,\d\d” (?:→|->) “\d+,\d\d”/);
      // Once more with the letters marked that are others.
      expect(words).toMatch(/”\. \d+,\d\d (?:→|->) \d+,\d\d/);
    } finally {
      report.close();
    }
  });

  it('writes reports in each language, with the letters of any language or their numbers', async () => {
    // Polish, Russian, Greek, Chinese, Hebrew, cuneiform.
    const asDrawn = (word: string) => (word === 'שלום' ? [...word].reverse().join('') : word);
    const words = ['żółty', 'сто', 'εξόδου', '中文', 'שלום', '\u{12000}\u{12038}'];
    await writeFile(at('a.pdf'), pdfOfText(words.map((word) => ({ glyph: 'M', read: asDrawn(word) }))));
    await writeFile(at('b.pdf'), pdfOfText(words.map(() => ({ glyph: 'i', read: 'other' }))));
    const letters = new PdfRenderer(readConfig({ LOUPE_DATA: at('no-server') }).limits);
    for (const [language, verdict] of firstOfStory([
      ['fr', '6 différences.'],
      ['de', '6 Unterschiede.'],
      ['en', '6 differences.'],
    ] as const)) {
      await compare(at('a.pdf'), at('b.pdf'), '--report', at('r.pdf'), '--language', language);
      const report = await letters.open(await readFile(at('r.pdf')));
      try {
        const first = (await report.words(0)).map(({ text }) => text).join(' ');
        expect(first).toContain(verdict);
        let all = '';
        for (let page = 1; page < report.pageCount; page += 1) {
          all += ` ${(await report.words(page)).map(({ text }) => text).join(' ')}`;
        }
        for (const word of words) {
          const numbers = [...word].map(
            (letter) => `U\\+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`,
          );
          // What a machine has no font for stands as numbers; never as another letter.
          expect(all).toMatch(new RegExp(`${word}|\\[.*${numbers.join('.*')}.*\\]`));
        }
      } finally {
        report.close();
      }
      await compare(at('a.pdf'), at('b.pdf'), '--report', at('r.html'), '--language', language);
      const html = await readFile(at('r.html'), 'utf8');
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain(verdict);
      for (const word of words) expect(html).toContain(word);
    }
  });

  it('writes words from right to left in their order, and what stands around them in its own', async () => {
    const drawn = (word: string) => [...word].reverse().join('');
    await writeFile(at('דוח ישן 12.pdf'), pdfOfText([{ glyph: 'M', read: drawn('מחיר') }]));
    await writeFile(at('تقرير.pdf'), pdfOfText([{ glyph: 'i', read: drawn('הנחה') }]));
    await compare(at('דוח ישן 12.pdf'), at('تقرير.pdf'), '--report', at('r.pdf'));
    const letters = new PdfRenderer(readConfig({ LOUPE_DATA: at('no-server') }).limits);
    const report = await letters.open(await readFile(at('r.pdf')));
    try {
      const words = [...(await report.words(0)), ...(await report.words(1))];
      const all = words.map(({ text }) => text).join(' ');
      const leftOf = (part: string): number => words.find(({ text }) => text.includes(part))?.left ?? -1;
      if (all.includes('U+05')) {
        expect(all).toContain('[U+05D3 U+05D5 U+05D7]');
        return;
      }
      // From the left: the number, the second word, the first word, the ending of the name.
      const places = ['12', 'ישן', 'דוח', 'page'].map(leftOf);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places[0]).toBeGreaterThan(0);
      // The old word stays at the left of the arrow.
      const [before, arrow, after] = ['מחיר', '→', 'הנחה'].map(leftOf);
      expect(before).toBeGreaterThan(0);
      expect(arrow).toBeGreaterThan(before ?? 0);
      expect(after).toBeGreaterThan(arrow ?? 0);
      expect(all).not.toContain('U+');
    } finally {
      report.close();
    }
    await compare(at('דוח ישן 12.pdf'), at('تقرير.pdf'), '--report', at('r.html'));
    const html = await readFile(at('r.html'), 'utf8');
    expect(html).toContain('First file: \u2066דוח ישן 12.pdf\u2069, 1 page');
    expect(html).toContain('“\u2068מחיר\u2069” → “\u2068הנחה\u2069”.');
  });

  it('says in a report what was left out by settings', async () => {
    await compare(
      ...[at('old & <b>.pdf'), at('new.pdf'), '--report', at('r.html')],
      ...['--ignore', '0,0,1,0.98', '0,0,0.1,0.1'],
    );
    const html = await readFile(at('r.html'), 'utf8');
    expect(html).toContain('<p class="verdict">1 page inserted.</p>');
    expect(html).toContain('Left out on every page: 0 %, 0 %, 10 %, 10 %.');
  });

  it('writes the result as JUnit does, and allows the differences that it may', async () => {
    const files = [at('old & <b>.pdf'), at('new.pdf')] as const;
    expect(await compare(...files, '--junit', at('r.xml'))).toMatchObject({ exitCode: 4 });
    const xml = await readFile(at('r.xml'), 'utf8');
    expect(xml).toMatch(
      /<testsuite name="loupe compare old &amp; &lt;b&gt;\.pdf new\.pdf" tests="\d+" failures="\d+">/u,
    );
    expect(xml).toMatch(/<failure message="1\. [^"]+">/u);
    expect(await compare(...files, '--allow', '50')).toMatchObject({ exitCode: 0 });
  });

  it('ends with 0 where nothing differs, and with 2 or 3 where nothing can be compared', async () => {
    const old = at('old & <b>.pdf');
    const same = await compare(old, old);
    expect(same).toMatchObject({ exitCode: 0, error: '' });
    expect(same.out).toContain('No differences were found.');
    for (const [words, exitCode, message] of [
      [[at('locked.pdf'), old], 3, /locked\.pdf: .*password/],
      [[old, at('photo.jpg')], 2, /must be a PDF/],
      [[at('photo.jpg'), at('photo.jpg'), '--report', at('x.html')], 2, /--drawn/],
      [[old, old, '--report', at('x.docx')], 2, /\.html, \.pdf or \.json/],
      [[old, old, '--report', at('x.pdf'), '--language', 'it'], 2, /en, de, fr/],
      [[old, old, '--language', 'de'], 2, /--report/],
      [[old, old, '--drawn', at('x')], 2, /--report/],
      [[old, old, '--sensitivity', 'eagle'], 2, /proof, scan, photo/],
      [[old, old, '--min-size', '-1'], 2, /pixels/],
      [[old, old, '--ignore', '0,0,2,2'], 2, /inside/],
      [[old, old, '--allow', '-1'], 2, /whole number/],
      [[at('photo.jpg'), at('photo.jpg'), '--junit', at('x.xml')], 2, /--fine/],
      [[old, old, '--ignore', '0,0,1,0.5', '0,0.5,1,0.5'], 2, /nothing to compare/],
      [[old, old, '--server', 'http://127.0.0.1:9', '--key', 'k'], 2, /here/],
    ] as const) {
      const ended = await compare(...words);
      expect({ words, exitCode: ended.exitCode, out: ended.out }).toEqual({ words, exitCode, out: '' });
      expect(ended.error).toMatch(message);
    }
  });

  /** An offer; `isReexported` as another program writes it: in pieces, in another order, with other metadata. */
  function offer(price: string, isReexported = false): Buffer {
    const line = (text: string, y: number) => {
      const shown = isReexported
        ? `[${[...text].map((letter) => `(${letter})`).join('')}] TJ`
        : `(${text}) Tj`;
      return `BT /F 12 Tf 1 0 0 1 30 ${y} Tm ${shown} ET`;
    };
    const lines = [
      line('Apples of the region', 150),
      line(`${price} a kilo`, 120),
      '1 0.8 0 rg 30 40 60 40 re f',
    ];
    const content = [
      '0 0 0 rg',
      ...(isReexported ? lines : [...lines.slice(2), '0 0 0 rg', ...lines.slice(0, 2)]),
    ];
    const resources = '/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>';
    return rawPdf({
      pages: [{ content: content.join('\n'), resources }],
      catalog: isReexported ? '/Lang(en)' : '',
    });
  }

  it.each([
    ['fails where a price is wrong', offer('1,98'), 4, /differs: see .*comparison\.html/u, 1],
    ['passes another export of the same pages', offer('1,99', true), 0, /shows what/u, 0],
    ['says that a file cannot be compared', Buffer.from('%PDF-1.7 and no more'), 3, /could not/u, null],
  ])('is a step of a build that %s', async (_what, built, code, said, failures) => {
    await writeFile(at('approved.pdf'), offer('1,99'));
    await writeFile(at('built.pdf'), built);
    const reports = at(`reports-${code}`);
    const script = inRoot('examples/ci/check-pdf.sh');
    const ran = spawnSync('sh', [script, at('approved.pdf'), at('built.pdf'), reports], {
      env: { ...process.env, LOUPE: inRoot('bin/loupe') },
      encoding: 'utf8',
    });
    expect(ran.status).toBe(code);
    expect(ran.stdout + ran.stderr).toMatch(said);
    if (failures !== null)
      expect(await readFile(join(reports, 'comparison.xml'), 'utf8')).toContain(`failures="${failures}"`);
  });
});
