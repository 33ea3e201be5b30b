/** Pages that an organization may have made on a day. */
import { expect, test } from 'vitest';
import { useTestApp } from '../../kit/use-app.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { jpegPicture } from '../../kit/pictures.js';
import { isOnPostgres } from '../../kit/servers/postgres.js';
import { seed } from '../../kit/seed.js';
import { MovableClock } from '../../kit/seed/seed-clock.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { textMember } from '../../kit/json.js';

const clock = new MovableClock();

const loupe = useTestApp({ clock, environment: { LOUPE_PAGES_PER_DAY: '3' } });

async function upload(user: SeededUser, bytes: Buffer, type: string, query = ''): Promise<Response> {
  const form = new FormData();
  const place = { Name: 'Document', DefaultLanguage: 'en-US', ParentId: user.organizationId };
  form.append('document', JSON.stringify(place));
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), 'file');
  return user.request('POST', `/api/Documents${query}`, { form });
}

// On PostgreSQL its own clock says when a job may run.
test.skipIf(isOnPostgres)(
  'what is more than today allows waits for tomorrow and says so; further files are refused',
  async () => {
    const user = await (await seed(loupe).organization()).user();
    const answer = await upload(user, await newPdf([1, 2, 3, 4]), 'application/pdf', '?async=false');
    expect(answer.status).toBe(429);
    expect(await answer.text()).toMatch(/3 pages made on a day.*after 2026-01-16T00:00Z/);
    const listed = (await user.send('GET', `/api/nodes/${user.organizationId}/documents`)) as object[];
    const id = textMember(listed[0], 'Id');
    const state = async () => user.send('GET', `/api/Documents/${id}`);
    expect(await state()).toMatchObject({
      Progress: 0.75,
      Processing: 'Pending',
      FailureReason: expect.stringContaining('The other pages follow after 2026-01-16T00:00Z'),
    });

    const refused = await upload(user, await jpegPicture(9), 'image/jpeg');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    const stranger = await (await seed(loupe).organization()).user();
    expect((await upload(stranger, await jpegPicture(9), 'image/jpeg', '?async=false')).status).toBe(201);

    clock.forward({ days: 1 });
    loupe.app.services.jobs.wake();
    await expect.poll(state, { timeout: 20_000 }).toMatchObject({ Processing: 'Ready', FailureReason: null });
    expect((await upload(user, await jpegPicture(9), 'image/jpeg', '?async=false')).status).toBe(201);
  },
);

test('pages that are inserted count, and more than are left are refused before any is made', async () => {
  const user = await (await seed(loupe).organization()).user();
  const made = await upload(user, await jpegPicture(5), 'image/jpeg', '?async=false');
  const id = textMember(await made.json(), 'Id');
  const insert = async (seeds: readonly number[]) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await newPdf(seeds))], { type: 'application/pdf' }), 'file');
    return user.request('POST', `/api/documents/${id}/images`, { form });
  };
  const tooMany = await insert([1, 2, 3]);
  expect(tooMany.status).toBe(429);
  expect(await tooMany.text()).toContain('The file has 3, and 2 are left for today');
  expect((await insert([1, 2])).ok).toBe(true);
  expect((await insert([3])).status).toBe(429);
});
