/** Folders with many documents are thrown away, brought back and removed as sets: never one element after the other. */
import { beforeAll, describe, expect, it } from 'vitest';
import { Reference } from '../../../src/engine/references/reference.entity.js';
import { Node } from '../../../src/tree/node.entity.js';
import { inSubtree } from '../../../src/tree/node-path.js';
import { elementsOf } from '../../kit/json.js';
import { copyDocuments } from '../../kit/seed/many-documents.js';
import { useTestApp } from '../../kit/use-app.js';
import { isOnPostgres } from '../../kit/servers/postgres.js';
import { jpegPicture } from '../../kit/pictures.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import { scan } from '../../rest/support/scans.js';
import { statementsOf } from '../../kit/statements.js';

const loupe = useTestApp();
let organization: SeededOrganization;
let user: SeededUser;
let photo: Buffer;
/** A page in a folder that nothing happens to. */
let model: string;

beforeAll(async () => {
  photo = await jpegPicture(131);
  organization = await seed(loupe).organization({ accountType: 'Prepaid', credit: 1000 });
  user = await organization.user();
  const document = await (await user.folder()).document(photo, { status: 'Active' });
  model = document.imageIds[0] ?? '';
  await document.title('Found');
  await document.action();
});

const active = async () =>
  (await user.send('GET', `/api/accounts?organizationId=${organization.id}`)) as {
    ActivePages: number;
    RemainingCredit: number;
  };

async function folderOf(documents: number): Promise<string> {
  const folder = await user.folder();
  await copyDocuments(loupe, folder.id, model, { documents, pages: 2 });
  return folder.id;
}

const throwAway = (id: string) => user.send('DELETE', `/api/Folders/${id}?deleteChildren=true`);

describe('a folder of many documents', () => {
  it('costs as many statements as one of a few when it is thrown away, moved and removed', async () => {
    const [few, many] = [await folderOf(3), await folderOf(40)];
    const place = await user.folder();
    const move = (id: string) => user.send('PATCH', `/api/Folders/${id}`, { json: { ParentId: place.id } });
    const purge = (id: string) => user.send('DELETE', `/api/Trash/${id}`);
    for (const work of [move, throwAway, purge]) {
      const [ofFew, ofMany] = [
        await statementsOf(loupe, () => work(few)),
        await statementsOf(loupe, () => work(many)),
      ];
      // On PostgreSQL jobs and notices of other servers are looked for in between.
      if (isOnPostgres) expect(Math.abs(ofMany - ofFew)).toBeLessThanOrEqual(4);
      else expect(ofMany).toBe(ofFew);
    }
  });

  it('takes its pages along: counts, credits, references and the rows themselves', async () => {
    const before = await active();
    const id = await folderOf(150);
    const em = () => loupe.app.services.database.reader();
    const { path } = await em().findOneOrFail(Node, { id });
    const images = await em().find(Node, { path: inSubtree(path), type: 'Image' });
    const externalId = { $in: images.map((image) => image.id) };
    expect(await em().count(Reference, { externalId, isPresent: true })).toBe(300);
    expect(await active()).toMatchObject({ ActivePages: before.ActivePages + 300 });

    await throwAway(id);
    expect(await active()).toMatchObject({
      ActivePages: before.ActivePages,
      RemainingCredit: before.RemainingCredit + 300,
    });
    expect(elementsOf(await user.send('GET', '/api/Trash'))).toMatchObject([
      { Id: id, Pages: 300, FreedCredits: 300 },
    ]);
    expect(await em().count(Reference, { externalId, isPresent: true })).toBe(0);
    const sequences = (await em().find(Reference, { externalId })).map(({ sequence }) => sequence);
    expect(new Set(sequences).size).toBe(300);

    await user.send('POST', `/api/Trash/${id}/Restore`);
    expect(await active()).toMatchObject({
      ActivePages: before.ActivePages + 300,
      RemainingCredit: before.RemainingCredit,
    });
    expect(await em().count(Reference, { externalId, isPresent: true })).toBe(300);

    await throwAway(id);
    await user.send('DELETE', `/api/Trash/${id}`);
    expect(await em().count(Node, { id: { $in: [id, ...externalId.$in] } })).toBe(0);
    expect(await em().count(Reference, { externalId })).toBe(0);
    const found = await scan(loupe, organization.apiKey, photo);
    expect(found.image?.Id ?? null).toBe(model);
  });
});
