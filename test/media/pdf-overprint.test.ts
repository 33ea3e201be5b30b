/** Inks that print over what lies below, and PDFs whose content is not on their pages. */
import { afterEach, describe, expect, test } from 'vitest';
import { type PdfPages, PdfRenderer } from '../../src/media/pdf/pdf-renderer.js';
import { packedPdf } from '../kit/files/packed-pdf.js';
import { FIRST_OBJECT, rawPdf } from '../kit/files/raw-pdf.js';

const limits = { maxPdfPages: 50, pdfPageTimeoutMs: 30_000, pdfTimeoutMs: 60_000, pdfMemoryMb: 1024 };
const open: PdfPages[] = [];

afterEach(() => {
  for (const pages of open.splice(0)) pages.close();
});

async function drawn(file: Buffer) {
  const pages = await new PdfRenderer(limits).open(file);
  open.push(pages);
  const { data, width, height, warnings } = await pages.render(0);
  const at = (x: number, y: number) => {
    const start = (Math.floor(((200 - y) * height) / 200) * width + Math.floor((x * width) / 200)) * 4;
    return [...data.subarray(start, start + 3)];
  };
  return { art: at(50, 50), paper: at(150, 150), warnings: [...pages.warnings, ...warnings] };
}

const RED = [255, 0, 0];
const WHITE = [255, 255, 255];
/** A red square in a corner of the page. */
const ART = '1 0 0 rg 0 0 100 100 re f';
const COVER = '0 0 200 200 re f';
const tint = (cmyk: string, inputs = 1) =>
  `<</FunctionType 2/Domain[${'0 1 '.repeat(inputs)}]/C0[0 0 0 0]/C1[${cmyk}]/N 1>>`;
const separation = (name: string, cmyk: string) => `[/Separation/${name}/DeviceCMYK ${tint(cmyk)}]`;

interface Over {
  readonly space?: string;
  readonly state?: string;
  readonly paint?: string;
}

const resourcesOf = ({ space, state }: Over) =>
  `/ExtGState<</G<<${state ?? '/OP true/op true/OPM 1'}>>>>${space === undefined ? '' : `/ColorSpace<</S ${space}>>`}`;
const contentOf = ({ paint }: Over) => `${ART} /G gs ${paint ?? `/S cs 1 scn ${COVER}`}`;
const inTheOpen = (over: Over) =>
  rawPdf({ pages: [{ content: contentOf(over), resources: resourcesOf(over) }] });
const leftOut = (...names: string[]) => [{ code: 'OverprintNotDrawn', names }];

describe('an ink that prints no color', () => {
  test.each([
    ['Varnish', '0 .1 .3 0'],
    ['Spot#20UV', '0 0 1 0'],
    ['UV', '0 0 0 .5'],
    ['White', '0 0 0 0'],
    ['Gloss', '1 0 0 0'],
    ['Lackierung', '0 1 0 0'],
    ['HotFoil_Gold', '0 .2 .8 0'],
    ['Pr#E4gung', '0 0 0 1', 'Prägung'],
    ['Pr#C3#A4gung', '0 1 0 0', 'Prägung'],
    ['Matt', '0 1 0 0'],
    ['CutContour', '0 1 0 0'],
    ['Die-Line', '0 1 0 0'],
  ])('%s over the whole page is left out and named', async (name, cmyk, plain = name.replace('#20', ' ')) => {
    const { art, paper, warnings } = await drawn(inTheOpen({ space: separation(name, cmyk) }));
    expect([art, paper]).toEqual([RED, WHITE]);
    expect(warnings).toEqual(leftOut(plain));
  });

  test.each([
    ['no overprint', '/OP false/op false/OPM 1'],
    ['overprint of lines alone', '/OP true/op false/OPM 1'],
    ['no statement', '/Type/ExtGState'],
  ])('hides what lies below with %s', async (_, state) => {
    const { art, warnings } = await drawn(inTheOpen({ space: separation('Varnish', '0 .1 .3 0'), state }));
    expect(art).not.toEqual(RED);
    expect(warnings).toEqual([]);
  });

  test('is left out where it overprints and hides where it does not, on one page', async () => {
    const space = separation('Varnish', '0 .1 .3 0');
    const paint = `/S cs 1 scn 0 0 40 200 re f /N gs ${COVER}`;
    const resources = resourcesOf({ space }).replace('/ExtGState<<', '/ExtGState<</N<</op false/OP false>>');
    const page = { content: contentOf({ paint }), resources };
    const { art } = await drawn(rawPdf({ pages: [page] }));
    expect(art).not.toEqual(RED);
  });

  test('is found in states and spaces of their own, in compressed objects, in forms and as a picture', async () => {
    const space = separation('Varnish', '0 .1 .3 0');
    const apart = rawPdf({
      pages: [
        {
          content: contentOf({}),
          resources: `/ExtGState<</G ${FIRST_OBJECT} 0 R>>/ColorSpace<</S ${FIRST_OBJECT + 1} 0 R>>`,
        },
      ],
      objects: [
        '<</Type/ExtGState/AIS false/BM/Normal/CA 1.0/OP true/OPM 1/SA true/SMask/None/ca 1.0/op true>>',
        `[/Separation/Varnish/DeviceCMYK ${FIRST_OBJECT + 2} 0 R]`,
        tint('0 .1 .3 0'),
      ],
    });
    const packed = packedPdf({
      pages: [contentOf({})],
      count: 1,
      resources: resourcesOf({ space: '101 0 R', state: '/OP true' }),
      objects: ['null', space],
    });
    const form = rawPdf({
      pages: [{ content: `${ART} /F Do`, resources: `/XObject<</F ${FIRST_OBJECT} 0 R>>` }],
      objects: [
        {
          entries: `/Type/XObject/Subtype/Form/BBox[0 0 200 200]/Resources<<${resourcesOf({ space })}>>`,
          stream: `/G gs /S cs 1 scn ${COVER}`,
        },
      ],
    });
    const picture = rawPdf({
      pages: [
        {
          content: `${ART} /G gs 200 0 0 200 0 0 cm /I Do`,
          resources: `${resourcesOf({})}/XObject<</I ${FIRST_OBJECT} 0 R>>`,
        },
      ],
      objects: [
        {
          entries: `/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace${space}`,
          stream: Buffer.of(255),
        },
      ],
    });
    for (const [name, file] of Object.entries({ apart, packed, form, picture })) {
      const { art, warnings } = await drawn(file);
      expect([art, warnings], name).toEqual([RED, leftOut('Varnish')]);
    }
  });
});

describe('an ink of a color', () => {
  test('prints over what lies below', async () => {
    const space = separation('Pantone#20Yellow', '0 0 1 0');
    const { art, paper, warnings } = await drawn(inTheOpen({ space }));
    expect(art[0]).toBeGreaterThan(200);
    expect(art[1]).toBeLessThan(60);
    expect(paper[2]).toBeLessThan(60);
    expect(warnings).toEqual([]);
  });

  test.each(['Matt#20Black', 'PANTONE#20185#20C', 'Reflex#20Blue'])('is no varnish: %s', async (name) => {
    const { paper, warnings } = await drawn(inTheOpen({ space: separation(name, '1 0 0 0') }));
    expect(paper[0]).toBeLessThan(60);
    expect(warnings).toEqual([]);
  });

  test('of several inks does, too', async () => {
    const space = `[/DeviceN[/Yellow/Orange]/DeviceCMYK ${FIRST_OBJECT} 0 R]`;
    const over = { space, paint: `/S cs 1 1 scn ${COVER}` };
    const file = rawPdf({
      pages: [{ content: contentOf(over), resources: resourcesOf(over) }],
      objects: [
        {
          entries: '/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1 0 1]',
          stream: '{ pop pop 0 0 1 0 }',
        },
      ],
    });
    const { art, warnings } = await drawn(file);
    expect(art[1]).toBeLessThan(60);
    expect(warnings).toEqual([]);
  });

  test.each([
    ['yellow', '0 0 1 0 k'],
    ['no ink at all', '0 0 0 0 k'],
  ])('of the process prints over with OPM 1 where it has none of an ink: %s', async (_, color) => {
    const { art } = await drawn(inTheOpen({ paint: `${color} ${COVER}` }));
    expect(art[1]).toBeLessThan(60);
  });

  test('of the process replaces all inks without OPM 1, pictures always do', async () => {
    const without = { state: '/OP true/op true/OPM 0', paint: `0 0 0 0 k ${COVER}` };
    expect((await drawn(inTheOpen(without))).art).toEqual(WHITE);
    const picture = rawPdf({
      pages: [
        {
          content: `${ART} /G gs 200 0 0 200 0 0 cm /I Do`,
          resources: `${resourcesOf({})}/XObject<</I ${FIRST_OBJECT} 0 R>>`,
        },
      ],
      objects: [
        {
          entries: '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceCMYK',
          stream: Buffer.of(0, 0, 0, 0),
        },
      ],
    });
    expect((await drawn(picture)).art).toEqual(WHITE);
  });
});

test('overprint that is transparent as well is named', async () => {
  const state = '/OP true/op true/OPM 1';
  const space = separation('Orange', '0 .5 1 0');
  const page = {
    content: `${ART} /T gs /S cs 1 scn ${COVER} /G gs 0 0 10 10 re f`,
    resources: `/ExtGState<</G<<${state}>>/T<<${state}/ca .5>>>>/ColorSpace<</S ${space}>>`,
  };
  expect((await drawn(rawPdf({ pages: [page] }))).warnings).toEqual(leftOut('Orange'));
});

test('a shading that overprints is named: its inks are not known', async () => {
  const space = separation('Orange', '0 .5 1 0');
  const shading = `<</ShadingType 2/ColorSpace ${space}/Coords[0 0 200 0]/Function <</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>>>`;
  const page = {
    content: `${ART} /G gs /Sh sh`,
    resources: `${resourcesOf({ space })}/Shading<</Sh ${shading}>>`,
  };
  expect((await drawn(rawPdf({ pages: [page] }))).warnings).toEqual(leftOut('Orange'));
});

test('a stencil is printed as letters are', async () => {
  const over = { space: separation('Varnish', '0 .1 .3 0'), paint: '/S cs 1 scn 200 0 0 200 0 0 cm /I Do' };
  const file = rawPdf({
    pages: [
      { content: contentOf(over), resources: `${resourcesOf(over)}/XObject<</I ${FIRST_OBJECT} 0 R>>` },
    ],
    objects: [
      {
        entries: '/Type/XObject/Subtype/Image/ImageMask true/Width 8/Height 1/BitsPerComponent 1',
        stream: Buffer.of(0),
      },
    ],
  });
  const { art, warnings } = await drawn(file);
  expect([art, warnings]).toEqual([RED, leftOut('Varnish')]);
});

test('a dynamic form is named: its page asks to wait', async () => {
  const form = { entries: '', stream: '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template/></xdp:xdp>' };
  const catalog = `/AcroForm<</Fields[]/XFA ${FIRST_OBJECT} 0 R>>`;
  const please = { content: ART };
  for (const more of ['', '/NeedsRendering true']) {
    const file = rawPdf({ pages: [please], objects: [form], catalog: `${catalog}${more}` });
    expect((await drawn(file)).warnings).toEqual([{ code: 'FormNotDrawn', names: ['XFA'] }]);
  }
});

test('a portfolio is named with its files, a PDF with an attachment is not', async () => {
  const names = `/Names<</EmbeddedFiles<</Names[(plan.pdf) ${FIRST_OBJECT} 0 R]>>>>`;
  const objects = [
    `<</Type/Filespec/F(plan.pdf)/UF(plan.pdf)/EF<</F ${FIRST_OBJECT + 1} 0 R>>>>`,
    { entries: '/Type/EmbeddedFile', stream: 'a plan' },
  ];
  const page = { content: ART };
  const portfolio = rawPdf({ pages: [page], objects, catalog: `${names}/Collection<</View/D>>` });
  expect((await drawn(portfolio)).warnings).toEqual([{ code: 'AttachmentsNotDrawn', names: ['plan.pdf'] }]);
  expect((await drawn(rawPdf({ pages: [page], objects, catalog: names }))).warnings).toEqual([]);
});
