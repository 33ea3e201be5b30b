/** ZIPs under the rule of a folder that somebody else approves what readers get: they bring no page and no text past it. */
import { beforeEach, expect, test } from 'vitest';
import { operator } from '../../../src/access/viewer.js';
import { Application } from '../../../src/engine/application.entity.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { zipOf } from '../../kit/files/zips.js';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { jpegPicture } from '../../kit/pictures.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { scan } from '../../rest/support/scans.js';
import { draftBench } from './draft-bench.js';
import { reviewCalls } from './review-calls.js';

const bench = draftBench();
let editor: SeededUser;
let folderId: string;
const { title } = reviewCalls(bench, () => editor);

const never = new AbortController().signal;
const services = () => bench.loupe.app.services;
const fileOf = async (bytes: Buffer) => services().uploads.receiveBytes(bytes, { maxBytes: 1e8 });

beforeEach(async () => {
  editor = await bench.organization.user({ roles: ['Editor'] });
  folderId = (await services().documents.get(operator, bench.document.id)).parentId ?? '';
  await services().publishingRules.updateFolder(await bench.user.viewer(), folderId, true);
});

test('a ZIP of pages is refused as a document, its file, a page and an import, and says what to send', async () => {
  const zip = await zipOf({
    'pages/1.jpg': await jpegPicture(71),
    'pages/2.pdf': await newPdf([72]),
    'document.json': Buffer.from('{"Titles":[{"LanguageCode":"en-US","Value":"Past"}]}'),
  });
  const refused = {
    code: 'UNSUPPORTED_MEDIA',
    message: expect.stringMatching(/^The file is a ZIP.* Unpack it, or export it as a PDF/) as unknown,
  };
  const viewer = await editor.viewer();
  const { documents, exchange, fullImport, pageFiles, operations } = services();
  const logOf = async () =>
    (await operations.list(operator, { organizationId: bench.organization.id })).map(
      ({ operation }) => operation,
    );
  const [before, log] = [await documents.get(operator, bench.document.id), await logOf()];
  const { json } = await exchange.export(viewer, bench.document.id);
  const texts = { json: (json ?? '').replaceAll('Spring', 'Past'), xml: null };
  const making = { parentId: folderId, name: 'Pages', status: 'Active' };
  const tries = [
    async () => documents.create(viewer, making, await fileOf(zip)),
    async () => documents.replaceFile(viewer, bench.document.id, await fileOf(zip)),
    async () => pageFiles.replace(viewer, bench.pageId, await fileOf(zip), undefined, never),
    async () => fullImport.run(viewer, { place: folderId, texts, activate: true }, await fileOf(zip)),
  ];
  for (const attempt of tries) await expect(attempt()).rejects.toMatchObject(refused);
  expect(await documents.get(operator, bench.document.id)).toEqual(before);
  expect(await logOf()).toEqual(log);
  expect(await title()).toBe('Spring');
});

test('a ZIP of references changes nothing of pages whose ids it gives, and never goes where scans look', async () => {
  const { organization, user, pageId, loupe } = bench;
  const stranger = await jpegPicture(73);
  const zip = await zipOf({
    'cover.jpg': stranger,
    'manifest.csv': Buffer.from(`file,id,metadata\ncover.jpg,${pageId},"{""title"":""Past""}"\n`),
  });
  const send = async (applicationId: string) => {
    const form = new FormData();
    form.append('zip', new Blob([new Uint8Array(zip)], { type: 'application/zip' }), 'pages.zip');
    return user.request('POST', `/api/v3/engine/applications/${applicationId}/imports`, { form });
  };
  const own = await services()
    .database.reader()
    .find(Application, { organizationId: organization.id, purpose: 'content' });
  expect(own).toHaveLength(1);
  for (const { id } of own) expect((await send(id)).status).toBe(404);
  const application = await organization.application();
  const started = await send(application.id);
  expect(started.status).toBe(202);
  const importId = textMember(await started.json(), 'id');
  await services().referenceImports.ended({ id: application.id }, importId);
  const references = await user.send('GET', `/api/v3/engine/applications/${application.id}/references`);
  expect(elementsOf(memberOf(references, 'items')).map((each) => textMember(each, 'id'))).toEqual([pageId]);
  expect((await scan(loupe, organization.apiKey, stranger)).status).toBe(204);
  expect(await title()).toBe('Spring');
});
