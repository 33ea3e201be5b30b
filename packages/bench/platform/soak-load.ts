/**
 * Gentle traffic of every kind for hours: scans of what is known and of what is not, documents that are uploaded, edited,
 * scanned and removed for good, folders that come and go, lists that are read.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DemoHttpError,
  type DemoHttpClient,
  memberOf,
  textMember,
} from '../../../demo/loader/http-client.js';
import { printPoster } from '../print/poster.js';
import { jpegPicture } from '../../../test/kit/pictures.js';
import type { TrialServer } from './trial-server.js';

/** Documents that stay while newer ones come. */
const KEPT_DOCUMENTS = 20;
const LANGUAGE = 'en-US';

/** How often each kind of work begins; the next one begins only when the one before is done. */
const EVERY_MS = { scan: 500, document: 6000, folder: 1000, read: 1000, print: 120_000 } as const;

export class SoakLoad {
  readonly done: Record<keyof typeof EVERY_MS, number> = {
    scan: 0,
    document: 0,
    folder: 0,
    read: 0,
    print: 0,
  };
  /** What was answered otherwise than it should be, in words. */
  readonly faults: string[] = [];
  private readonly documents: string[] = [];
  private seed = 0;
  private readonly client: DemoHttpClient;

  constructor(private readonly trial: TrialServer) {
    this.client = trial.client;
  }

  /** Works until the signal; what has begun is finished. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([
      this.repeat('scan', signal, async () => this.scanSomething()),
      this.repeat('document', signal, async () => this.publish()),
      this.repeat('folder', signal, async () => this.editFolder()),
      this.repeat('read', signal, async () => this.readAround()),
      this.repeat('print', signal, async () => this.publishPrint()),
    ]);
  }

  private async repeat(
    kind: keyof typeof EVERY_MS,
    signal: AbortSignal,
    work: () => Promise<void>,
  ): Promise<void> {
    while (!signal.aborted) {
      const begun = performance.now();
      try {
        await work();
        this.done[kind] += 1;
      } catch (error) {
        this.faults.push(`${kind}: ${error instanceof Error ? error.message : String(error)}`);
      }
      const pauseMs = Math.max(0, EVERY_MS[kind] - (performance.now() - begun));
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Every third scan is of something that is nowhere. */
  private async scanSomething(): Promise<void> {
    const isKnown = this.done.scan % 3 !== 2;
    const photo = isKnown ? this.trial.photo : await jpegPicture(1_000_000 + this.nextSeed());
    const answer = await this.scan(photo);
    if ((answer !== null) !== isKnown) throw new Error(isKnown ? 'not recognized' : 'recognized by mistake');
  }

  private async scan(photo: Buffer): Promise<unknown> {
    const form = new FormData();
    form.append('query', JSON.stringify({ Language: LANGUAGE }));
    form.append('file', jpegBlob(photo), 'photo.jpg');
    const headers = {
      ApiKey: this.trial.apiKey,
      ApplicationName: 'Soak',
      ApplicationVersion: '1',
      DeviceName: 'Simulated phone',
      DeviceSystemVersion: '1',
      SdkVersion: '1',
    };
    return this.client.send('POST', '/api/EnrichedImages', { form, headers });
  }

  private async publish(): Promise<void> {
    const photo = await jpegPicture(this.nextSeed());
    const id = await this.upload(jpegBlob(photo), 'page.jpg');
    const title = { NodeId: id, LanguageCode: LANGUAGE, Value: `Title ${this.done.document}` };
    await this.client.send('POST', '/api/Titles', { json: title });
    const Content = JSON.stringify({ Url: 'https://loupe.example/', ContentType: 'text/html' });
    const action = { NodeId: id, LanguageCode: LANGUAGE, Name: 'More', Type: 'URL', Content };
    await this.client.send('POST', '/api/Actions', { json: action });
    const found = await this.scan(photo);
    if (found === null || textMember(found, 'DocumentId') !== id)
      throw new Error('a new page is not recognized');
    await this.keep(id);
  }

  /** A PDF is drawn in a process of its own. */
  private async publishPrint(): Promise<void> {
    await this.keep(await this.upload(new Blob([new Uint8Array(await printPoster())]), 'poster.pdf'));
  }

  private async upload(file: Blob, name: string): Promise<string> {
    const form = new FormData();
    const place = {
      Name: `Document ${this.nextSeed()}`,
      DefaultLanguage: LANGUAGE,
      ParentId: this.trial.organizationId,
      Status: 'Active',
    };
    form.append('document', JSON.stringify(place));
    form.append('file', file, name);
    return textMember(await this.client.send('POST', '/api/Documents?async=false', { form }), 'Id');
  }

  private async keep(id: string): Promise<void> {
    this.documents.push(id);
    const oldest = this.documents.length > KEPT_DOCUMENTS ? this.documents.shift() : undefined;
    if (oldest === undefined) return;
    await this.client.send('DELETE', `/api/documents/${oldest}`);
    await this.client.send('DELETE', `/api/Trash/${oldest}`);
  }

  private async editFolder(): Promise<void> {
    const json = { Name: `Folder ${this.nextSeed()}`, ParentId: this.trial.organizationId, Status: 'Active' };
    const id = textMember(await this.client.send('POST', '/api/Folders', { json }), 'Id');
    const title = { NodeId: id, LanguageCode: LANGUAGE, Value: 'A folder' };
    await this.client.send('POST', '/api/Titles', { json: title });
    await this.client.send('DELETE', `/api/folders/${id}`);
    await this.client.send('DELETE', `/api/Trash/${id}`);
  }

  private async readAround(): Promise<void> {
    const id = this.documents.at(-1);
    if (id !== undefined) {
      await this.client.send('GET', `/api/documents/${id}/images`).catch(unlessGone);
      await this.client.send('GET', `/api/documents/${id}/matches`).catch(unlessGone);
    }
    const query =
      'query($id: ID!) { me { __typename } organization(id: $id) { name documents(first: 20) { nodes { id name } } } }';
    const json = { query, variables: { id: this.trial.organizationId } };
    const answer = await this.client.send('POST', '/graphql', { json });
    const errors = memberOf(answer, 'errors');
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
  }

  private nextSeed(): number {
    this.seed += 1;
    return this.seed;
  }
}

/** It may be removed while it is being read. */
function unlessGone(error: unknown): void {
  if (!(error instanceof DemoHttpError) || error.status !== 404) throw error;
}

const jpegBlob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
