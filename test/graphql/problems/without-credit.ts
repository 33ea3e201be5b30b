/** For each mutation that takes page credits: a call that needs one more than a publisher without any has. */
import type { DraftEdit } from '../../../src/documents/drafts/draft-edit.js';
import sharp from 'sharp';
import { operator } from '../../../src/access/viewer.js';
import { lastChange } from '../../access/text-change.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { flatPicture, jpegPicture } from '../../kit/pictures.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import type { SeededDocument, SeededFolder, SeededUser } from '../../kit/seed/seed-user.js';
import type { TestApp } from '../../kit/app.js';
import type { Given, SentFile } from './mutation-calls.js';

export class PoorPublisher {
  private constructor(
    readonly organization: SeededOrganization,
    readonly user: SeededUser,
    readonly folder: SeededFolder,
    readonly picture: SentFile,
  ) {}

  static async start(loupe: TestApp): Promise<PoorPublisher> {
    const organization = await seed(loupe).organization({ accountType: 'Prepaid', credit: 0 });
    const user = await organization.user();
    const picture = { bytes: await jpegPicture(91), type: 'image/jpeg', name: 'page.jpg' };
    return new PoorPublisher(organization, user, await user.folder(), picture);
  }

  /** A document that was never active. */
  async inactiveDocument(bytes?: Buffer): Promise<SeededDocument> {
    return this.folder.document(bytes ?? this.picture.bytes, { status: 'Inactive' });
  }

  /** An active document that costs nothing, since its page is inactive. */
  async activeDocument(): Promise<SeededDocument> {
    const document = await this.inactiveDocument();
    await this.patch('images', document.imageIds[0], { Status: 'Inactive' });
    await this.patch('documents', document.id, { Status: 'Active' });
    return document;
  }

  /** An active document whose page has too little detail to be recognized. */
  async plainDocument(): Promise<SeededDocument> {
    const document = await this.folder.document(await flatPicture(), {
      status: 'Inactive',
      contentType: 'image/png',
    });
    await this.patch('documents', document.id, { Status: 'Active' });
    return document;
  }

  /** A zone with too little detail to be recognized, on a page that has more. */
  async plainZone(): Promise<{ readonly zoneId: string; readonly document: SeededDocument }> {
    const page = await halfPlainPicture();
    const document = await this.inactiveDocument(page);
    const zoneId = await document.zone({ x: 60, y: 10, width: 30, height: 80 });
    await this.patch('documents', document.id, { Status: 'Active' });
    return { zoneId, document };
  }

  async patch(kind: 'documents' | 'images', id: string | undefined, json: object): Promise<void> {
    await this.user.send('PATCH', `/api/${kind}/${id ?? ''}`, { json });
  }

  /** Page credits that are there only while `work` goes on. */
  async withCredits<T>(work: () => Promise<T>): Promise<T> {
    const { organizations } = this.user.loupe.app.services;
    await organizations.setContract(operator, this.organization.id, { accountType: 'Unlimited' });
    const result = await work();
    await organizations.setContract(operator, this.organization.id, { accountType: 'Prepaid' });
    return result;
  }
}

async function halfPlainPicture(): Promise<Buffer> {
  const rich = await jpegPicture(92, 480, 480);
  return sharp({ create: { width: 960, height: 480, channels: 3, background: '#7799bb' } })
    .composite([{ input: rich, left: 0, top: 0 }])
    .jpeg()
    .toBuffer();
}

const wholePage = { positionXPercent: 0, positionYPercent: 0, widthPercent: 100, heightPercent: 100 };
const titled = '{"DefaultLanguage":"en-US","Name":"Two","Titles":[{"LanguageCode":"en-US","Value":""}]}';

const plainPart = { positionXPercent: 60, positionYPercent: 10, widthPercent: 30, heightPercent: 80 };

async function draftOf({ user }: PoorPublisher, documentId: string, edit: DraftEdit): Promise<void> {
  const { drafts } = user.loupe.app.services;
  await drafts.start(operator, documentId);
  await drafts.edit(operator, documentId, [edit]);
}

type Scene = (publisher: PoorPublisher) => Promise<Given>;

export const WITHOUT_CREDIT: Readonly<Record<string, Scene>> = {
  applyChanges: async (publisher) => {
    const { id } = await publisher.inactiveDocument();
    return { changes: [{ setStatus: { id, status: 'ACTIVE' } }] };
  },
  createZone: async (publisher) => {
    const { imageIds } = await publisher.activeDocument();
    return { imageId: imageIds[0], ...wholePage };
  },
  // The page as a whole becomes a target again.
  deleteZone: async (publisher) => ({ id: (await publisher.plainZone()).zoneId }),
  fullImport: async ({ folder, picture }) => ({
    place: folder.id,
    file: picture,
    json: titled,
    activate: true,
  }),
  // Without its zone the page as a whole is to be recognized.
  importDocument: async (publisher) => ({
    documentId: (await publisher.plainZone()).document.id,
    json: titled.replace(/}$/, ',"Images":[{"Zones":[],"Status":"Active"}]}'),
  }),
  insertPages: async (publisher) => ({
    documentId: (await publisher.activeDocument()).id,
    file: publisher.picture,
  }),
  replacePageFile: async (publisher) => ({
    id: (await publisher.plainDocument()).imageIds[0],
    file: publisher.picture,
  }),
  replaceZone: async (publisher) => ({ id: (await publisher.plainZone()).zoneId, ...wholePage }),
  // The page that the replacement threw away comes back, as do its costs.
  restoreEarlierFile: async (publisher) => {
    const file = await newPdf([93, 94]);
    const { id } = await publisher.withCredits(async () =>
      publisher.folder.document(file, { contentType: 'application/pdf' }),
    );
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(await newPdf([93]))], { type: 'application/pdf' }), 'one.pdf');
    await publisher.user.send('PUT', `/api/documents/${id}?async=false`, { form });
    return { id };
  },
  // The draft deletes the only zone: the page as a whole becomes a target again.
  publishDraft: async (publisher) => {
    const { zoneId, document } = await publisher.plainZone();
    await draftOf(publisher, document.id, { deleteZone: zoneId });
    return { documentId: document.id };
  },
  restoreFromTrash: async (publisher) => {
    const { id } = await publisher.withCredits(async () =>
      publisher.folder.document(publisher.picture.bytes),
    );
    await publisher.user.send('DELETE', `/api/documents/${id}`);
    return { id };
  },
  restorePageFile: async (publisher) => {
    const document = await publisher.inactiveDocument();
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(await flatPicture())], { type: 'image/png' }), 'flat.png');
    await publisher.user.send('PUT', `/api/images/${document.imageIds[0] ?? ''}/file`, { form });
    const changeId = await lastChange(publisher.user, document.id);
    await publisher.patch('documents', document.id, { Status: 'Active' });
    return { changeId };
  },
  transferCredit: async ({ organization }) => ({
    organizationId: (await organization.organization()).id,
    amount: 1,
    direction: 'GIVE',
  }),
  // A zone without detail came before the document was active; without it the page as a whole is a target.
  // Before its zone the page as a whole is a target again.
  restoreTexts: async (publisher) => {
    const { document } = await publisher.plainZone();
    const { documentHistory } = publisher.user.loupe.app.services;
    const { changes } = await documentHistory.list(operator, document.id, { before: null, first: 10 });
    const made = changes.find(({ operations }) =>
      operations.some((each) => each.operation === 'zone:create'),
    );
    return { changeId: made?.id, isBefore: true };
  },
  undoTextChange: async (publisher) => {
    const document = await publisher.inactiveDocument(await halfPlainPicture());
    const imageId = document.imageIds[0] ?? '';
    await draftOf(publisher, document.id, { createZone: { imageId, ...plainPart } });
    const { undoId } = await publisher.user.loupe.app.services.drafts.publish(operator, document.id);
    await publisher.patch('documents', document.id, { Status: 'Active' });
    return { id: undoId };
  },
  updateDocument: async (publisher) => ({
    id: (await publisher.inactiveDocument()).id,
    patch: { status: 'ACTIVE' },
  }),
  updateImage: async (publisher) => ({
    id: (await publisher.activeDocument()).imageIds[0],
    patch: { status: 'ACTIVE' },
  }),
  updateZone: async (publisher) => ({ id: (await publisher.plainZone()).zoneId, patch: wholePage }),
};
