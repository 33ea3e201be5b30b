/**
 * Serves packs at `/packs/KEY/ID`, and what the page of phones needs to read them. The key is publishable: who revokes the key
 * or the pack closes the address.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { BlobStore } from '../media/blobs/blob-store.js';
import type { PackService } from '../packs/pack.service.js';
import { addonPlace } from '../engine-host/addon-place.js';
import { VOCABULARY_PATH } from '../engine-host/native.js';
import { join } from 'node:path';
import { notFound } from '../kernel/errors.js';
import { isFromOwnPage, originOf } from './base-url.js';

export interface PackSurroundings {
  readonly packs: Pick<PackService, 'published' | 'publicKey'>;
  readonly blobs: Pick<BlobStore, 'readStream'>;
  readonly publicUrl: string | null;
}

const RANGE = /^bytes=(\d+)-(\d*)$/;

export function registerPacks(http: FastifyInstance, { packs, blobs, publicUrl }: PackSurroundings): void {
  http.get<{ Params: { key: string; id: string } }>('/packs/:key/:id', async (request, reply) => {
    const { key, id } = request.params;
    const origin = originOf(request);
    const page = { isOwn: origin === null || isFromOwnPage(request, publicUrl), origin };
    const pack = await packs.published(key, id, page);
    const tag = `"${pack.fileId}"`;
    allowPage(reply, origin)
      .header('ETag', tag)
      .header('Cache-Control', 'public, no-cache')
      .header('Accept-Ranges', 'bytes')
      .header('Content-Security-Policy', "default-src 'none'; sandbox");
    if (request.headers['if-none-match']?.includes(tag) === true) return reply.code(304).send();
    return sendPart(request, reply.type('application/octet-stream'), pack, blobs);
  });

  const assets = new Map<string, Asset>();
  http.get<{ Params: { name: string } }>('/packs/engine/:name', async (request, reply) => {
    const { name } = request.params;
    const place = Object.hasOwn(PLACES, name) ? PLACES[name] : undefined;
    if (place === undefined) throw notFound('The file');
    const asset = assets.get(name) ?? readAsset(place());
    assets.set(name, asset);
    allowPage(reply, originOf(request)).header('ETag', asset.tag).header('Cache-Control', 'public, no-cache');
    if (request.headers['if-none-match']?.includes(asset.tag) === true) return reply.code(304).send();
    return reply.type(asset.contentType).send(asset.bytes);
  });

  http.get('/packs/engine', async (request, reply) =>
    allowPage(reply, originOf(request))
      .header('Cache-Control', 'no-cache')
      .send({ publicKey: packs.publicKey }),
  );
}

interface Asset {
  readonly bytes: Buffer;
  readonly tag: string;
  readonly contentType: string;
}

const moduleFile = (name: string) => join(addonPlace.root, 'packages', 'engine-wasm', 'module', name);
const PLACES: Readonly<Record<string, () => string>> = {
  'loupe.wasm': () => moduleFile('loupe.wasm'),
  'loupe-plain.wasm': () => moduleFile('loupe-plain.wasm'),
  'vocabulary.bin': () => VOCABULARY_PATH,
};

function readAsset(path: string): Asset {
  const bytes = readFileSync(path);
  const contentType = path.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
  return { bytes, contentType, tag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"` };
}

/** Other pages may read what their key allows them. */
function allowPage(reply: FastifyReply, origin: string | null): FastifyReply {
  void reply.header('Vary', 'Origin');
  return origin === null ? reply : reply.header('Access-Control-Allow-Origin', origin);
}

/**
 * The whole, or the one range that is asked for: a later version is fetched by its head and what is new of its chunks. Who wants to
 * go on with another version (`If-Range`) gets the whole.
 */
function sendPart(
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
  { fileId, sizeBytes }: { readonly fileId: string; readonly sizeBytes: number },
  blobs: Pick<BlobStore, 'readStream'>,
): FastifyReply {
  const isOfThis = [undefined, `"${fileId}"`].includes(headers['if-range'] as string | undefined);
  const asked = isOfThis ? RANGE.exec(headers.range ?? '') : null;
  if (asked === null) {
    reply.header('Content-Length', sizeBytes);
    return method === 'HEAD' ? reply.send() : reply.send(blobs.readStream(fileId));
  }
  const start = Number(asked[1]);
  const end = Math.min(asked[2] === '' ? sizeBytes - 1 : Number(asked[2]), sizeBytes - 1);
  if (start > end)
    return reply.code(416).header('Content-Range', `bytes */${sizeBytes}`).header('Content-Length', 0).send();
  reply
    .code(206)
    .header('Content-Range', `bytes ${start}-${end}/${sizeBytes}`)
    .header('Content-Length', end - start + 1);
  return method === 'HEAD' ? reply.send() : reply.send(blobs.readStream(fileId, { start, end }));
}
