/** What of a file is not drawn as it is printed is said wherever a publisher looks. */
import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { rawPdf } from '../kit/files/raw-pdf.js';
import { drawPicture, upload } from '../kit/pictures.js';
import { newPublisher, type Publisher } from '../kit/publisher.js';

const loupe = useTestApp();
let publisher: Publisher;
beforeAll(async () => {
  publisher = await newPublisher(loupe.app.services);
});

const FONTS = { code: 'FontsMissing', names: ['Futura'] };
const PAGES = { code: 'PagesMissing', names: ['2'] };
const shapes = '1 0 0 rg 10 10 50 80 re f 0 0 1 rg 90 90 60 40 re f ';
const text = {
  content: `${shapes} BT /F 40 Tf 10 90 Td (Text) Tj ET`,
  resources: '/Font<</F<</Type/Font/Subtype/TrueType/BaseFont/Futura>>>>',
};
const lacking = rawPdf({ pages: [{ content: shapes }, 'missing', text] });

async function create(bytes: Buffer) {
  const input = {
    parentId: publisher.organization.id,
    name: 'Issue',
    defaultLanguage: 'en-US',
    status: 'Active',
  };
  const { documents, uploads } = loupe.app.services;
  return documents.create(publisher.viewer, input, await upload(uploads, bytes, 'issue.pdf'), {
    waitForImages: true,
  });
}

test('a document says what its file lacks, and each page what is missing on it', async () => {
  const { documents, images } = loupe.app.services;
  const document = await create(lacking);
  expect(document).toMatchObject({ processing: 'Ready', pages: 2, warnings: [FONTS, PAGES] });
  const pages = await documents.images(publisher.viewer, document.id);
  expect(pages.map(({ warnings }) => warnings)).toEqual([[], [FONTS]]);
  expect(await images.get(publisher.viewer, pages[1]?.id ?? '')).toMatchObject({ warnings: [FONTS] });
});

test('a sound file has no warnings, and takes those of the file that it replaces', async () => {
  const { documents, uploads } = loupe.app.services;
  const document = await create(lacking);
  const sound = await upload(uploads, await drawPicture(77).png().toBuffer(), 'page.png');
  await documents.replaceFile(publisher.viewer, document.id, sound, { waitForImages: true });
  expect(await documents.get(publisher.viewer, document.id)).toMatchObject({ pages: 1, warnings: [] });
});
