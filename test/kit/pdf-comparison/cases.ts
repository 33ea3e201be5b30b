/** PDFs of one page each that hold what prints hold, made part by part so that every difference has a name. */
import { FIRST_OBJECT } from '../files/raw-pdf.js';
import { colorCases } from './color-cases.js';
import { pageCases } from './page-cases.js';
import type { PdfCase } from './pdf-case.js';

/** Blend modes of PDF (ISO 32000-2, 11.3.5). */
export const BLEND_MODES = [
  'Normal',
  'Multiply',
  'Screen',
  'Overlay',
  'Darken',
  'Lighten',
  'ColorDodge',
  'ColorBurn',
  'HardLight',
  'SoftLight',
  'Difference',
  'Exclusion',
  'Hue',
  'Saturation',
  'Color',
  'Luminosity',
] as const;

const SHAPES = '0.8 0.3 0.1 rg 20 20 90 90 re f 0.1 0.5 0.7 rg 80 80 90 90 re f 0 g 60 130 60 20 re f ';
const GROUPS = {
  object: null,
  group: '/Group<</S/Transparency>>',
  isolated: '/Group<</S/Transparency/I true>>',
  knockout: '/Group<</S/Transparency/K true>>',
} as const;

function blendCases(): PdfCase[] {
  return BLEND_MODES.flatMap((mode) =>
    Object.entries(GROUPS).flatMap(([kind, group]) =>
      (['paper', 'color'] as const).map((ground): PdfCase => {
        const under = ground === 'paper' ? '' : '0.9 0.8 0.2 rg 0 0 100 200 re f ';
        const resources = `/ExtGState<</B<</BM/${mode}>>>>/XObject<</F ${FIRST_OBJECT} 0 R>>`;
        const content = `${under}/B gs ${group === null ? SHAPES : '/F Do'}`;
        const form = {
          entries: `/Type/XObject/Subtype/Form/BBox[0 0 200 200]${group ?? ''}`,
          stream: SHAPES,
        };
        return {
          name: `blend ${mode} ${kind} on ${ground}`,
          pdf: { pages: [{ content, resources }], objects: [form] },
        };
      }),
    ),
  );
}

function alphaCases(): PdfCase[] {
  const alphas = [0, 0.25, 0.5, 1].flatMap((alpha) =>
    ['ca', 'CA'].map((name): PdfCase => {
      const resources = `/ExtGState<</A<</${name} ${alpha}>>>>`;
      const content = `0 0 1 rg 0 0 200 80 re f /A gs 1 0 0 rg 0 1 0 RG 20 w 40 40 120 120 re B`;
      return { name: `alpha ${name} ${alpha}`, pdf: { pages: [{ content, resources }] } };
    }),
  );
  const masks = ['Luminosity', 'Alpha'].map((kind): PdfCase => {
    const mask = `<</Type/Mask/S/${kind}/G ${FIRST_OBJECT} 0 R>>`;
    const form = {
      entries: '/Type/XObject/Subtype/Form/BBox[0 0 200 200]/Group<</S/Transparency/CS/DeviceGray>>',
      stream: '1 g 50 50 100 100 re f',
    };
    const page = { content: `/M gs ${SHAPES}`, resources: `/ExtGState<</M<</SMask ${mask}>>>>` };
    return { name: `soft mask ${kind}`, pdf: { pages: [page], objects: [form] } };
  });
  return [...alphas, ...masks];
}

const FONTS = ['Courier', 'Helvetica', 'Times'].flatMap((family) =>
  family === 'Times'
    ? ['Times-Roman', 'Times-Bold', 'Times-Italic', 'Times-BoldItalic']
    : [family, `${family}-Bold`, `${family}-Oblique`, `${family}-BoldOblique`],
);

function fontCases(): PdfCase[] {
  return FONTS.flatMap((font) =>
    ['WinAnsiEncoding', 'MacRomanEncoding'].map((encoding): PdfCase => {
      const resources = `/Font<</F<</Type/Font/Subtype/Type1/BaseFont/${font}/Encoding/${encoding}>>>>`;
      const lines = ['Print 123', 'Quick', 'Fox', 'Gloves'].map((word) => `(${word}) Tj 0 -45 Td`).join(' ');
      return {
        name: `font ${font} ${encoding}`,
        pdf: { pages: [{ content: `BT /F 40 Tf 5 150 Td ${lines} ET`, resources }] },
      };
    }),
  );
}

function lineCases(): PdfCase[] {
  return [0, 1, 2].flatMap((style) =>
    [2, 8, 25].flatMap((width) =>
      ['[] 0 d', '[20 10] 0 d', '[30] 15 d'].map((dash): PdfCase => {
        const content = `${style} J ${style} j ${width} w ${dash} 0.5 0 0 RG 30 30 m 100 170 l 170 30 l S 20 185 m 180 185 l S`;
        return { name: `line ${width} style ${style} ${dash}`, pdf: { pages: [{ content }] } };
      }),
    ),
  );
}

export function pdfCases(): readonly PdfCase[] {
  return [...blendCases(), ...alphaCases(), ...fontCases(), ...lineCases(), ...colorCases(), ...pageCases()];
}
