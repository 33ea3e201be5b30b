/** Files whose links, letters and lines are made to lead elsewhere, or to keep a server busy. */
import { beforeEach, expect, it } from 'vitest';
import { leafletOf } from '../kit/files/leaflets.js';
import { rawPdf, type RawPage } from '../kit/files/raw-pdf.js';
import { readProposals } from '../kit/proposals.js';
import { seed } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';

const loupe = useTestApp({ environment: { LOUPE_PROPOSALS: 'true' } });
let user: SeededUser;

beforeEach(async () => {
  user = await (await seed(loupe).organization({ credit: 50 })).user();
});

async function found(file: Buffer): Promise<readonly (readonly [unknown, unknown])[]> {
  const folder = await user.folder();
  const document = await folder.document(file, { contentType: 'application/pdf' });
  const proposals = await readProposals(user, document.id);
  return proposals
    .filter(({ kind }) => kind !== 'AREA')
    .map(({ kind, target, title }) => [kind, target ?? title] as const);
}

const HELVETICA = '/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>';
const text = (lines: readonly string[], matrix = '1 0 0 1 20 180'): string =>
  `BT /F1 8 Tf 10 TL ${matrix} Tm ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET 0.9 g 0 0 200 10 re f`;
const page = (lines: readonly string[], more: RawPage = {}, matrix?: string): RawPage => ({
  content: text(lines, matrix),
  resources: HELVETICA,
  ...more,
});
const link = (rect: string, action: string, more = ''): string =>
  `<</Type/Annot/Subtype/Link/Rect[${rect}]/A${action}${more}>>`;
const to = (address: string): string => `<</S/URI/URI(${address})>>`;

it('propose no link that is hidden, has no area, lies outside or below another one', async () => {
  const annotations = [
    link('20 20 60 40', to('https://boats.ch/seen')),
    link('70 20 110 40', to('https://boats.ch/hidden'), '/F 2'),
    link('120 20 160 40', to('https://boats.ch/not-on-screens'), '/F 32'),
    link('20 50 20 70', to('https://boats.ch/no-width')),
    link('20 50 60 50', to('https://boats.ch/no-height')),
    link('300 300 340 340', to('https://boats.ch/outside')),
    link('-90 -90 -10 -10', to('https://boats.ch/before')),
    link('1 1 1e30 2e30', to('https://boats.ch/endless')),
    link('20 80 60 100', to('https://boats.ch/below')),
    link('19 79 61 101', to('https://boats.ch/above')),
    link('70 80 110 100', to('https://boats.ch/below-a-program')),
    link('70 80 110 100', '<</S/JavaScript/JS(app.alert\\(1\\))>>'),
    link('70 80 110 100', to('javascript:alert\\(1\\)')),
  ].join('');
  const cropped = {
    entries: `/CropBox[0 0 180 200]/Annots[${annotations}${link('182 20 198 40', to('https://boats.ch/cropped'))}]`,
  };
  expect(await found(rawPdf({ pages: [page(['Print'], cropped)] }))).toEqual([
    ['LINK', 'https://boats.ch/above'],
    ['LINK', 'https://boats.ch/seen'],
  ]);
});

it('propose nothing of programs, files, scripts and other files', async () => {
  const actions = [
    '<</S/Launch/F(cmd.exe)>>',
    '<</S/Launch/Win<</F(calc.exe)/P(x)>>>>',
    '<</S/GoToR/F(https://boats.ch/other.pdf)/D[0/Fit]>>',
    '<</S/JavaScript/JS(app.launchURL\\("https://boats.ch"\\))>>',
    '<</S/SubmitForm/F(https://boats.ch/collect)>>',
    '<</S/ImportData/F(/etc/passwd)>>',
    '<</S/Named/N/NextPage>>',
    ...[
      'file:///etc/passwd',
      'FILE:///C:/x.exe',
      ' javascript:alert\\(1\\)',
      'java\\nscript:alert\\(1\\)',
      'data:text/html,<script>',
      'vbscript:x',
      'intent://x#Intent;scheme=javascript;end',
      'smb://boats.ch/share',
      '\\\\\\\\boats.ch\\\\share',
      'http://127.0.0.1/',
      'http://[::1]/',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://boats.local/',
      'https://boats.ch@evil.ch/',
      'https://boats.ch\\000.evil.ch/',
      'mailto:',
      'tel:',
      'tel:javascript',
    ].map(to),
  ];
  const annotations = actions.map((action, at) => link(`10 ${at * 7} 90 ${at * 7 + 5}`, action)).join('');
  expect(await found(rawPdf({ pages: [page(['Print'], { entries: `/Annots[${annotations}]` })] }))).toEqual(
    [],
  );
});

it('with 50,000 links on a page are read, and propose what fits', async () => {
  const annotations = Array.from({ length: 50_000 }, (_, at) =>
    link(`${at % 190} ${at % 183} ${(at % 190) + 8} ${(at % 183) + 8}`, to(`https://boats.ch/${at}`)),
  ).join('');
  const proposed = await found(
    rawPdf({ pages: [page(['Print'], { entries: `/Annots[${annotations}]` }), page(['www.boats.ch'])] }),
  );
  expect(proposed.length).toBeLessThanOrEqual(61);
  expect(proposed.at(-1)).toEqual(['LINK', 'https://www.boats.ch']);
});

it('propose no half address: turned, parted, cut, glued', async () => {
  const turned = '0 1 -1 0 60 10';
  const pages = [
    page(['https://boats.ch/the-very-', 'long-path'], {}, turned),
    page(['See www.boats.ch/time', 'mailto and others'], {}, turned),
    page(['https://boats.ch/the-very-', 'long-path for all']),
    page(['https://boats.ch/one...', 'https://boats.ch/two\\203']),
    page(['https://boats.ch/three,https://boats.ch/four']),
    page(['https://boats.ch/five+41446681800']),
    page(['write to crew@', 'boats.ch today']),
    page(['Call 044 668', '18 00 today']),
    page(['h t t p s : / / b o a t s . c h']),
  ];
  expect(await found(rawPdf({ pages }))).toEqual([['LINK', 'https://www.boats.ch/time']]);
});

it('propose no end of a mail address, no dash for a hyphen, and no web address as a mail', async () => {
  const lines = [
    'e w g@boats.ch',
    'crew @ boats.ch',
    'crew [at] lake.ch',
    'https://boats.ch/time\\261table',
    'See bo\\261ats.ch',
    'Write to g@harbor.ch',
  ];
  const annotations = [
    link('20 20 60 40', to('mailto:https://boats.ch/a')),
    link('70 20 110 40', to('mailto:crew@pier.ch')),
  ].join('');
  const printed = page(lines, { entries: `/Annots[${annotations}]` });
  expect(await found(rawPdf({ pages: [printed] }))).toEqual([
    ['MAIL', 'g@harbor.ch'],
    ['MAIL', 'crew@pier.ch'],
  ]);
});

it('propose nothing of letters that their font does not name', async () => {
  // Each drawing has a number; those of the second font happen to be numbers of letters.
  const box = '500 0 0 0 500 700 d1 0 0 400 600 re f';
  const drawings = (name: string, codes: string): string =>
    `/Font<</F1<</Type/Font/Subtype/Type3/FontBBox[0 0 500 700]/FontMatrix[0.001 0 0 0.001 0 0]/FirstChar 33/LastChar 126/Widths[${'500 '.repeat(94)}]/CharProcs<<${name} 100 0 R>>/Encoding<</Type/Encoding/Differences[${codes}]>>/Resources<<>>>>>>`;
  const all = `33 ${'/g1 '.repeat(94)}`;
  const file = rawPdf({
    pages: [
      page(['www.boats.ch']),
      { content: text(['www.boats.ch/drawn']), resources: drawings('/g1', all) },
    ],
    objects: [{ entries: '', stream: box }],
  });
  expect(await found(file)).toEqual([['LINK', 'https://www.boats.ch']]);
});

it('propose the numbers of columns and tables only where they stand in one line', async () => {
  const columns = [
    'BT /F1 8 Tf 1 0 0 1 20 150 Tm (Tel. 044 668) Tj 1 0 0 1 120 150 Tm (18 00) Tj ET',
    'BT /F1 8 Tf 1 0 0 1 20 130 Tm (Tel. +41 44 668 18 02) Tj 1 0 0 1 140 130 Tm (+41 44 668 18 03) Tj ET',
  ].join(' ');
  const proposed = await found(rawPdf({ pages: [{ content: columns, resources: HELVETICA }] }));
  expect(proposed).toEqual([
    ['PHONE', '+41446681802'],
    ['PHONE', '+41446681803'],
  ]);
});

it('propose a page of words that nobody sees only where it has no others', async () => {
  const hidden = 'BT 3 Tr /F1 8 Tf 1 0 0 1 20 150 Tm (https://evil.boats.ch) Tj ET';
  const pages = [
    { content: `${text(['https://boats.ch'])} ${hidden}`, resources: HELVETICA },
    { content: `0.8 g 0 0 200 200 re f ${hidden}`, resources: HELVETICA },
  ];
  expect(await found(rawPdf({ pages }))).toEqual([
    ['LINK', 'https://boats.ch'],
    ['LINK', 'https://evil.boats.ch'],
  ]);
  expect(
    await found(await leafletOf([{ links: [{ text: 'x', target: 'https://boats.ch/h', flags: 2 }] }])),
  ).toEqual([]);
});
