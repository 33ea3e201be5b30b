/** A folder with thousands of children, which are read in parts. */
import { expect, test } from 'vitest';
import { Node } from '../../../src/tree/node.entity.js';
import { newId } from '../../../src/kernel/ids.js';
import { useTestApp } from '../../kit/use-app.js';
import { seed } from '../../kit/seed.js';

const COUNT = 4_100;

const loupe = useTestApp();

test('lists all of them once, by name', async () => {
  const user = await (await seed(loupe).organization()).user();
  const folder = await user.folder();
  const { database } = loupe.app.services;
  const now = new Date();
  await database.transaction(async ({ em }) => {
    const parent = await em.findOneOrFail(Node, folder.id);
    const { organizationId } = parent;
    const nodes = Array.from({ length: COUNT }, (_, at) => {
      const id = newId();
      const name = `Folder ${COUNT - at}`;
      const dates = { dateCreated: now, dateModified: now };
      const texts = { name, nameFolded: name, nameSortKey: String(COUNT - at).padStart(6, '0') };
      const path = `${parent.path}${id}/`;
      return {
        id,
        type: 'Folder' as const,
        parentId: parent.id,
        organizationId,
        path,
        order: 0,
        ...texts,
        ...dates,
      };
    });
    for (let from = 0; from < COUNT; from += 500) await em.insertMany(Node, nodes.slice(from, from + 500));
  });
  const wanted = Array.from({ length: COUNT }, (_, at) => `Folder ${at + 1}`);
  for (const list of ['nodes', 'folders']) {
    const listed = (await user.send('GET', `/api/nodes/${folder.id}/${list}`)) as { Name: string }[];
    expect(listed.map(({ Name }) => Name)).toEqual(wanted);
  }
});
