import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '../../kit/use-app.js';
import { takeInventory } from '../../kit/leftovers.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { drawPicture, jpegPicture } from '../../kit/pictures.js';
import { multipartBody, type RawAnswer, rawRequest } from '../support/raw.js';
import { Tenant } from '../support/tenant.js';

const MAX_DOCUMENT_MB = 5;

const loupe = useTestApp({
  environment: { LOUPE_MAX_DOCUMENT_MB: String(MAX_DOCUMENT_MB), LOUPE_MAX_FILE_MB: '1' },
});
let tenant: Tenant;
let folder: string;

beforeAll(async () => {
  tenant = await Tenant.create(loupe);
  folder = await tenant.newFolder();
});

interface Upload {
  readonly file: Buffer | null;
  readonly type?: string;
  readonly members?: object;
  readonly isAsync?: boolean;
  /** Cuts this many bytes off the end of the body. */
  readonly missingBytes?: number;
}

const boundary = 'XXX1234567890123XXX';

/** A multipart body written by hand, as the field's clients write it: unquoted names, attachments, no newline last. */
async function upload(request: Upload): Promise<RawAnswer> {
  const { file, type = 'image/jpeg', members = {}, isAsync = false, missingBytes = 0 } = request;
  const json = JSON.stringify({
    DefaultLanguage: 'en-US',
    Name: 'Print',
    ParentId: folder,
    Status: 'Active',
    ...members,
  });
  const document = {
    headers: [
      'Content-Type: application/json; charset=utf-8',
      'Content-Disposition: form-data; name=document',
    ],
    body: json,
  };
  const attachment = (body: Buffer) => ({
    headers: ['Content-Disposition: attachment; name=file; filename="print"', `Content-Type: ${type}`],
    body,
  });
  const body = multipartBody(boundary, [document, ...(file === null ? [] : [attachment(file)])]);
  return rawRequest(loupe.url, {
    method: 'POST',
    path: `/api/Documents?async=${isAsync}`,
    headers: {
      Authorization: `bearer ${tenant.token}`,
      'Content-Type': `multipart/form-data; boundary="${boundary}"`,
    },
    body: body.subarray(0, body.length - missingBytes),
  });
}

/** A phone's photo of a printed page, sent as the field's clients send it. */
async function scan(photo: Buffer): Promise<RawAnswer> {
  const disposition = (part: string) => `Content-Disposition: form-data; name=${part}`;
  const headers = {
    ApiKey: tenant.apiKey,
    ApplicationName: 'Test',
    ApplicationVersion: '1',
    DeviceName: 'PC',
    DeviceSystemVersion: '10',
    SdkVersion: '1',
    'Content-Type': `multipart/form-data; boundary=${boundary}`,
  };
  const body = multipartBody(boundary, [
    { headers: [disposition('query'), 'Content-Type: application/json'], body: '{"Language":"en-US"}' },
    {
      headers: ['Content-Disposition: attachment; name=file; filename=photo', 'Content-Type: image/jpeg'],
      body: photo,
    },
  ]);
  return rawRequest(loupe.url, { method: 'POST', path: '/api/EnrichedImages', headers, body });
}

const photoOf = (seed: number) =>
  drawPicture(seed).rotate(4, { background: '#707070' }).resize(430).jpeg({ quality: 70 }).toBuffer();

async function imagesOf(
  documentId: string,
): Promise<{ readonly Id: string; readonly Order: number; readonly Status: string }[]> {
  return (await tenant.send('GET', `/api/documents/${documentId}/images`)).body;
}

async function addAction(nodeId: string): Promise<void> {
  const Content = JSON.stringify({ Url: 'https://loupe.example/' });
  const json = { NodeId: nodeId, LanguageCode: 'en-US', Name: 'Read', Type: 'URL', Content };
  expect((await tenant.send('POST', '/api/actions', { json })).status).toBe(201);
}

const kinds: readonly [string, string, (seed: number) => Promise<Buffer>][] = [
  ['a JPEG', 'image/jpeg', (seed) => jpegPicture(seed)],
  ['a PNG', 'image/png', (seed) => drawPicture(seed).png().toBuffer()],
  ['a GIF', 'image/gif', (seed) => drawPicture(seed).gif().toBuffer()],
  ['a PDF', 'application/pdf', (seed) => newPdf([seed])],
];

describe('over REST', () => {
  test.each(kinds)('%s becomes a page that is recognized', async (_name, type, draw) => {
    const seed = 300 + kinds.findIndex(([, known]) => known === type);
    const created = await upload({ file: await draw(seed), type });
    expect(created.status).toBe(201);
    const document = JSON.parse(created.text);
    expect(document).toMatchObject({ Pages: 1, Status: 'Active' });
    await addAction(document.Id);
    const found = await scan(await photoOf(seed));
    expect(found.status).toBe(200);
    expect(JSON.parse(found.text)).toMatchObject({ DocumentId: document.Id });
  });

  test('a PDF of three pages is answered at once and made ready in the background', async () => {
    const file = await newPdf([310, 311, 312]);
    const created = await upload({ file, type: 'application/pdf', isAsync: true });
    expect(created.status).toBe(201);
    const { Id } = JSON.parse(created.text);
    const statuses = async () => (await imagesOf(Id)).map(({ Status }) => Status);
    await expect.poll(statuses, { timeout: 20_000 }).toEqual(['Active', 'Active', 'Active']);
    const images = await imagesOf(Id);
    expect(images.map(({ Order }) => Order)).toEqual([1, 2, 3]);
    await addAction(images[1]!.Id);
    expect(JSON.parse((await scan(await photoOf(311))).text)).toMatchObject({ Id: images[1]!.Id });
    expect((await scan(await photoOf(312))).status).toBe(204);
  });
});

describe('a refused upload leaves no row and no file behind', () => {
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
  const cases: readonly [string, number, () => Promise<Upload>][] = [
    ['no file', 400, async () => ({ file: null })],
    ['an empty file', 400, async () => ({ file: Buffer.alloc(0) })],
    ['a text', 415, async () => ({ file: Buffer.from('This is no picture.') })],
    ['half a JPEG', 400, async () => ({ file: half(await jpegPicture(320)) })],
    [
      'half a PNG',
      400,
      async () => ({ file: half(await drawPicture(320).png().toBuffer()), type: 'image/png' }),
    ],
    ['half a PDF', 400, async () => ({ file: half(await newPdf([320])), type: 'application/pdf' })],
    [
      'an encrypted PDF',
      400,
      async () => ({ file: await newPdf([320], { password: 'secret' }), type: 'application/pdf' }),
    ],
    ['a body that ends too early', 400, async () => ({ file: await jpegPicture(320), missingBytes: 500 })],
    [
      'a file that is too large',
      413,
      async () => ({ file: Buffer.alloc((MAX_DOCUMENT_MB + 1) * 1024 * 1024, 1) }),
    ],
    ['no name', 400, async () => ({ file: await jpegPicture(320), members: { Name: undefined } })],
    ['a name that is a number', 400, async () => ({ file: await jpegPicture(320), members: { Name: 7 } })],
    [
      'an unknown language',
      400,
      async () => ({ file: await jpegPicture(320), members: { DefaultLanguage: 'xx-XX' } }),
    ],
    [
      'an unknown parent',
      404,
      async () => ({ file: await jpegPicture(320), members: { ParentId: 'elsewhere' } }),
    ],
  ];

  test.each(cases)('%s', async (_name, status, make) => {
    const refused = await make();
    const leftBehind = async () => {
      const before = await takeInventory(loupe);
      const answer = await upload(refused);
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.text)).toMatchObject({ Message: expect.any(String) });
      const after = await takeInventory(loupe);
      return Object.keys(after).filter((each) => after[each] !== before[each]);
    };
    // Counts of earlier requests may be written meanwhile, once; an upload leaves behind each time what it leaves.
    await expect.poll(leftBehind).toEqual([]);
  });

  test('and the next upload works', async () => {
    expect((await upload({ file: await jpegPicture(321) })).status).toBe(201);
  });
});
