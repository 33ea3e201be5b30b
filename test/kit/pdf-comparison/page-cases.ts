/** Boxes, rotations, layers, annotations and page trees. */
import { FIRST_OBJECT } from '../files/raw-pdf.js';
import type { PdfCase } from './pdf-case.js';

const CORNERS =
  '1 0 0 rg 0 0 60 30 re f 0 0.6 0 rg 140 0 60 30 re f 0 0 1 rg 0 170 60 30 re f 0 g 90 60 20 80 re f';
const BOXES = {
  whole: '',
  cropped: '/CropBox[20 10 180 150]',
  'crop box reaching out': '/CropBox[-50 20 150 400]',
  'crop box outside': '/CropBox[500 500 600 600]',
  'crop box reversed': '/CropBox[180 150 20 10]',
  'user unit': '/UserUnit 2',
};

function boxCases(): PdfCase[] {
  return Object.entries(BOXES).flatMap(([name, entries]) =>
    [0, 90, 180, 270, 450, -90].map((turn) => ({
      name: `${name} turned by ${turn}`,
      pdf: { pages: [{ content: CORNERS, entries: `${entries}/Rotate ${turn}` }] },
    })),
  );
}

function layerCases(): PdfCase[] {
  const ocg = `${FIRST_OBJECT} 0 R`;
  const states = {
    on: '/D<<>>',
    off: `/D<</OFF[${ocg}]>>`,
    'all off': '/D<</BaseState/OFF>>',
    'all off but this': `/D<</BaseState/OFF/ON[${ocg}]>>`,
  };
  const members = {
    layer: ocg,
    'any on': `<</Type/OCMD/OCGs[${ocg}]/P/AnyOn>>`,
    'all off': `<</Type/OCMD/OCGs[${ocg}]/P/AllOff>>`,
    not: `<</Type/OCMD/VE[/Not ${ocg}]>>`,
  };
  return Object.entries(states).flatMap(([state, config]) =>
    Object.entries(members).map(([member, object]) => ({
      name: `layer ${state}, drawn by ${member}`,
      pdf: {
        pages: [
          {
            content: `/OC /L BDC ${CORNERS} EMC`,
            resources: `/Properties<</L ${member === 'layer' ? ocg : `${FIRST_OBJECT + 1} 0 R`}>>`,
          },
        ],
        objects: ['<</Type/OCG/Name(L)>>', object === ocg ? '<<>>' : object],
        catalog: `/OCProperties<</OCGs[${ocg}]${config}>>`,
      },
    })),
  );
}

/** Only those that are both shown and printed, or neither: poppler draws what is shown. */
function annotationCases(): PdfCase[] {
  return ['Stamp', 'Square', 'FreeText', 'Highlight', 'Ink', 'Widget'].flatMap((subtype) =>
    [4, 4 + 2].map((flags) => ({
      name: `annotation ${subtype} with flags ${flags}`,
      pdf: {
        pages: [{ content: CORNERS, entries: `/Annots[${FIRST_OBJECT} 0 R]` }],
        objects: [
          `<</Type/Annot/Subtype/${subtype}/Rect[50 50 150 150]/F ${flags}${subtype === 'Widget' ? '/FT/Tx/T(t)' : ''}/AP<</N ${FIRST_OBJECT + 1} 0 R>>>>`,
          { entries: '/Type/XObject/Subtype/Form/BBox[0 0 100 100]', stream: '1 0.5 0 rg 0 0 100 60 re f' },
        ],
        ...(subtype === 'Widget' ? { catalog: `/AcroForm<</Fields[${FIRST_OBJECT} 0 R]>>` } : {}),
      },
    })),
  );
}

function treeCases(): PdfCase[] {
  const page = { content: CORNERS };
  return [
    { name: 'count too small', pdf: { pages: [page, page], count: 1 } },
    { name: 'count too large', pdf: { pages: [page, page], count: 9 } },
    { name: 'page missing', pdf: { pages: [page, 'missing', page] } },
    { name: 'page null', pdf: { pages: [page, 'null', page] } },
  ];
}

export function pageCases(): PdfCase[] {
  return [...boxCases(), ...layerCases(), ...annotationCases(), ...treeCases()];
}
