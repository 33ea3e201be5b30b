/** DNAs that callers computed themselves. */
import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../../kit/use-app.js';
import { jpegPicture } from '../../kit/pictures.js';
import { EngineClient, form } from '../support/engine-client.js';

const loupe = useTestApp();
let engine: EngineClient;

beforeAll(async () => {
  engine = new EngineClient(loupe);
});

const MODIFY = '/api/v2.0/enginemodify/json';
const QUERY = '/api/v2.0/enginequery/json';

async function dnaOf(picture: Buffer, role: 'reference' | 'query'): Promise<Buffer> {
  return (await loupe.app.services.signatures.describe('mobile', picture, { role })).dna;
}

/** With the DNA as a file part, as `curl -F dna=@page.dna` sends it. */
function withFile(fields: Readonly<Record<string, string>>, dna: Buffer | string): FormData {
  const data = form(fields);
  const bytes = typeof dna === 'string' ? dna : new Uint8Array(dna);
  data.append('dna', new Blob([bytes]), 'page.dna');
  return data;
}

test('the DNA of a search is refused as a reference, and hides nothing', async () => {
  const key = await engine.newApplication();
  const picture = await jpegPicture(7, 900);
  await engine.add(key, 'true', picture);
  const dna = (await dnaOf(picture, 'query')).toString('base64');
  const body = form({ application_key: key, image_id: 'of-a-search', dna });
  const refused = await engine.call(`${MODIFY}/AddImage`, { method: 'POST', body });
  expect(refused.status).toMatchObject({ code: -2610 });
  expect(refused.status.message).toMatch(/computed for a search.*--role reference/);
  expect((await engine.search(key, picture)).images?.map(({ id }) => id)).toEqual(['true']);
  // It is what searches are for.
  const found = await engine.call(`${QUERY}/SearchImageByDna`, {
    method: 'POST',
    body: form({ application_key: key, dna }),
  });
  expect(found.images?.map(({ id }) => id)).toEqual(['true']);
});

test('a DNA may be a file: the bytes themselves, or their base64', async () => {
  const key = await engine.newApplication();
  const picture = await jpegPicture(8, 900);
  const dna = await dnaOf(picture, 'reference');
  for (const [id, file] of [
    ['bytes', dna],
    ['text', `${dna.toString('base64')}\n`],
  ] as const) {
    const body = withFile({ application_key: key, image_id: id }, file);
    const added = await engine.call(`${MODIFY}/AddImage`, { method: 'POST', body });
    expect(added.status).toMatchObject({ code: 0 });
  }
  const query = await dnaOf(picture, 'query');
  const body = withFile({ application_key: key }, query);
  const found = await engine.call(`${QUERY}/SearchImageByDna`, { method: 'POST', body });
  expect(found.images?.map(({ id }) => id).sort()).toEqual(['bytes', 'text']);
});

test('bytes that are no DNA are refused by their own code', async () => {
  const key = await engine.newApplication();
  for (const file of [Buffer.from([0xff, 0xd8, 0xff, 0x00]), 'bm8gZG5h']) {
    const body = withFile({ application_key: key, image_id: 'x' }, file);
    const added = await engine.call(`${MODIFY}/AddImage`, { method: 'POST', body });
    expect(added.status.code).toBe(-2610);
  }
});
