/** Scans and uploads over REST as forms, for tests that are not about the form itself. */
import type { TestApp } from '../../kit/app.js';
import { requireDescribed } from '../../kit/rest-contract.js';

export const deviceHeaders = {
  ApplicationName: 'Test',
  ApplicationVersion: '1.0.0',
  DeviceName: 'PC',
  DeviceSystemVersion: '10.0.0',
  SdkVersion: '1.0.0',
} as const;

export interface Scanned {
  readonly status: number;
  /** null when nothing was recognized. */
  readonly image: {
    readonly Id: string;
    readonly Title: string;
    readonly Actions: readonly ScannedAction[];
  } | null;
}

interface ScannedAction {
  readonly Id: string;
  readonly Name: string;
  readonly Style: string | null;
  readonly Icon: string | null;
}

export async function scan(
  loupe: TestApp,
  apiKey: string,
  photo: Buffer,
  languageCode = 'en-US',
): Promise<Scanned & { readonly body: unknown }> {
  const form = new FormData();
  form.append('query', JSON.stringify({ Language: languageCode }));
  form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
  const path = '/api/EnrichedImages';
  const headers = { ApiKey: apiKey, ...deviceHeaders };
  const response = await fetch(`${loupe.url}${path}`, { method: 'POST', headers, body: form });
  const text = await response.text();
  requireDescribed({ method: 'POST', path, status: response.status, text });
  const body = text === '' ? null : (JSON.parse(text) as unknown);
  return {
    status: response.status,
    body,
    image: response.status === 200 ? (body as Scanned['image']) : null,
  };
}
