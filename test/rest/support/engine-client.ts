/** A client of the engine's REST surface for tests. */
import { expect } from 'vitest';
import { operator } from '../../../src/access/viewer.js';
import type { ApplicationKind } from '../../../src/engine/application.entity.js';
import { newId } from '../../../src/kernel/ids.js';
import type { TestApp } from '../../kit/app.js';

export interface Answer {
  readonly status: { readonly code: number; readonly message: string };
  readonly nb_results_found?: number;
  readonly images?: readonly {
    readonly id: string;
    readonly score: number;
    readonly keywords: string[];
    readonly result_info: string;
  }[];
  readonly [member: string]: unknown;
}

export type Fields = Readonly<Record<string, string | readonly string[]>>;

export function form(fields: Fields, image?: Buffer): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const text of [value].flat()) data.append(name, text);
  if (image) data.append('image_content', new Blob([new Uint8Array(image)]), 'phone.jpg');
  return data;
}

export class EngineClient {
  constructor(private readonly loupe: TestApp) {}

  async newApplication(kind: ApplicationKind = 'mobile'): Promise<string> {
    const key = newId().replaceAll('-', '');
    await this.loupe.app.services.applications.create(operator, { kind, key });
    return key;
  }

  /** Whatever happens, the engine answers HTTP 200 and JSON. */
  async call(path: string, init: RequestInit = {}, base = this.loupe.url): Promise<Answer> {
    const response = await fetch(`${base}${path}`, init);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    return (await response.json()) as Answer;
  }

  async add(key: string, id: string, image: Buffer, keywords: readonly string[] = []): Promise<Answer> {
    const body = form({ application_key: key, image_id: id, keywords }, image);
    return this.call('/api/v2.0/enginemodify/json/AddImage', { method: 'POST', body });
  }

  async search(key: string, image: Buffer, others: Fields = {}): Promise<Answer> {
    const body = form({ application_key: key, ...others }, image);
    return this.call('/api/v2.0/enginequery/json/SearchImageByUpload', { method: 'POST', body });
  }
}
