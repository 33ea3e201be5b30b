import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entities } from '../../src/app/entities.js';
import { Database } from '../../src/db/database.js';
import { Node, type NodeType } from '../../src/tree/node.entity.js';
import { NodeRemoval } from '../../src/tree/node-removal.js';
import { NodeStore } from '../../src/tree/node.store.js';
import { newId } from '../../src/kernel/ids.js';

describe('the hierarchy', () => {
  let database: Database;
  let time = Date.UTC(2030, 0, 1);
  const nodes = new NodeStore({ now: () => new Date(time) });

  beforeAll(async () => {
    database = await Database.open('sqlite::memory:', entities);
  });
  afterAll(async () => database.close());

  const add = async (type: NodeType, parentId: string | null, name = `a ${type}`) => {
    const id = newId();
    await database.transaction(async ({ em }) => nodes.insert(em, { id, type, parentId, name }));
    return id;
  };
  const read = async (id: string) => database.reader().findOneOrFail(Node, { id });
  const move = async (id: string, parentId: string) =>
    database.transaction(async ({ em }) => {
      const [node, parent] = [
        await em.findOneOrFail(Node, { id }),
        await em.findOneOrFail(Node, { id: parentId }),
      ];
      await nodes.move(em, node, parent);
    });

  it('computes path and organization from the parent', async () => {
    const root = await add('Organization', null);
    const child = await add('Organization', root);
    const folder = await add('Folder', child);
    expect(await read(folder)).toMatchObject({
      path: `${root}/${child}/${folder}/`,
      organizationId: child,
      parentId: child,
    });
    expect(await read(child)).toMatchObject({ organizationId: child });
  });

  it('moves a subtree with everything below it, and updates loaded nodes', async () => {
    const root = await add('Organization', null);
    const [from, to] = [await add('Folder', root), await add('Folder', root)];
    const inner = await add('Folder', from);
    const document = await add('Document', inner);
    time += 1000;
    await database.transaction(async ({ em }) => {
      const [node, parent, loaded] = [
        await em.findOneOrFail(Node, { id: inner }),
        await em.findOneOrFail(Node, { id: to }),
        await em.findOneOrFail(Node, { id: document }),
      ];
      await nodes.move(em, node, parent);
      expect(loaded.path).toBe(`${root}/${to}/${inner}/${document}/`);
    });
    expect((await read(document)).path).toBe(`${root}/${to}/${inner}/${document}/`);
    expect(await read(inner)).toMatchObject({
      path: `${root}/${to}/${inner}/`,
      parentId: to,
      dateModified: new Date(time),
    });
    expect((await read(from)).path).toBe(`${root}/${from}/`);
  });

  it('refuses cycles, wrong kinds of parents and other organizations', async () => {
    const root = await add('Organization', null);
    const other = await add('Organization', root);
    const outer = await add('Folder', root);
    const inner = await add('Folder', outer);
    const document = await add('Document', outer);
    await expect(move(outer, inner)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(move(outer, outer)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(move(inner, document)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(move(inner, other)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(add('Image', outer)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(add('Folder', null)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(add('Folder', newId())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(add('Folder', 'no id')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(add('Folder', root, '  ')).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    expect((await read(inner)).path).toBe(`${root}/${outer}/${inner}/`);
  });

  it('removes a subtree, or refuses when children may not go', async () => {
    const root = await add('Organization', null);
    const folder = await add('Folder', root);
    const document = await add('Document', folder);
    const seen: string[] = [];
    const removal = new NodeRemoval(nodes, [
      { beforeRemoval: async (_transaction, gone) => void seen.push(...gone.map(({ id }) => id)) },
    ]);
    const remove = async (deleteChildren: boolean) =>
      database.transaction(async (transaction) =>
        removal.remove(transaction, await transaction.em.findOneOrFail(Node, { id: folder }), {
          deleteChildren,
        }),
      );
    await expect(remove(false)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await remove(true);
    expect(seen).toEqual([folder, document]);
    expect(await database.reader().count(Node, { path: { $like: `${root}/%` } })).toBe(1);
  });

  it('keeps the tree at most 64 levels deep', async () => {
    const root = await add('Organization', null);
    let deepest = root;
    for (let level = 2; level <= 64; level += 1) deepest = await add('Folder', deepest);
    await expect(add('Folder', deepest)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    const tower = await add('Folder', root);
    await add('Folder', tower);
    const parent = (await read(deepest)).parentId ?? '';
    await expect(move(tower, parent)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});
