/** Packs on the command line. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { runLoupe } from '../kit/command.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';

describe('loupe pack', () => {
  const loupe = useTestApp();
  let organization: SeededOrganization;
  let document: SeededDocument;
  let folder: string;
  const run = (...words: readonly string[]) => runLoupe(['pack', ...words], loupe.environment);

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    document = await (await (await organization.user()).folder()).document(await jpegPicture(83));
    folder = await mkdtemp(join(tmpdir(), 'loupe-pack-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  interface Facts {
    readonly id: string;
    readonly version: number;
    readonly pageCount: number;
    readonly url: string;
    readonly scanUrl: string;
  }

  it('makes one, makes it again, lists it, writes its file, checks it as phones do, and revokes it', async () => {
    const made = (
      await run('make', document.id, '--language', 'de-DE', '--valid-days', '7', '--key', 'pk_a', '--json')
    ).json() as Facts;
    expect(made).toMatchObject({ version: 1, pageCount: 1, languages: ['de-DE'], validDays: 7 });
    expect(made.url).toMatch(new RegExp(`/packs/pk_a/${made.id}$`));
    expect(made.scanUrl).toMatch(new RegExp(`/scan#key=pk_a&pack=${made.id}$`));
    expect((await run('remake', made.id, '--json')).json()).toMatchObject({ id: made.id, version: 2 });
    expect((await run('list', document.id, '--json')).json()).toMatchObject([{ id: made.id, version: 2 }]);
    expect((await run('list', document.id)).out).toContain('made');
    const path = join(folder, 'one.loupepack');
    expect((await run('download', made.id, path, '--json')).json()).toMatchObject({
      id: made.id,
      version: 2,
    });
    const sound = await run('verify', path, '--json');
    expect([sound.exitCode, sound.json()]).toMatchObject([0, { isSound: true, pageCount: 1 }]);
    expect((await run('revoke', made.id)).exitCode).toBe(0);
    expect((await run('list', document.id)).out).toContain('There is no pack');
    const gone = await run('download', made.id, join(folder, 'two'));
    expect(gone).toMatchObject({ exitCode: 3 });
    expect(gone.error).toMatch(/not found/i);
  });

  it('writes a pack of a draft before the document is active', async () => {
    const own = await (await document.user.folder()).document(await jpegPicture(84), { status: 'Inactive' });
    const path = join(folder, 'draft.loupepack');
    const { id, ...facts } = (await run('draft', own.id, path, '--json')).json() as Facts;
    expect(facts).toMatchObject({ version: 1, pageCount: 1 });
    expect((await run('verify', path, '--json')).json()).toMatchObject({ isSound: true, id });
    expect((await run('draft', own.id, path)).out).toContain('Valid until');
    expect((await run('list', own.id)).out).toContain('There is no pack');
    expect((await run('draft', newId(), join(folder, 'none'))).exitCode).toBe(3);
    expect(await readdir(folder)).not.toContain('none.part');
  });

  it('says with 4 why phones refuse a file', async () => {
    const { id } = (await run('make', organization.id, '--json')).json() as Facts;
    const path = join(folder, 'whole');
    await run('download', id, path);
    const file = await readFile(path);
    const refused = async (bytes: Buffer, ...words: readonly string[]) => {
      await writeFile(join(folder, 'other'), bytes);
      const { exitCode, json } = await run('verify', join(folder, 'other'), '--json', ...words);
      return [exitCode, (json() as { code?: string }).code];
    };
    expect(await refused(file.subarray(0, file.length - 9))).toEqual([4, 'PACK_INCOMPLETE']);
    const changed = Buffer.from(file);
    changed[changed.length - 5]! ^= 4;
    expect(await refused(changed)).toEqual([4, 'PACK_DAMAGED']);
    expect(await refused(file, '--public-key', 'A'.repeat(43))).toEqual([4, 'PACK_FOREIGN']);
    expect(await refused(Buffer.from('<html>'))).toEqual([4, 'PACK_DAMAGED']);
  });

  it('refuses input that is no element, pack or file, and says what is', async () => {
    expect((await run('make', 'Nobody’s')).error).toContain('Nobody’s');
    expect((await run('make', newId())).exitCode).toBe(3);
    expect((await run('make', document.imageIds[0]!)).error).toMatch(
      /an organization, a folder or a document/,
    );
    expect((await run('make', document.id, '--valid-days', '900')).error).toMatch(/between 1 and 366/);
    expect((await run('make', document.id, '--language', 'tlh')).error).toContain('tlh');
    expect((await run('remake', 'x')).exitCode).toBe(3);
    expect((await run('verify', join(folder, 'none'))).exitCode).toBe(3);
  });
});
