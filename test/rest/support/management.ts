/** Calls of the engine's management interface; each answer is compared with the description. */
import { BASE } from '../../../src/rest/engine-v3/route.js';
import type { TestApp } from '../../kit/app.js';
import { requireDescribed } from '../../kit/rest-contract.js';
import { Tenant } from './tenant.js';

export interface MadeApplication {
  readonly id: string;
  readonly modifyKey: string;
  readonly queryKey: string;
}

export type Parts = Readonly<Record<string, string | Buffer | readonly string[]>>;

export class Management {
  private constructor(
    private readonly loupe: TestApp,
    readonly tenant: Tenant,
  ) {}

  static async open(loupe: TestApp): Promise<Management> {
    return new Management(loupe, await Tenant.create(loupe));
  }

  async newApplication(kind = 'mobile'): Promise<MadeApplication> {
    const json = { kind, name: 'Labels', queryKey: `query-key-${Math.random()}` };
    const { status, body } = await this.tenant.send('POST', `${BASE}/applications`, { json });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body as MadeApplication;
  }

  /** A multipart call with a key of the application. */
  async post(key: string, path: string, parts: Parts) {
    const form = new FormData();
    for (const [name, value] of Object.entries(parts)) {
      if (Buffer.isBuffer(value)) form.append(name, new Blob([new Uint8Array(value)]), `${name}.bin`);
      else for (const text of [value].flat()) form.append(name, String(text));
    }
    const full = `${BASE}/applications/current/${path}`;
    const headers = { 'Application-Key': key };
    const response = await fetch(`${this.loupe.url}${full}`, { method: 'POST', headers, body: form });
    const text = await response.text();
    requireDescribed({ method: 'POST', path: full, status: response.status, text });
    return { status: response.status, body: JSON.parse(text) as unknown };
  }

  /** A call with the token of the administrator. */
  async get(id: string, path: string) {
    return this.tenant.send('GET', `${BASE}/applications/${id}/${path}`);
  }
}
