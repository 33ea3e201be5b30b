import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Node } from '../../src/tree/node.entity.js';
import { Job } from '../../src/jobs/job.entity.js';
import { StoredFile } from '../../src/media/blobs/stored-file.entity.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { type BlobCounter, countBlobs } from '../kit/files/blobs.js';
import { newPdf } from '../kit/files/pdfs.js';
import { drawPicture, jpegPicture, upload } from '../kit/pictures.js';
import { newPublisher, type Publisher } from '../kit/publisher.js';
import { createDocument, recognizedBy } from './documents-of-publishers.js';

let loupe: TestApp;
let blobs: BlobCounter;

beforeAll(async () => {
  loupe = await startTestApp({ environment: { LOUPE_MAX_PDF_PAGES: '4' } });
  blobs = countBlobs(loupe.folder);
});

afterAll(async () => loupe.close());

const create = async (publisher: Publisher, bytes: Buffer, waitForImages = true) =>
  createDocument(loupe, publisher, bytes, waitForImages);
const recognize = async (publisher: Publisher, bytes: Buffer) => recognizedBy(loupe, publisher, bytes);

describe('a document', () => {
  it.each([
    ['image/jpeg', () => drawPicture(21).jpeg().toBuffer()],
    ['image/png', () => drawPicture(21).png().toBuffer()],
    ['image/gif', () => drawPicture(21).gif().toBuffer()],
    ['image/tiff', () => drawPicture(21).tiff({ compression: 'lzw' }).toBuffer()],
    ['image/webp', () => drawPicture(21).webp({ quality: 90 }).toBuffer()],
  ])('is made from one picture of type %s and recognized at once', async (contentType, encode) => {
    const publisher = await newPublisher(loupe.app.services);
    const document = await create(publisher, await encode());
    expect(document).toMatchObject({
      contentType,
      pages: 1,
      status: 'Active',
      processing: 'Ready',
      progress: 1,
    });
    const [page] = await loupe.app.services.documents.images(publisher.viewer, document.id);
    expect(page).toMatchObject({ order: 1, status: 'Active', zoneCount: 0, documentId: document.id });
    expect(await recognize(publisher, await jpegPicture(21))).toEqual([page?.id]);
    const files = await loupe.app.services.documents.files(publisher.viewer, document.id);
    expect(files.map((file) => file.kind).sort()).toEqual([
      'BigThumbnail',
      'Cover',
      'Original',
      'Original',
      'SmallThumbnail',
    ]);
  });

  it('made from a TIFF of several pages has one image a page', async () => {
    const publisher = await newPublisher(loupe.app.services);
    const pictures = [await drawPicture(35).png().toBuffer(), await drawPicture(36).png().toBuffer()];
    const tiff = await sharp(pictures, { join: { animated: true } })
      .tiff()
      .toBuffer();
    const document = await create(publisher, tiff);
    expect(document).toMatchObject({ contentType: 'image/tiff', pages: 2 });
    const [, second] = await loupe.app.services.documents.images(publisher.viewer, document.id);
    expect(await recognize(publisher, await jpegPicture(36))).toEqual([second?.id]);
  });

  it('begins in the language of its organization where none is named', async () => {
    const publisher = await newPublisher(loupe.app.services, { languageCode: 'fr-FR' });
    const { documents, uploads } = loupe.app.services;
    const input = { parentId: publisher.organization.id, name: 'Feuille' };
    const file = await upload(uploads, await jpegPicture(37));
    const document = await documents.create(publisher.viewer, input, file, { waitForImages: true });
    expect(document.defaultLanguage).toBe('fr-FR');
  });

  it('made from a PDF has one image a page, each with a title in the default language', async () => {
    const publisher = await newPublisher(loupe.app.services);
    const document = await create(publisher, await newPdf([31, 32, 33]));
    expect(document).toMatchObject({ contentType: 'application/pdf', pages: 3 });
    const { documents, titles } = loupe.app.services;
    const pages = await documents.images(publisher.viewer, document.id);
    expect(pages.map((page) => page.order)).toEqual([1, 2, 3]);
    expect(await recognize(publisher, await jpegPicture(32))).toEqual([pages[1]?.id]);
    const languages = await Promise.all(pages.map((page) => titles.list(publisher.viewer, page.id)));
    expect(languages.flat().map((title) => title.languageCode)).toEqual(['en-US', 'en-US', 'en-US']);
  });

  it('is answered before its pages are made when nobody waits for them', async () => {
    const publisher = await newPublisher(loupe.app.services);
    const document = await create(publisher, await newPdf([34]), false);
    expect(document.id).toMatch(/^[0-9a-f-]{36}$/);
    const { database, jobs, documents } = loupe.app.services;
    const job = await database.reader().findOneOrFail(Job, { subjectId: document.id });
    await jobs.waitFor(job.id);
    expect(await documents.get(publisher.viewer, document.id)).toMatchObject({
      processing: 'Ready',
      pages: 1,
    });
  });

  it('is not recognized while it is inactive, and again when it is active', async () => {
    const publisher = await newPublisher(loupe.app.services);
    const document = await create(publisher, await jpegPicture(41));
    const { documents } = loupe.app.services;
    await documents.patch(publisher.viewer, document.id, { status: 'inactive' });
    expect(await recognize(publisher, await jpegPicture(41))).toEqual([]);
    await documents.patch(publisher.viewer, document.id, { status: 'ACTIVE' });
    expect(await recognize(publisher, await jpegPicture(41))).toHaveLength(1);
  });

  it('leaves nothing when it is deleted and the trash is emptied: no target, no row, no bytes', async () => {
    const publisher = await newPublisher(loupe.app.services);
    const before = await blobs();
    const document = await create(publisher, await newPdf([42, 43]));
    const { documents, database } = loupe.app.services;
    await documents.delete(publisher.viewer, document.id);
    expect(await recognize(publisher, await jpegPicture(42))).toEqual([]);
    await loupe.app.services.trash.empty(publisher.viewer, publisher.organization.id);
    expect(await database.reader().count(StoredFile, { documentId: document.id })).toBe(0);
    expect(await database.reader().count(Node, { organizationId: publisher.organization.id })).toBe(1);
    expect(await blobs()).toBe(before);
  });

  it('keeps its pages with their ids when its file is replaced', async () => {
    const publisher = await newPublisher(loupe.app.services);
    const document = await create(publisher, await newPdf([44, 45, 46]));
    const { documents, uploads } = loupe.app.services;
    const before = await documents.images(publisher.viewer, document.id);
    const file = await upload(uploads, await newPdf([47, 48]));
    await documents.replaceFile(publisher.viewer, document.id, file, { waitForImages: true });
    const after = await documents.images(publisher.viewer, document.id);
    expect(after.map((page) => page.id)).toEqual(before.slice(0, 2).map((page) => page.id));
    expect(await recognize(publisher, await jpegPicture(48))).toEqual([after[1]?.id]);
    expect(await recognize(publisher, await jpegPicture(45))).toEqual([]);
    expect(await recognize(publisher, await jpegPicture(46))).toEqual([]);
  });

  it('takes a credit for each page that becomes active for the first time', async () => {
    const publisher = await newPublisher(loupe.app.services, { accountType: 'Prepaid', totalCredit: 2 });
    const { documents, organizations } = loupe.app.services;
    const first = await create(publisher, await newPdf([51, 52]));
    expect(first.status).toBe('Active');
    const second = await create(publisher, await jpegPicture(53));
    expect(second).toMatchObject({
      processing: 'Ready',
      status: 'Inactive',
      failureReason: expect.stringMatching(/credit/i),
    });
    expect(first.failureReason).toBeNull();
    expect(await recognize(publisher, await jpegPicture(53))).toEqual([]);
    await expect(documents.patch(publisher.viewer, second.id, { status: 'Active' })).rejects.toMatchObject({
      code: 'INSUFFICIENT_CREDIT',
      status: 403,
    });
    await documents.patch(publisher.viewer, first.id, { status: 'Inactive' });
    await documents.patch(publisher.viewer, first.id, { status: 'Active' });
    expect(await organizations.get(publisher.viewer, publisher.organization.id)).toMatchObject({
      totalDebit: 2,
      activationCumul: 2,
      deactivationCumul: 2,
    });
  });
});

describe('a file that cannot become a document', () => {
  it.each([
    ['text', async () => Buffer.from('This is no picture.'), 'UNSUPPORTED_MEDIA'],
    ['a HEIC picture', async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), 'UNSUPPORTED_MEDIA'],
    [
      'a truncated TIFF',
      async () => (await drawPicture(61).tiff().toBuffer()).subarray(0, 5000),
      'INVALID_IMAGE',
    ],
    ['a truncated JPEG', async () => (await jpegPicture(61)).subarray(0, 5000), 'INVALID_IMAGE'],
    [
      'a truncated PNG',
      async () => (await drawPicture(61).png().toBuffer()).subarray(0, 5000),
      'INVALID_IMAGE',
    ],
    [
      'a JPEG mark and junk',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(999, 7)]),
      'INVALID_IMAGE',
    ],
    ['a PDF mark and junk', async () => Buffer.from(`%PDF-1.7\n${'junk '.repeat(400)}`), 'INVALID_IMAGE'],
    ['a truncated PDF', async () => (await newPdf([62])).subarray(0, 9000), 'INVALID_IMAGE'],
    ['an encrypted PDF', () => newPdf([63], { password: 'secret' }), 'INVALID_IMAGE'],
    ['a PDF of too many pages', () => newPdf([64, 64, 64, 64, 64]), 'PAYLOAD_TOO_LARGE'],
  ])('is refused: %s, and leaves nothing', async (_name, make, code) => {
    const publisher = await newPublisher(loupe.app.services);
    const before = await blobs();
    await expect(create(publisher, await make())).rejects.toMatchObject({ code });
    const { database } = loupe.app.services;
    expect(await database.reader().count(Node, { organizationId: publisher.organization.id })).toBe(1);
    expect(await blobs()).toBe(before);
    const good = await create(publisher, await jpegPicture(65));
    expect(good.processing).toBe('Ready');
  });

  it('is refused at once when it is locked, also when nobody waits, and leaves no document', async () => {
    const publisher = await newPublisher(loupe.app.services);
    const locked = create(publisher, await newPdf([66], { password: 'secret' }), false);
    await expect(locked).rejects.toMatchObject({
      code: 'INVALID_IMAGE',
      message: expect.stringContaining('password') as string,
    });
    const { database } = loupe.app.services;
    expect(await database.reader().count(Node, { organizationId: publisher.organization.id })).toBe(1);
  });

  it('is named when it is one that phones store', async () => {
    const publisher = await newPublisher(loupe.app.services);
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1');
    await expect(create(publisher, heic)).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
      message: expect.stringContaining('HEIC') as string,
    });
  });

  it('shows in the document when nobody waited, and the document can be deleted', async () => {
    const publisher = await newPublisher(loupe.app.services);
    const { id } = await create(publisher, (await newPdf([66])).subarray(0, 9000), false);
    const { database, jobs, documents } = loupe.app.services;
    const job = await database.reader().findOneOrFail(Job, { subjectId: id });
    await expect(jobs.waitFor(job.id)).rejects.toMatchObject({ code: 'INVALID_IMAGE' });
    const failed = await documents.get(publisher.viewer, id);
    expect(failed).toMatchObject({ processing: 'Failed', pages: 0 });
    expect(failed.failureReason).toMatch(/damaged|cannot be read/);
    await expect(
      documents.replaceFile(
        publisher.viewer,
        id,
        await upload(loupe.app.services.uploads, await jpegPicture(67)),
        { waitForImages: true },
      ),
    ).resolves.toMatchObject({ processing: 'Ready', pages: 1 });
  });
});

describe('strangers', () => {
  it('neither see nor change documents of another organization', async () => {
    const [owner, stranger] = [
      await newPublisher(loupe.app.services),
      await newPublisher(loupe.app.services),
    ];
    const document = await create(owner, await jpegPicture(71));
    const { documents, images } = loupe.app.services;
    const [page] = await documents.images(owner.viewer, document.id);
    await expect(documents.get(stranger.viewer, document.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(documents.patch(stranger.viewer, document.id, { name: 'Mine' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(images.patch(stranger.viewer, page?.id ?? '', { name: 'Mine' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await recognize(stranger, await jpegPicture(71))).toEqual([]);
    await expect(documents.get(owner.viewer, 'no-id')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a restart', () => {
  it('keeps documents and still recognizes them, and goes on with jobs that were waiting', async () => {
    const publisher = await newPublisher(loupe.app.services);
    const document = await create(publisher, await newPdf([81, 82]));
    const waiting = await create(publisher, await newPdf([83, 84, 85]), false);
    loupe = await loupe.restart();
    const { documents, jobs, database } = loupe.app.services;
    const job = await database.reader().findOneOrFail(Job, { subjectId: waiting.id });
    await jobs.waitFor(job.id);
    const pages = await documents.images(publisher.viewer, document.id);
    const laterPages = await documents.images(publisher.viewer, waiting.id);
    expect(laterPages.map((page) => page.order)).toEqual([1, 2, 3]);
    expect(await recognize(publisher, await jpegPicture(82))).toEqual([pages[1]?.id]);
    expect(await recognize(publisher, await jpegPicture(85))).toEqual([laterPages[2]?.id]);
  });

  it('in the middle of a document goes on with the next page and makes none twice', async () => {
    const publisher = await newPublisher(loupe.app.services);
    const { id } = await create(publisher, await newPdf([91, 92, 93, 94]), false);
    const firstPage = await vi.waitFor(
      async () => {
        const [page] = await loupe.app.services.documents.images(publisher.viewer, id);
        if (page === undefined) throw new Error('no page yet');
        return page;
      },
      { timeout: 30_000, interval: 5 },
    );
    loupe = await loupe.restart();
    const { documents, jobs, database } = loupe.app.services;
    await jobs.waitFor((await database.reader().findOneOrFail(Job, { subjectId: id })).id);
    const pages = await documents.images(publisher.viewer, id);
    expect(pages.map((page) => page.order)).toEqual([1, 2, 3, 4]);
    expect(pages[0]?.id).toBe(firstPage.id);
    expect(await recognize(publisher, await jpegPicture(94))).toEqual([pages[3]?.id]);
    const originals = await database.reader().count(StoredFile, { documentId: id, kind: 'Original' });
    expect(originals).toBe(5);
  });
});
