import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { isOnPostgres } from '../kit/servers/postgres.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { scan } from '../rest/support/scans.js';

/** SQLite refuses what it has no page for as it does on a disk without room (SQLITE_FULL). */
describe.skipIf(isOnPostgres)('a server whose disk is full', () => {
  const loupe = useTestApp();
  let organization: SeededOrganization;
  let user: SeededUser;
  let document: SeededDocument;

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    user = await organization.user();
    document = await (await user.folder()).document(await jpegPicture(71), { name: 'Magazine' });
    await document.action();
    await fill();
  });

  const em = () => loupe.app.services.database.reader();
  const limitPages = async (pages: number) => em().execute(`pragma max_page_count = ${pages}`);

  /** Leaves no page free. */
  async function fill(): Promise<void> {
    await em().execute('create table filling (bytes blob)');
    const [{ page_count: pages } = { page_count: 0 }] =
      await em().execute<{ page_count: number }[]>('pragma page_count');
    await limitPages(pages);
    for (const sizeBytes of [100_000, 1000, 100])
      for (;;) {
        const isDone = await em()
          .execute(`insert into filling values (zeroblob(${sizeBytes}))`)
          .then(
            () => false,
            () => true,
          );
        if (isDone) break;
      }
  }

  const scanned = async () => scan(loupe, organization.apiKey, await jpegPicture(71));

  test('refuses changes and says why, in REST, GraphQL and the engine', async () => {
    const name = 'x'.repeat(200);
    const create = async () =>
      user.request('POST', '/api/folders', { json: { Name: name, ParentId: organization.id } });
    let rest = await create();
    // Pages that are begun have room for some.
    for (let count = 0; count < 100 && rest.status === 201; count++) rest = await create();
    expect(rest.status).toBe(507);
    expect(await rest.json()).toEqual({ Message: expect.stringContaining('disk is full') as string });
    const query = `mutation ($name: String!, $parentId: ID!) {
      createFolder(input: { name: $name, parentId: $parentId }) { __typename ... on Problem { code message } } }`;
    const variables = { name, parentId: organization.id };
    expect(await user.send('POST', '/graphql', { json: { query, variables } })).toMatchObject({
      data: { createFolder: { __typename: 'BusyProblem', code: 'STORAGE_FULL' } },
    });
    const form = new FormData();
    form.append('application_key', (await seedApplication()).key);
    form.append('image_id', 'cover');
    form.append('image_content', new Blob([new Uint8Array(await jpegPicture(72))]), 'cover.jpg');
    const engine = await fetch(`${loupe.modifyUrl}/api/v2.0/enginemodify/json/AddImage`, {
      method: 'POST',
      body: form,
    });
    expect(await engine.json()).toMatchObject({ status: { code: -2016 } });
  });

  /** Made while there is room. */
  async function seedApplication() {
    await limitPages(1_000_000);
    const application = await organization.application();
    const [{ page_count: pages } = { page_count: 0 }] =
      await em().execute<{ page_count: number }[]>('pragma page_count');
    await limitPages(pages);
    return application;
  }

  test('answers scans all the same', async () => {
    for (let count = 0; count < 3; count++) {
      const answer = await scanned();
      expect(answer.status).toBe(200);
      expect(answer.image).toMatchObject({ Actions: [{ Name: 'Read more' }] });
    }
  });

  test('goes on by itself when there is room again', async () => {
    await limitPages(1_000_000);
    const made = await user.request('POST', '/api/folders', {
      json: { Name: 'New', ParentId: organization.id },
    });
    expect(made.status).toBe(201);
    expect((await scanned()).status).toBe(200);
  });
});
