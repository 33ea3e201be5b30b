/** A logged-in user of a seeded organization, who makes folders and documents over HTTP. */
import type { UserViewer } from '../../../src/access/viewer.js';
import { newId } from '../../../src/kernel/ids.js';
import type { TestApp } from '../app.js';
import { elementsOf, textMember } from '../json.js';
import { requireDescribed } from '../rest-contract.js';

export interface RequestOptions {
  readonly json?: object;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface DocumentOptions {
  readonly name?: string;
  readonly defaultLanguage?: string;
  readonly contentType?: string;
  /** Active unless told otherwise. */
  readonly status?: 'Active' | 'Inactive';
}

interface UserData {
  readonly id: string;
  readonly organizationId: string;
  readonly userName: string;
  readonly password: string;
  readonly token: string;
}

export class SeededUser {
  readonly id: string;
  readonly organizationId: string;
  readonly userName: string;
  readonly password: string;
  readonly token: string;

  constructor(
    readonly loupe: TestApp,
    data: UserData,
  ) {
    this.id = data.id;
    this.organizationId = data.organizationId;
    this.userName = data.userName;
    this.password = data.password;
    this.token = data.token;
  }

  /** Who the services see behind the token. */
  async viewer(): Promise<UserViewer> {
    const viewer = await this.loupe.app.services.auth.viewerOfToken(this.token);
    if (viewer?.kind !== 'user') throw new Error('The token of the seeded user is no longer valid.');
    return viewer;
  }

  /** Makes readable all that readers did so far. */
  async feedEvents(): Promise<void> {
    await this.loupe.app.services.eventFeed.feed();
  }

  /** Sends a request with the user's token and returns the answer, whatever its status. */
  async request(
    method: string,
    path: string,
    { json, form, headers }: RequestOptions = {},
  ): Promise<Response> {
    const response = await fetch(`${this.loupe.url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.token}`,
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? form : JSON.stringify(json),
    });
    const text = await response.clone().text();
    if (path.startsWith('/api/')) requireDescribed({ method, path, status: response.status, text });
    return response;
  }

  /** Sends a request that must succeed. @returns the answer's JSON, null when it has no content */
  async send(method: string, path: string, options: RequestOptions = {}): Promise<unknown> {
    const response = await this.request(method, path, options);
    if (!response.ok) {
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    }
    return response.status === 204 ? null : response.json();
  }

  async folder({ name = 'Folder', parentId = this.organizationId } = {}): Promise<SeededFolder> {
    const folder = await this.send('POST', '/api/Folders', { json: { Name: name, ParentId: parentId } });
    return new SeededFolder(this, textMember(folder, 'Id'));
  }
}

export class SeededFolder {
  constructor(
    readonly user: SeededUser,
    readonly id: string,
  ) {}

  /** A document whose pages are ready and recognized. */
  async document(bytes: Buffer, options: DocumentOptions = {}): Promise<SeededDocument> {
    const { name = `Document ${newId()}`, defaultLanguage = 'en-US', contentType = 'image/jpeg' } = options;
    const { status = 'Active' } = options;
    const form = new FormData();
    form.append(
      'document',
      JSON.stringify({ Name: name, DefaultLanguage: defaultLanguage, ParentId: this.id, Status: status }),
    );
    form.append('file', new Blob([new Uint8Array(bytes)], { type: contentType }), 'file');
    const document = await this.user.send('POST', '/api/Documents?async=false', { form });
    const id = textMember(document, 'Id');
    const images = elementsOf(await this.user.send('GET', `/api/documents/${id}/images`));
    return new SeededDocument(
      this.user,
      id,
      images.map((image) => textMember(image, 'Id')),
    );
  }
}

export class SeededDocument {
  constructor(
    readonly user: SeededUser,
    readonly id: string,
    /** In the order of the pages. */
    readonly imageIds: readonly string[],
  ) {}

  /** A web link on a node of the document: on the document itself unless told otherwise. */
  async action({ nodeId = this.id, name = 'Read more', languageCode = 'en-US' } = {}): Promise<string> {
    const json = {
      NodeId: nodeId,
      LanguageCode: languageCode,
      Name: name,
      Type: 'URL',
      Content: JSON.stringify({ Url: 'https://loupe.example/', ContentType: 'text/html' }),
    };
    return textMember(await this.user.send('POST', '/api/Actions', { json }), 'Id');
  }

  async title(value: string, { nodeId = this.id, languageCode = 'en-US' } = {}): Promise<void> {
    const json = { NodeId: nodeId, LanguageCode: languageCode, Value: value };
    await this.user.send('PUT', '/api/Titles', { json });
  }

  /** A zone of a page; percentages of the page. */
  async zone({
    imageId = this.imageIds[0] ?? '',
    x = 0,
    y = 0,
    width = 50,
    height = 50,
  } = {}): Promise<string> {
    const json = { ImageId: imageId, PositionX: x, PositionY: y, Width: width, Height: height };
    return textMember(await this.user.send('POST', '/api/Zones', { json }), 'Id');
  }
}
