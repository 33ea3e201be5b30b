/** Limits that the operator sets for an organization: refusals beyond them, and warnings before. */
import { beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import type { OrganizationContract } from '../../src/organizations/organization.rules.js';
import { runLoupe } from '../kit/command.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import type { SeededFolder, SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';
import { scan } from '../rest/support/scans.js';

describe('limits of an organization', () => {
  const clock = new MovableClock();
  const loupe = useTestApp({ clock });
  let organization: SeededOrganization;
  let administrator: SeededUser;
  let folder: SeededFolder;
  let photo: Buffer;

  beforeEach(async () => {
    clock.to('2026-06-10T12:00:00Z');
    organization = await seed(loupe).organization();
    administrator = await organization.user();
    folder = await administrator.folder();
    photo = await jpegPicture(77);
  });

  const allow = async (contract: OrganizationContract) =>
    loupe.app.services.organizations.setContract(operator, organization.id, contract);
  const uses = async () => loupe.app.services.accounts.uses(operator, organization.id);
  const inbox = async () => {
    const items = await loupe.app.services.inbox.of(operator, organization.id);
    return items.map(({ kind, count }) => [kind, count]);
  };
  const send = async (bytes: Buffer) => {
    const form = new FormData();
    form.set('document', JSON.stringify({ Name: 'x', ParentId: folder.id, DefaultLanguage: 'en-US' }));
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'x.jpg');
    return administrator.request('POST', '/api/Documents', { form });
  };
  const scanOne = async () => (await scan(loupe, organization.apiKey, photo)).status;

  it('counts nothing and refuses nothing where there is none', async () => {
    await folder.document(photo);
    expect(await scanOne()).not.toBe(403);
    const { storageBytes, scansAMonth } = await uses();
    expect(storageBytes).toEqual({ used: expect.any(Number), limit: null });
    expect(storageBytes.used).toBeGreaterThan(photo.length);
    expect(scansAMonth).toEqual({ used: 0, limit: null });
    expect(await inbox()).toEqual([]);
  });

  it('refuses files beyond the bytes, and keeps nothing of them; what is deleted makes room', async () => {
    const document = await folder.document(photo);
    const { used } = (await uses()).storageBytes;
    await allow({ storageLimit: used + 1 });
    const refused = await send(photo);
    expect(refused.status).toBe(403);
    expect(JSON.stringify(await refused.json())).toContain('operator');
    expect((await uses()).storageBytes.used).toBe(used);
    expect(await inbox()).toContainEqual(['StorageNear', expect.any(Number)]);
    await allow({ storageLimit: used });
    expect(await inbox()).toContainEqual(['StorageNear', 100]);
    await administrator.send('DELETE', `/api/Documents/${document.id}`);
    await loupe.app.services.trash.empty(operator, organization.id);
    await allow({ storageLimit: used + photo.length });
    expect((await send(photo)).status).toBe(201);
  });

  it('refuses scans beyond those of the month, also of another server, until the month ends', async () => {
    await allow({ scanLimit: 5 });
    for (let at = 0; at < 4; at += 1) expect(await scanOne()).not.toBe(403);
    await loupe.app.services.organizationLimits.flush();
    expect((await uses()).scansAMonth).toEqual({ used: 4, limit: 5 });
    expect(await inbox()).toContainEqual(['ScansNear', 80]);
    clock.forward({ seconds: 20 });
    expect(await scanOne()).not.toBe(403);
    expect(await scanOne()).toBe(403);
    clock.to('2026-07-01T00:00:01Z');
    expect(await scanOne()).not.toBe(403);
  });

  it('is set at the command line, and taken away there', async () => {
    const set = async (...words: readonly string[]) =>
      runLoupe(['org', 'set', organization.id, ...words], loupe.environment);
    await set('--storage', '5', '--scans', '1000');
    expect(await uses()).toMatchObject({ storageBytes: { limit: 5_000_000 }, scansAMonth: { limit: 1000 } });
    await set('--storage', 'none', '--scans', 'none');
    expect(await uses()).toMatchObject({ storageBytes: { limit: null }, scansAMonth: { limit: null } });
    expect((await set('--scans', 'many')).error).toContain('whole number');
  });
});
