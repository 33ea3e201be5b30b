/** A corrected file whose pages share one design: each page continues the one that has its content. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../kit/use-app.js';
import { type Design, designedPages, designedPdf, designs } from '../../kit/seed/designs.js';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { seed } from '../../kit/seed.js';
import { firstOfStory } from '../../kit/seed/stories.js';
import type { SeededDocument, SeededUser } from '../../kit/seed/seed-user.js';

const loupe = useTestApp();
let user: SeededUser;

beforeAll(async () => {
  const organization = await seed(loupe).organization({ accountType: 'Prepaid', credit: 1000 });
  user = await organization.user();
});

async function documentOf(design: Design, pages: string): Promise<SeededDocument> {
  const folder = await user.folder();
  const bytes = await designedPdf(design, designedPages(pages));
  return folder.document(bytes, { contentType: 'application/pdf' });
}

async function formOf(design: Design, pages: string): Promise<FormData> {
  const form = new FormData();
  form.append('document', JSON.stringify({}));
  const bytes = new Uint8Array(await designedPdf(design, designedPages(pages)));
  form.append('file', new Blob([bytes], { type: 'application/pdf' }), 'x.pdf');
  return form;
}

/** What becomes of each page: its place before and the letter of its fate. */
async function plan(document: SeededDocument, design: Design, after: string): Promise<string> {
  const told = await user.send('POST', `/api/documents/${document.id}/Plan`, {
    form: await formOf(design, after),
  });
  return elementsOf(memberOf(told, 'Pages'))
    .map((page) => {
      const previous = memberOf(page, 'PreviousOrder') as number | null;
      return `${previous ?? '-'}${textMember(page, 'Fate').charAt(0)}`;
    })
    .join(' ');
}

describe.each(firstOfStory(Object.keys(designs) as Design[], 2))('pages that are %s each', (design) => {
  let document: SeededDocument;
  beforeAll(async () => {
    document = await documentOf(design, '1_234');
  });

  it.each([
    ['change places', '2341_', '3S 4S 5S 1M 2M'],
    ['go, and further ones come', '914_', '-N 1S 5S 2M'],
    ['are inserted, and stand there twice', '15_2234', '1S -N 2S 3S -N 4S 5S'],
    ['are mended and turned round', '4*_3*2*1*', '5C 2S 4C 3C 1C'],
  ])('%s', async (_what, after, fates) => {
    expect(await plan(document, design, after)).toBe(fates);
  });
});

describe('pages of one design', () => {
  it('are distinguished when all of them come smaller and at another place', async () => {
    const document = await documentOf('a newsletter', '123');
    expect(await plan(document, 'a newsletter', '2-3-1-')).toBe('2C 3C 1C');
  });

  it('keep their actions when they change places', async () => {
    const document = await documentOf('a table tent', '123');
    const [first = '', second, third] = document.imageIds;
    await document.action({ nodeId: first, name: 'First' });
    const form = await formOf('a table tent', '231');
    const answer = await user.request('PUT', `/api/documents/${document.id}?async=false`, { form });
    expect(answer.status).toBe(204);
    const pages = elementsOf(await user.send('GET', `/api/documents/${document.id}/images`));
    expect(pages.map((page) => textMember(page, 'Id'))).toEqual([second, third, first]);
    expect(elementsOf(await user.send('GET', `/api/nodes/${first}/actions`))).toMatchObject([
      { Name: 'First' },
    ]);
  });
});
