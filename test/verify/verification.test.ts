import * as fc from 'fast-check';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { Reference } from '../../src/engine/references/reference.entity.js';
import { LoupeError } from '../../src/kernel/errors.js';
import { Image } from '../../src/documents/pages/image.entity.js';
import { Node } from '../../src/tree/node.entity.js';
import { Organization } from '../../src/organizations/organization.entity.js';
import { StoredFile } from '../../src/media/blobs/stored-file.entity.js';
import { useTestApp } from '../kit/use-app.js';
import { runLoupe } from '../kit/command.js';
import { newPdf } from '../kit/files/pdfs.js';
import { flatPicture, jpegPicture } from '../kit/pictures.js';
import { lengthOfStory } from '../kit/seed/stories.js';
import { newPublisher, type Publisher } from '../kit/publisher.js';

interface Step {
  readonly what: keyof ReturnType<typeof stepsOf>;
  /** Choose among what is there. */
  readonly first: number;
  readonly second: number;
}

const loupe = useTestApp();
let pictures: readonly Buffer[];
let pdf: Buffer;

beforeAll(async () => {
  // A page that nobody can recognize is active without being found or counted.
  pictures = [await jpegPicture(501, 240, 180), await jpegPicture(502, 240, 180), await flatPicture()];
  pdf = await newPdf([503, 504]);
});

const pick = <T>(list: readonly T[], at: number): T => {
  const chosen = list[at % Math.max(1, list.length)];
  if (chosen === undefined) throw new LoupeError('NOT_FOUND', 'There is nothing to choose from.');
  return chosen;
};

/** What a publisher may do, on elements chosen by number. */
function stepsOf({ organization, viewer }: Publisher, belowId: string) {
  const { services } = loupe.app;
  const ids = async (type: Node['type']) => {
    const where = { organizationId: organization.id, type };
    const nodes = await services.database.reader().find(Node, where, { orderBy: { id: 'asc' } });
    return nodes.map(({ id }) => id);
  };
  const one = async (type: Node['type'], at: number) => pick(await ids(type), at);
  const parent = async (at: number) => pick([organization.id, ...(await ids('Folder'))], at);
  const element = async (at: number) =>
    pick([...(await ids('Document')), ...(await ids('Image')), ...(await ids('Zone'))], at);
  const file = (at: number) =>
    services.uploads.receiveBytes(pick([...pictures, pdf], at), { maxBytes: 10_000_000 });
  return {
    addFolder: async (first: number) =>
      services.folders.create(viewer, { parentId: await parent(first), name: 'Folder' }),
    addDocument: async (first: number, second: number) =>
      services.documents.create(
        viewer,
        { parentId: await parent(first), name: 'Document', defaultLanguage: 'en-US', status: 'Active' },
        await file(second),
        { waitForImages: true },
      ),
    replaceFile: async (first: number, second: number) =>
      services.documents.replaceFile(viewer, await one('Document', first), await file(second), {
        waitForImages: true,
      }),
    setDocumentStatus: async (first: number, second: number) =>
      services.documents.patch(viewer, await one('Document', first), {
        status: second % 2 === 0 ? 'Inactive' : 'Active',
      }),
    setImageStatus: async (first: number, second: number) =>
      services.images.patch(viewer, await one('Image', first), {
        status: second % 2 === 0 ? 'Inactive' : 'Active',
      }),
    reorder: async (first: number, second: number) =>
      services.images.patch(viewer, await one('Image', first), { order: 1 + (second % 2) }),
    addZone: async (first: number, second: number) =>
      services.zones.create(viewer, {
        imageId: await one('Image', first),
        positionXPercent: second % 40,
        positionYPercent: second % 30,
        widthPercent: 60,
        heightPercent: 70,
      }),
    moveZone: async (first: number, second: number) =>
      services.zones.patch(viewer, await one('Zone', first), { positionXPercent: second % 40 }),
    deleteZone: async (first: number) => services.zones.delete(viewer, await one('Zone', first)),
    addLanguage: async (first: number) =>
      services.documentLanguages.add(viewer, await one('Document', first), 'fr-FR'),
    removeLanguage: async (first: number) =>
      services.documentLanguages.remove(viewer, await one('Document', first), 'fr-FR'),
    addAction: async (first: number, second: number) =>
      services.actions.create(viewer, {
        nodeId: await element(first),
        languageCode: second % 2 === 0 ? 'en-US' : 'fr-FR',
      }),
    move: async (first: number, second: number) =>
      services.nodeChanges.update(viewer, await one(second % 2 === 0 ? 'Folder' : 'Document', first), {
        parentId: await parent(second),
      }),
    deleteDocument: async (first: number) => services.documents.delete(viewer, await one('Document', first)),
    deleteFolder: async (first: number, second: number) =>
      services.folders.delete(viewer, await one('Folder', first), { deleteChildren: second % 2 === 0 }),
    moveCredits: async (first: number, second: number) =>
      services.credits.transfer(viewer, {
        organizationId: belowId,
        amount: 1 + (first % 4),
        direction: second % 2 === 0 ? 'Give' : 'Take',
      }),
  };
}

const names: readonly Step['what'][] = [
  ...(['addDocument', 'addDocument', 'addZone', 'addZone', 'addAction', 'addAction'] as const),
  ...(['setDocumentStatus', 'setDocumentStatus', 'setImageStatus', 'deleteZone', 'addLanguage'] as const),
  ...(['addFolder', 'replaceFile', 'reorder', 'moveZone', 'removeLanguage', 'move'] as const),
  ...(['deleteDocument', 'deleteFolder', 'moveCredits'] as const),
];
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...names),
  first: fc.nat(50),
  second: fc.nat(50),
});

/** The pages that a reader can recognize now, counted from what the services tell. */
async function activePages({ organization, viewer }: Publisher): Promise<ReadonlySet<string>> {
  const { documents, zones } = loupe.app.services;
  const active = new Set<string>();
  for (const document of await documents.list(viewer, { parentId: organization.id, recursive: true })) {
    if (document.status !== 'Active' || document.processing !== 'Ready') continue;
    for (const image of await documents.images(viewer, document.id)) {
      const elements = [image, ...(await zones.list(viewer, image.id))];
      const isFound = elements.some(
        ({ status, recognizability }) => status === 'Active' && recognizability.isRecognizable,
      );
      if (isFound) active.add(image.id);
    }
  }
  return active;
}

describe('verification', () => {
  it('finds nothing to say after any sequence of operations, and accounts count what happened', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 24 }), async (steps) => {
        const publisher = await newPublisher(loupe.app.services, { accountType: 'Prepaid', totalCredit: 8 });
        const { organizations, verification, accounts } = loupe.app.services;
        const { id: belowId } = await organizations.create(operator, {
          name: 'Branch',
          languageCode: 'en-US',
          parentId: publisher.organization.id,
        });
        const offered = stepsOf(publisher, belowId);
        const everActive = new Set<string>();
        let before: ReadonlySet<string> = new Set();
        let deactivations = 0;
        for (const { what, first, second } of steps) {
          await offered[what](first, second).catch((error: unknown) => {
            if (!(error instanceof LoupeError) || error.code === 'INTERNAL_SERVER_ERROR') throw error;
          });
          const now = await activePages(publisher);
          for (const id of now) everActive.add(id);
          deactivations += [...before].filter((id) => !now.has(id)).length;
          before = now;
        }
        const { organization, viewer } = publisher;
        const kept = await organizations.get(viewer, organization.id);
        expect(kept).toMatchObject({
          activationCumul: everActive.size,
          deactivationCumul: deactivations,
        });
        expect(kept.totalCredit - kept.totalDebit).toBeGreaterThanOrEqual(0);
        expect((await accounts.get(viewer, organization.id)).activePages).toBe(before.size);
        expect((await verification.verify(operator)).differences).toEqual([]);
      }),
      { numRuns: lengthOfStory({ short: 2, long: 30 }) },
    );
  });

  it('names every value that is not what it should be', async () => {
    const publisher = await newPublisher(loupe.app.services);
    const { services } = loupe.app;
    const input = {
      parentId: publisher.organization.id,
      name: 'Document',
      defaultLanguage: 'en-US',
      status: 'Active',
    };
    const file = await services.uploads.receiveBytes(pictures[0] ?? Buffer.of(), { maxBytes: 10_000_000 });
    const document = await services.documents.create(publisher.viewer, input, file, { waitForImages: true });
    const [page] = await services.documents.images(publisher.viewer, document.id);
    const organizationId = publisher.organization.id;
    const change = (isBroken: boolean) =>
      services.database.transaction(async ({ em }) => {
        const by = isBroken ? 1 : -1;
        const organization = await em.findOneOrFail(Organization, { id: organizationId });
        organization.activationCumul += by;
        organization.totalCredit += by;
        const node = await em.findOneOrFail(Node, { id: page?.id ?? '' });
        node.order += by;
        const image = await em.findOneOrFail(Image, { id: page?.id ?? '' });
        image.status = isBroken ? 'Inactive' : 'Active';
      });
    await change(true);
    const { differences } = await services.verification.verify(operator);
    expect(differences.map(({ member }) => member).sort()).toEqual([
      'Image.IsCounted',
      'Image.IsSearched',
      'Image.Order',
      'Organization.ActivationCumul',
      'Organization.TotalCredit',
    ]);
    const { environment } = loupe;
    const command = await runLoupe(['verify', '--json'], environment);
    expect(command.exitCode).toBe(1);
    expect(command.json()).toMatchObject({
      differences: expect.arrayContaining([...differences]) as unknown,
    });
    await change(false);
    const good = await runLoupe(['verify'], environment);
    expect(good).toMatchObject({ exitCode: 0, error: '' });
    expect(good.out).toContain('Everything agrees');
  });

  it('reads every signature and every file, and names the damaged ones', async () => {
    const publisher = await newPublisher(loupe.app.services);
    const { services } = loupe.app;
    const input = { parentId: publisher.organization.id, name: 'Damaged', defaultLanguage: 'en-US' };
    const bytes = await services.uploads.receiveBytes(pictures[0] ?? Buffer.of(), { maxBytes: 10_000_000 });
    const { id } = await services.documents.create(publisher.viewer, input, bytes, { waitForImages: true });
    const em = services.database.reader();
    const file = await em.findOneOrFail(StoredFile, { documentId: id, kind: 'Original' });
    const [page] = await services.documents.images(publisher.viewer, id);
    const reference = await em.findOneOrFail(Reference, { externalId: page?.id ?? '' });
    const path = join(loupe.config.filesFolder, file.id.slice(-2), file.id);
    const good = { file: await readFile(path), dna: Buffer.from(reference.dna ?? []) };
    const store = (dna: Buffer) =>
      services.database.transaction(async ({ em }) => {
        await em.nativeUpdate(Reference, { key: reference.key }, { dna, isPresent: true });
      });
    const flipped = (sound: Buffer) => {
      const damaged = Buffer.from(sound);
      damaged[damaged.length >> 1]! ^= 1;
      return damaged;
    };
    await writeFile(path, flipped(good.file));
    await store(flipped(good.dna));
    const { differences } = await services.verification.verify(operator);
    expect(differences).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ member: 'File.Sha256', elementId: file.id, expected: file.sha256 }),
        expect.objectContaining({ member: 'Reference.Dna', elementId: String(reference.key) }),
      ]),
    );
    await writeFile(path, good.file);
    await store(good.dna);
    const { differences: left } = await services.verification.verify(operator);
    expect(left.filter(({ member }) => /Dna|Sha256/.test(member))).toEqual([]);
  });

  it('is for the operator only', async () => {
    const { viewer } = await newPublisher(loupe.app.services);
    await expect(loupe.app.services.verification.verify(viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
