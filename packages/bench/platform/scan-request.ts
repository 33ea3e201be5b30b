/** Scans as the apps of readers send them, over connections that the caller holds. */
import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { renderMagazinePage } from '../print/magazine.js';
import { simulatePhoto } from '../simulation/photo-simulator.js';

export interface ScanBody {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface Scanned {
  readonly address: string;
  readonly apiKey: string;
  readonly agent: Agent;
}

/** A JPEG of a page of the demo, photographed. @param page from 0 */
export async function photoOfPage(page: number): Promise<Buffer> {
  return (await simulatePhoto(await renderMagazinePage(page), { strength: 'medium', seed: page + 1 })).jpeg;
}

/** A form with a photo. */
export async function scanBody(jpeg: Buffer): Promise<ScanBody> {
  const form = new FormData();
  form.append('query', JSON.stringify({ Language: 'en-US' }));
  form.append('file', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'photo.jpg');
  const encoded = new Response(form);
  const bytes = Buffer.from(await encoded.arrayBuffer());
  return { type: encoded.headers.get('Content-Type') ?? '', bytes };
}

/** @returns the status, once the whole answer is here. @throws Error when there is no answer within a minute */
export async function postScan(
  { address, apiKey, agent }: Scanned,
  { type, bytes }: ScanBody,
): Promise<number> {
  const sent = request(`${address}/api/EnrichedImages`, {
    method: 'POST',
    agent,
    timeout: 60_000,
    headers: {
      ApiKey: apiKey,
      ApplicationName: 'Measure',
      ApplicationVersion: '1',
      DeviceName: 'Simulated phone',
      DeviceSystemVersion: '1',
      SdkVersion: '1',
      'Content-Type': type,
      'Content-Length': bytes.length,
    },
  });
  return (await answerTo(sent.end(bytes))).status;
}

export async function answerTo(
  sent: ReturnType<typeof request>,
): Promise<{ readonly status: number; readonly body: string }> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await text(response) };
}

/** @throws Error when a scan finds nothing or fails */
export async function requireScan(scanned: Scanned, body: ScanBody): Promise<void> {
  const status = await postScan(scanned, body);
  if (status !== 200) throw new Error(`A scan was answered with ${status}.`);
}
