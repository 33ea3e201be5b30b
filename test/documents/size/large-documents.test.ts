/** Documents with many pages and folders with many children are worked on in parts, between which the event loop runs. */
import { beforeAll, describe, expect, it } from 'vitest';
import { Title } from '../../../src/content/titles/title.entity.js';
import { Reference } from '../../../src/engine/references/reference.entity.js';
import { newId } from '../../../src/kernel/ids.js';
import { Node } from '../../../src/tree/node.entity.js';
import { useTestApp } from '../../kit/use-app.js';
import { GraphqlClient } from '../../graphql/support.js';
import { elementsOf, memberOf } from '../../kit/json.js';
import { copyDocuments } from '../../kit/seed/many-documents.js';
import { jpegPicture } from '../../kit/pictures.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import { mostValuesOf } from '../../kit/statements.js';

/** More than are worked on at one go. */
const PAGES = 450;
const MOST_AT_ONCE = 250;

const loupe = useTestApp();
let organization: SeededOrganization;
let user: SeededUser;
let documentId: string;
let imageIds: readonly string[];

beforeAll(async () => {
  organization = await seed(loupe).organization({ accountType: 'Prepaid', credit: 1000 });
  user = await organization.user();
  const folder = await user.folder();
  const model = await folder.document(await jpegPicture(133), { status: 'Active' });
  const imageId = model.imageIds[0] ?? '';
  const [copy] = await copyDocuments(loupe, folder.id, imageId, { documents: 1, pages: PAGES });
  documentId = copy?.id ?? '';
  imageIds = copy?.imageIds ?? [];
});

const em = () => loupe.app.services.database.reader();
const setStatus = (Status: string) =>
  user.send('PATCH', `/api/Documents/${documentId}`, { json: { Status } });
const activePages = async () =>
  memberOf(await user.send('GET', `/api/accounts?organizationId=${organization.id}`), 'ActivePages');
const shown = () => em().count(Reference, { externalId: { $in: [...imageIds] }, isPresent: true });

describe('a document of many pages', () => {
  it('is deactivated and activated in parts, and every page with it', async () => {
    const before = Number(await activePages());
    expect(await shown()).toBe(PAGES);
    expect(await mostValuesOf(loupe, () => setStatus('Inactive'))).toBeLessThan(MOST_AT_ONCE);
    expect(await shown()).toBe(0);
    expect(await activePages()).toBe(before - PAGES);
    expect(await mostValuesOf(loupe, () => setStatus('Active'))).toBeLessThan(MOST_AT_ONCE);
    expect(await shown()).toBe(PAGES);
    expect(await activePages()).toBe(before);
    const rows = await em().find(Reference, { externalId: { $in: [...imageIds] } }, { exclude: ['dna'] });
    expect(new Set(rows.map(({ sequence }) => sequence)).size).toBe(PAGES);
  });

  it('is written into a spreadsheet in parts, page by page in order', async () => {
    const path = `/services/Automation/Spreadsheet?documentId=${documentId}&format=csv&table=Titles`;
    let table = '';
    const export_ = async () => {
      const response = await fetch(`${loupe.url}${path}`, {
        headers: { authorization: `Bearer ${user.token}` },
      });
      table = await response.text();
    };
    const json = { NodeId: imageIds[0], LanguageCode: 'en-US', Value: 'First' };
    await user.send('PUT', '/api/Titles', { json });
    expect(await mostValuesOf(loupe, export_)).toBeLessThan(MOST_AT_ONCE);
    const elements = table
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]);
    expect([...new Set(elements)]).toEqual([documentId, ...imageIds]);
    expect(table).toContain('First');
  });

  it('shows its pages, and what stands on them, in order', async () => {
    const pages = elementsOf(await user.send('GET', `/api/documents/${documentId}/images`));
    expect(pages.map((page) => memberOf(page, 'Id'))).toEqual(imageIds);
  });

  it('closes up behind a page that is thrown away, and makes room for it again', async () => {
    const [first = '', ...others] = imageIds;
    const remove = () => user.send('DELETE', `/api/images/${first}`);
    expect(await mostValuesOf(loupe, remove)).toBeLessThan(MOST_AT_ONCE);
    const left = elementsOf(await user.send('GET', `/api/documents/${documentId}/images`));
    expect(left.map((page) => memberOf(page, 'Id'))).toEqual(others);
    expect(left.map((page) => memberOf(page, 'Order'))).toEqual(others.map((_, at) => at + 1));
    await user.send('POST', `/api/Trash/${first}/Restore`);
    const pages = elementsOf(await user.send('GET', `/api/documents/${documentId}/images`));
    expect(pages.map((page) => memberOf(page, 'Id'))).toEqual(imageIds);
    expect(pages.map((page) => memberOf(page, 'Order'))).toEqual(imageIds.map((_, at) => at + 1));
  });

  it('gets a language in parts, and every page a title in it', async () => {
    const json = { NodeId: documentId, LanguageCode: 'fr-FR', Value: 'Titre' };
    expect(await mostValuesOf(loupe, () => user.send('PUT', '/api/Titles', { json }))).toBeLessThan(
      MOST_AT_ONCE * 6,
    );
    const nodeId = { $in: [documentId, ...imageIds] };
    expect(await em().count(Title, { nodeId, languageCode: 'fr-FR' })).toBe(PAGES + 1);
  });
});

it('children of many children are read in parts', async () => {
  const folder = await user.folder();
  const { path } = await em().findOneOrFail(Node, { id: folder.id });
  const now = new Date();
  const children = Array.from({ length: PAGES }, (_, at) => {
    const id = newId();
    return { id, path: `${path}${id}/`, name: `Folder ${String(at).padStart(3, '0')}` };
  });
  await loupe.app.services.database.transaction(async ({ em }) => {
    for (const { id, path, name } of children) {
      em.create(Node, {
        id,
        path,
        name,
        type: 'Folder',
        parentId: folder.id,
        organizationId: organization.id,
        dateCreated: now,
        dateModified: now,
      });
    }
  });
  const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${user.token}` });
  let data: unknown;
  const ask = async () => {
    const query = '($id: ID!) { treeNode(id: $id) { children { name path { id } children { name } } } }';
    ({ data } = await client.run(`query ${query}`, { id: folder.id }));
  };
  expect(await mostValuesOf(loupe, ask)).toBeLessThan(MOST_AT_ONCE);
  const found = memberOf(memberOf(data, 'treeNode'), 'children') as object[];
  expect(found.map((child) => memberOf(child, 'name'))).toEqual(children.map(({ name }) => name));
});
