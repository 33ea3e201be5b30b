/** Newer versions of packs: a phone fetches the parts that it has not, and nothing breaks what it makes of them. */
import { beforeAll, describe, expect, it } from 'vitest';
import * as wasm from '../../packages/engine-wasm/src/index.js';
import { operator } from '../../src/access/viewer.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededFolder } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';
import { verdict } from './pack-reading.js';

describe('a newer version of a pack', () => {
  const loupe = useTestApp();
  let organization: SeededOrganization;
  let folder: SeededFolder;
  let key: string;
  let packId: string;
  let address: string;
  let publicKey: string;

  const made = async (jobId: string) => loupe.app.services.jobs.waitFor(jobId);
  const remake = async () => made((await loupe.app.services.packs.remake(operator, packId)).jobId);
  const whole = async () => (await wasm.newerPack(address, null))!;

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    folder = await (await organization.user()).folder();
    for (let i = 0; i < 8; i++) await folder.document(await jpegPicture(91 + i));
    const { packs, publishableKeys } = loupe.app.services;
    const { id, jobId } = await packs.create(operator, { elementId: folder.id });
    await made(jobId);
    packId = id;
    publicKey = packs.publicKey;
    ({ key } = await publishableKeys.create(operator, { organizationId: organization.id, name: 'Phones' }));
    address = `${loupe.url}/packs/${key}/${id}`;
  });

  it('comes as its head and its new parts, and is the same to the byte', async () => {
    const kept = await whole();
    expect(kept.transferred).toBe(kept.file.length);
    expect(await wasm.newerPack(address, kept)).toBeNull();
    await folder.document(await jpegPicture(99));
    await remake();
    const newer = (await wasm.newerPack(address, kept))!;
    const all = await whole();
    expect(Buffer.from(newer.file).equals(Buffer.from(all.file))).toBe(true);
    expect(newer.tag).toBe(all.tag);
    expect(await verdict(newer.file, publicKey)).toBe('sound');
    // Eight pages of nine stay.
    expect(newer.transferred).toBeLessThan(all.file.length / 3);
    const { head } = wasm.readHead(newer.file);
    const had = new Set(wasm.readHead(kept.file).head.chunks.map(({ sha256 }) => sha256));
    expect(head.chunks.some(({ sha256 }) => had.has(sha256))).toBe(true);
  });

  it('comes whole where the kept one is damaged, cut or no pack, and in parts where one part is', async () => {
    const kept = await whole();
    await remake();
    const all = await whole();
    const newerThan = async (file: Uint8Array) => (await wasm.newerPack(address, { ...kept, file }))!;
    const damaged = Uint8Array.from(kept.file);
    damaged[wasm.readHead(kept.file).offsets[0]! + 100]! ^= 1;
    for (const file of [
      damaged,
      kept.file.subarray(0, kept.file.length - 50),
      new Uint8Array(),
      Uint8Array.of(1, 2),
    ]) {
      const newer = await newerThan(file);
      expect(Buffer.from(newer.file).equals(Buffer.from(all.file))).toBe(true);
    }
  });

  it('comes whole where the version changes between its head and its parts, or ranges are not answered', async () => {
    const kept = await whole();
    await remake();
    const answers = { heads: 0 };
    const changing: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (answers.heads++ === 0) await remake();
      return answer;
    };
    const damaged = {
      ...kept,
      file: Uint8Array.from(kept.file, (byte, at) => (at > 5000 ? byte ^ 1 : byte)),
    };
    const newer = (await wasm.newerPack(address, damaged, changing))!;
    expect(Buffer.from(newer.file).equals(Buffer.from((await whole()).file))).toBe(true);
    const rangeless: typeof fetch = async (input) => fetch(input);
    const again = (await wasm.newerPack(address, kept, rangeless))!;
    expect(await verdict(again.file, publicKey)).toBe('sound');
  });

  it('is away where the address is closed, the network is gone, or the answer breaks off', async () => {
    const kept = await whole();
    const of = async (url: string, ask?: typeof fetch) =>
      wasm.newerPack(url, { ...kept, tag: '"older"' }, ask).then(
        () => 'came',
        (error: unknown) => (error instanceof wasm.PackAway ? error.status : String(error)),
      );
    expect(await of(`${loupe.url}/packs/pk_other/${packId}`)).toBe(404);
    expect(await of(address, async () => Promise.reject(new TypeError('Failed to fetch')))).toBeNull();
    const broken = () => new Response(new ReadableStream({ start: (to) => to.error(new Error('gone')) }));
    expect(await of(address, async () => broken())).toBeNull();
  });

  it('comes in parts to pages of other origins that the key allows', async () => {
    const origin = 'https://guide.example';
    const { publishableKeys } = loupe.app.services;
    const own = await publishableKeys.create(operator, {
      organizationId: organization.id,
      name: 'Guide',
      origins: [origin],
    });
    const url = `${loupe.url}/packs/${own.key}/${packId}`;
    const answer = await fetch(url, { headers: { origin, range: 'bytes=0-15' } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    const exposed = answer.headers.get('access-control-expose-headers') ?? '';
    for (const name of ['Content-Range', 'ETag']) expect(exposed).toContain(name);
    const asked = 'if-none-match,if-range,range';
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': asked,
      },
    });
    expect(preflight.ok).toBe(true);
    expect(preflight.headers.get('access-control-allow-headers')).toContain(asked);
    expect((await fetch(url, { headers: { origin: 'https://other.example' } })).status).toBe(403);
  });

  it('is never opened from a file of random damage', async () => {
    const { file } = await whole();
    const { signed, offsets, end } = wasm.readHead(file);
    let state = 7;
    const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
    const counts = new Map<string, number>();
    const isPadding = (at: number) =>
      at >= signed.length + 64 &&
      !wasm.readHead(file).head.chunks.some(({ size }, i) => at >= offsets[i]! && at < offsets[i]! + size);
    const damages: ((bytes: Uint8Array) => Uint8Array)[] = [
      // Bits, cuts, runs of zeros, parts moved, bytes more, numbers of the head.
      (bytes) => ((bytes[random(signed.length + 64)]! ^= 1 << random(8)), bytes),
      (bytes) => bytes.subarray(0, random(end)),
      (bytes) => bytes.fill(0, random(signed.length), signed.length + 64 + random(200)),
      (bytes) => bytes.copyWithin(random(signed.length), 200 + random(end - 200), end),
      (bytes) => Uint8Array.of(...bytes.subarray(0, 16 + random(600)), random(256)),
      (bytes) => (new DataView(bytes.buffer).setUint32(8 + 4 * random(2), random(2 ** 31), true), bytes),
    ];
    for (let i = 0; i < 3000; i++) {
      const damaged = damages[i % damages.length]!(Uint8Array.from(file));
      const changed = damaged.findIndex((byte, at) => byte !== file[at]);
      const isSame = damaged.length === file.length && (changed < 0 || isPadding(changed));
      const said = await verdict(damaged, publicKey);
      if (!isSame) counts.set(said, (counts.get(said) ?? 0) + 1);
    }
    const known = ['PACK_DAMAGED', 'PACK_FOREIGN', 'PACK_INCOMPLETE', 'PACK_NEWER'];
    expect([...counts.keys()].filter((said) => !known.includes(said))).toEqual([]);
    expect([...counts.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(2900);
  });
});
