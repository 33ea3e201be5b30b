/** A tenant with a logged-in administrator, and requests in its name. */
import { operator } from '../../../src/access/viewer.js';
import { newId } from '../../../src/kernel/ids.js';
import type { TestApp } from '../../kit/app.js';
import { requireDescribed } from '../../kit/rest-contract.js';

export interface SendOptions {
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const password = 'correct horse battery';

export class Tenant {
  token = '';

  private constructor(
    private readonly loupe: TestApp,
    readonly organizationId: string,
    readonly apiKey: string,
    readonly mail: string,
  ) {}

  static async create(loupe: TestApp): Promise<Tenant> {
    const { organizations, users } = loupe.app.services;
    const { id, apiKey } = await organizations.create(operator, { name: 'Tenant', languageCode: 'en-US' });
    const mail = `${newId()}@loupe.example`;
    await users.create(operator, { organizationId: id, mail, password, roles: ['Administrator'] });
    const tenant = new Tenant(loupe, id, apiKey ?? '', mail);
    tenant.token = ((await (await tenant.logIn()).json()) as { access_token: string }).access_token;
    return tenant;
  }

  logIn(
    changes: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = { ApiKey: this.apiKey },
  ): Promise<Response> {
    const body = new URLSearchParams({ grant_type: 'password', username: this.mail, password, ...changes });
    return fetch(`${this.loupe.url}/token`, { method: 'POST', headers, body });
  }

  async send(method: string, path: string, { json, text, headers }: SendOptions = {}) {
    const hasBody = json !== undefined || text !== undefined;
    const response = await fetch(`${this.loupe.url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.token}`,
        ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
      },
      body: text ?? (json === undefined ? undefined : JSON.stringify(json)),
    });
    const answer = await response.text();
    requireDescribed({ method, path, status: response.status, text: answer });
    const body = answer === '' ? null : JSON.parse(answer);
    return { status: response.status, headers: response.headers, answer, body };
  }

  async newFolder(name = 'Folder'): Promise<string> {
    const json = { ParentId: this.organizationId, Name: name };
    return (await this.send('POST', '/api/folders', { json })).body.Id as string;
  }
}
