/** What editors do in a simulated week, each over HTTP with a login of their own, and what the ledger learns of it. */
import { elementsOf, textMember } from '../json.js';
import { newPdf } from '../files/pdfs.js';
import type { SeededUser } from '../seed/seed-user.js';
import {
  creditLeft,
  type LedgerDocument,
  type LedgerOrganization,
  type LedgerPage,
  setActive,
  throwAway,
  type WeekLanguage,
  weekLanguages,
} from './ledger.js';

/** Enough to be recognized, quick to be made. */
const PAGES = { widthPt: 240 };

export class WeekEditor {
  constructor(
    private readonly user: SeededUser,
    private readonly organization: LedgerOrganization,
  ) {}

  /** A document in three languages with titles and links, not active yet. */
  async publish(name: string, pictureSeeds: readonly number[], hasZone: boolean): Promise<LedgerDocument> {
    const form = new FormData();
    const about = { Name: name, ParentId: this.organization.id, DefaultLanguage: 'en-US' };
    form.append('document', JSON.stringify(about));
    form.append('file', await pdfFile(pictureSeeds), 'file');
    const made = await this.user.send('POST', '/api/Documents?async=false', { form });
    const id = textMember(made, 'Id');
    this.log('document:create', id);
    const images = elementsOf(await this.user.send('GET', `/api/documents/${id}/images`));
    const pages = images.map((image, at): LedgerPage => ({
      id: textMember(image, 'Id'),
      pictureSeed: pictureSeeds[at] ?? -1,
      isPaid: false,
    }));
    const document: LedgerDocument = {
      id,
      name,
      pages,
      status: 'Inactive',
      isInTrash: false,
      zoneId: null,
      titles: new Map(),
      actionIds: new Map(),
      scans: [],
    };
    for (const languageCode of weekLanguages.slice(1)) {
      await this.user.send('PUT', '/api/DocumentLanguages', {
        json: { DocumentId: id, LanguageCode: languageCode },
      });
    }
    for (const languageCode of weekLanguages) {
      await this.write(document, languageCode, `${name} in ${languageCode}`);
      await this.link(document, languageCode);
    }
    if (hasZone) await this.mark(document);
    this.organization.documents.push(document);
    return document;
  }

  /** @returns whether it became active: the credits may not suffice */
  async activate(document: LedgerDocument): Promise<boolean> {
    const json = { Status: 'Active' };
    const { status } = await this.user.request('PATCH', `/api/documents/${document.id}`, { json });
    const counts = this.organization.credit !== null;
    if (status === 204) {
      setActive(document, counts);
      this.log('document:activate', document.id);
      return true;
    }
    if (status !== 403 || !counts) throw new Error(`Activating ${document.name} answered ${status}.`);
    return false;
  }

  async deactivate(document: LedgerDocument): Promise<void> {
    await this.user.send('PATCH', `/api/documents/${document.id}`, { json: { Status: 'Inactive' } });
    document.status = 'Inactive';
    this.log('document:deactivate', document.id);
  }

  async write(document: LedgerDocument, languageCode: WeekLanguage, value: string): Promise<void> {
    const json = { NodeId: document.id, LanguageCode: languageCode, Value: value };
    await this.user.send('PUT', '/api/titles', { json });
    document.titles.set(languageCode, value);
    this.log('title:write', document.id);
  }

  /** Writes a title that was read before. @returns whether nobody else was quicker */
  async correct(document: LedgerDocument, value: string, seenTag: string): Promise<boolean> {
    const path = `/api/titles?nodeId=${document.id}&languageCode=en-US`;
    const headers = { 'If-Match': seenTag };
    const { status } = await this.user.request('PATCH', path, { json: { Value: value }, headers });
    if (status === 412) return false;
    if (status !== 204) throw new Error(`Correcting ${document.name} answered ${status}.`);
    document.titles.set('en-US', value);
    this.log('title:write', document.id);
    return true;
  }

  async titleTag(document: LedgerDocument): Promise<string> {
    const path = `/api/titles?nodeId=${document.id}&languageCode=en-US`;
    return (await this.user.request('GET', path)).headers.get('ETag') ?? '';
  }

  /** Replaces the file by one whose last page was corrected. */
  async reprint(document: LedgerDocument, lastPictureSeed: number): Promise<void> {
    const seeds = [...document.pages.slice(0, -1).map(({ pictureSeed }) => pictureSeed), lastPictureSeed];
    const form = new FormData();
    form.append('file', await pdfFile(seeds), 'file');
    await this.user.send('PUT', `/api/documents/${document.id}?async=false`, { form });
    const last = document.pages.at(-1);
    if (last !== undefined) last.pictureSeed = lastPictureSeed;
    this.log('document:replace', document.id);
  }

  async throwAway(document: LedgerDocument): Promise<void> {
    await this.user.send('DELETE', `/api/documents/${document.id}`);
    throwAway(document);
    this.log('document:delete', document.id);
  }

  /** @returns whether the credits sufficed */
  async restore(document: LedgerDocument): Promise<boolean> {
    const { status } = await this.user.request('POST', `/api/Trash/${document.id}/Restore`);
    if (status === 403) return false;
    if (status !== 200) throw new Error(`Restoring ${document.name} answered ${status}.`);
    document.isInTrash = false;
    if (document.status === 'Active') setActive(document, this.organization.credit !== null);
    this.log('trash:restore', document.id);
    return true;
  }

  /** Whether the credits suffice for a document, as the ledger counts them. */
  canAfford(document: LedgerDocument): boolean {
    const left = creditLeft(this.organization);
    return left === null || left >= document.pages.filter(({ isPaid }) => !isPaid).length;
  }

  private async link(document: LedgerDocument, languageCode: WeekLanguage): Promise<void> {
    const json = {
      NodeId: document.id,
      LanguageCode: languageCode,
      Name: `More in ${languageCode}`,
      Type: 'URL',
      Content: '{"Url":"https://loupe.example/"}',
    };
    const made = await this.user.send('POST', '/api/actions', { json });
    document.actionIds.set(languageCode, textMember(made, 'Id'));
    this.log('action:write', document.id);
  }

  private async mark(document: LedgerDocument): Promise<void> {
    const json = { ImageId: document.pages[0]?.id, PositionX: 10, PositionY: 10, Width: 80, Height: 80 };
    document.zoneId = textMember(await this.user.send('POST', '/api/zones', { json }), 'Id');
    this.log('zone:create', document.zoneId);
  }

  private log(operation: string, elementId: string): void {
    this.organization.entries.push({ user: this.user.userName, operation, elementId });
  }
}

async function pdfFile(pictureSeeds: readonly number[]): Promise<Blob> {
  return new Blob([new Uint8Array(await newPdf(pictureSeeds, PAGES))], { type: 'application/pdf' });
}
