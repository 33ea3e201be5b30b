/** Color spaces, shadings, patterns and pictures. */
import { FIRST_OBJECT } from '../files/raw-pdf.js';
import type { PdfCase } from './pdf-case.js';

const TINT = '<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[0 0.8 0.9 0.1]/N 1>>';
const SPACES: Record<string, { readonly space: string; readonly values: readonly string[] }> = {
  gray: { space: '/DeviceGray', values: ['0', '0.3', '0.6', '0.9'] },
  rgb: { space: '/DeviceRGB', values: ['1 0 0', '0 1 0', '0 0 1', '0.4 0.5 0.1'] },
  cmyk: { space: '/DeviceCMYK', values: ['0 0 0 1', '0.2 0.7 0.9 0', '0.5 0 0 0.2', '0 0 1 0'] },
  calGray: { space: '[/CalGray<</WhitePoint[0.95 1 1.09]>>]', values: ['0', '0.3', '0.6', '0.9'] },
  indexed: { space: '[/Indexed/DeviceRGB 3<ff000000ff000000ff808020>]', values: ['0', '1', '2', '3'] },
  separation: { space: `[/Separation/Spot/DeviceCMYK ${TINT}]`, values: ['0', '0.3', '0.7', '1'] },
  none: { space: `[/Separation/None/DeviceCMYK ${TINT}]`, values: ['0', '0.3', '0.7', '1'] },
};

function spaceCases(): PdfCase[] {
  return Object.entries(SPACES).map(([name, { space, values }]) => {
    const fills = values.map((value, at) => `${value} sc ${at * 50} ${at * 40} 50 100 re f`).join(' ');
    const page = { content: `/C cs ${fills}`, resources: `/ColorSpace<</C ${space}>>` };
    return { name: `color ${name}`, pdf: { pages: [page] } };
  });
}

const FADE = '<</FunctionType 2/Domain[0 1]/C0[1 0.2 0]/C1[0 0.3 1]/N 1>>';
const SHADINGS = {
  axial: `/ShadingType 2/Coords[20 20 180 180]/Function ${FADE}`,
  'axial extended': `/ShadingType 2/Coords[60 60 140 140]/Extend[true true]/Function ${FADE}`,
  radial: `/ShadingType 3/Coords[100 100 10 100 100 90]/Function ${FADE}`,
  'radial extended': `/ShadingType 3/Coords[80 100 10 120 100 60]/Extend[true true]/Function ${FADE}`,
};

function shadingCases(): PdfCase[] {
  return Object.entries(SHADINGS).flatMap(([name, shading]) => [
    {
      name: `shading ${name}`,
      pdf: {
        pages: [{ content: '/S sh', resources: `/Shading<</S<</ColorSpace/DeviceRGB${shading}>>>>` }],
      },
    },
    {
      name: `pattern of shading ${name}`,
      pdf: {
        pages: [
          {
            content: '/Pattern cs /P scn 30 30 140 140 re f',
            resources: `/Pattern<</P<</PatternType 2/Shading<</ColorSpace/DeviceRGB${shading}>>>>>>`,
          },
        ],
      },
    },
  ]);
}

function tilingCases(): PdfCase[] {
  return [1, 2].map((paint) => ({
    name: `tiles ${paint === 1 ? 'colored' : 'uncolored'}`,
    pdf: {
      pages: [
        {
          content: `/P cs ${paint === 1 ? '' : '1 0 0 '}/T scn 0 0 200 200 re f`,
          resources: `/ColorSpace<</P ${paint === 1 ? '/Pattern' : '[/Pattern/DeviceRGB]'}>>/Pattern<</T ${FIRST_OBJECT} 0 R>>`,
        },
      ],
      objects: [
        {
          entries: `/PatternType 1/PaintType ${paint}/TilingType 1/BBox[0 0 40 40]/XStep 40/YStep 40/Resources<<>>`,
          stream: `${paint === 1 ? '0 0.5 0 rg ' : ''}0 0 20 20 re f 20 20 20 20 re f`,
        },
      ],
    },
  }));
}

function pictureCases(): PdfCase[] {
  const gradient = (bytes: number) =>
    Buffer.from(Array.from({ length: bytes }, (_none, at) => (at * 37) % 256));
  const kinds = [
    ['gray', '/ColorSpace/DeviceGray/BitsPerComponent 8', 64],
    ['rgb', '/ColorSpace/DeviceRGB/BitsPerComponent 8', 192],
    ['cmyk', '/ColorSpace/DeviceCMYK/BitsPerComponent 8', 256],
    ['bits', '/ColorSpace/DeviceGray/BitsPerComponent 1', 8],
    ['4 bits', '/ColorSpace/DeviceGray/BitsPerComponent 4', 32],
    ['inverted', '/ColorSpace/DeviceGray/BitsPerComponent 8/Decode[1 0]', 64],
    ['stencil', '/ImageMask true/BitsPerComponent 1', 8],
    ['masked by color', '/ColorSpace/DeviceGray/BitsPerComponent 8/Mask[0 127]', 64],
  ] as const;
  return kinds.map(([name, entries, bytes]) => ({
    name: `picture ${name}`,
    pdf: {
      pages: [
        {
          content: '0.2 0.4 0.6 rg q 160 0 0 160 20 20 cm /I Do Q',
          resources: `/XObject<</I ${FIRST_OBJECT} 0 R>>`,
        },
      ],
      objects: [
        { entries: `/Type/XObject/Subtype/Image/Width 8/Height 8${entries}`, stream: gradient(bytes) },
      ],
    },
  }));
}

export function colorCases(): PdfCase[] {
  return [...spaceCases(), ...shadingCases(), ...tilingCases(), ...pictureCases()];
}
