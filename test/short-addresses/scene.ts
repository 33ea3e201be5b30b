/** A publisher with one page, who makes short addresses, and a reader who follows them. */
import { beforeEach } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import type { DocumentView, ImageView } from '../../src/documents/views.js';
import type { NewShortAddress } from '../../src/short-addresses/short-address.service.js';
import type { TestApp } from '../kit/app.js';
import { newPublisher, type TestPublisher } from '../recognition/publisher.js';
import { paintedPage } from './painted-page.js';

export class Scene {
  publisher!: TestPublisher;
  document!: DocumentView;
  page!: ImageView;

  constructor(private readonly loupe: TestApp) {}

  async begin(): Promise<void> {
    this.publisher = await newPublisher(this.loupe);
    const { services, organization } = this.publisher;
    await services.organizations.update(operator, organization.id, { timeZone: 'Asia/Tokyo' });
    ({ document: this.document, page: this.page } = await this.publisher.print(await paintedPage()));
  }

  async make(given: NewShortAddress) {
    return this.publisher.services.shortAddresses.create(this.publisher.editor, given, [this.loupe.url]);
  }

  /** An action that opens an address. */
  async link(nodeId: string, name: string, url = `https://lisiere.example/${name}`) {
    return this.publisher.services.actions.create(this.publisher.editor, {
      ...{ nodeId, name, type: 'URL', languageCode: 'en-US' },
      content: JSON.stringify({ Url: url }),
    });
  }

  /** Answer to a browser that follows no redirect. */
  async visit(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
    const response = await fetch(`${this.loupe.url}${path}`, { redirect: 'manual', headers, method });
    const { status } = response;
    return { status, location: response.headers.get('location'), text: await response.text() };
  }
}

/** Makes another one before each test. */
export function useScene(loupe: TestApp): Scene {
  const scene = new Scene(loupe);
  beforeEach(async () => scene.begin());
  return scene;
}
