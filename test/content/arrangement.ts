/** A publisher's tree in a database in memory, for tests of services that need no pictures. */
import type { Role } from '../../src/access/permissions.js';
import type { Viewer } from '../../src/access/viewer.js';
import { entities } from '../../src/app/entities.js';
import { createContent, createTreeBasics } from '../../src/app/content-services.js';
import { Database } from '../../src/db/database.js';
import { newId } from '../../src/kernel/ids.js';
import { OperationLog } from '../../src/audit/operation-log.js';
import { Document } from '../../src/documents/document.entity.js';
import { Image } from '../../src/documents/pages/image.entity.js';
import type { TrashBin } from '../../src/documents/trash/trash-bin.js';
import type { Node, NodeType } from '../../src/tree/node.entity.js';

class MovableClock {
  private time = Date.UTC(2030, 0, 1);
  now(): Date {
    return new Date(this.time);
  }
  advance(ms: number): void {
    this.time += ms;
  }
}

/** Nothing is thrown away in these tests. */
const noTrash = { put: () => Promise.reject(new Error('There is no trash here.')) } as unknown as TrashBin;

export async function arrange() {
  const database = await Database.open('sqlite::memory:', entities);
  const clock = new MovableClock();
  const basics = createTreeBasics(clock);
  const services = createContent(
    { database, clock, operations: new OperationLog(database, clock), trashBin: noTrash },
    basics,
    [],
  );
  const { nodeStore, titleWriter } = basics;

  async function add(type: NodeType, parentId: string | null, name: string = type): Promise<Node> {
    const id = newId();
    return database.transaction(async ({ em }) => nodeStore.insert(em, { id, type, parentId, name }));
  }

  /** A document with one page, in the given languages; the first one is the default. */
  async function addDocument(parentId: string, languages: readonly string[]) {
    const document = await add('Document', parentId);
    const page = await add('Image', document.id);
    await database.transaction(async ({ em }) => {
      em.create(Document, {
        id: document.id,
        defaultLanguage: languages[0] ?? '',
        contentType: 'image/png',
        status: 'Active',
      });
      em.create(Image, { id: page.id, status: 'Active', widthPx: 100, heightPx: 100 });
      for (const language of languages) await titleWriter.addLanguage(em, document, language);
    });
    return { document, page };
  }

  async function addTenant() {
    const organization = await add('Organization', null);
    return { organization, viewer: (role: Role) => viewerIn(organization, role) };
  }

  return { database, clock, ...basics, ...services, add, addDocument, addTenant };
}

export type Arrangement = Awaited<ReturnType<typeof arrange>>;

function viewerIn(organization: Node, role: Role): Viewer {
  return {
    kind: 'user',
    userId: newId(),
    userName: role,
    organizationId: organization.id,
    organizationPath: organization.path,
    roles: new Set([role]),
    isWebApiAuthorized: true,
  };
}
