import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { useTestApp } from '../kit/use-app.js';
import { elementsOf, textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import type { SeededUser } from '../kit/seed/seed-user.js';

describe('a POST with an Idempotency-Key', () => {
  const clock = new MovableClock();
  const loupe = useTestApp({ clock });
  let organization: SeededOrganization;
  let editor: SeededUser;

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    editor = await organization.user();
  });

  const post = async (key: string, json: object, user = editor) =>
    user.request('POST', '/api/Folders', { json, headers: { 'Idempotency-Key': key } });
  const folder = (Name: string) => ({ Name, ParentId: organization.id });
  const folders = async (name: string) =>
    elementsOf(await editor.send('GET', `/api/nodes/${organization.id}/folders`)).filter(
      (each) => textMember(each, 'Name') === name,
    );

  it('is carried out once and answered twice alike, whatever comes between', async () => {
    const key = newId();
    const first = await post(key, folder('Once'));
    const made = (await first.json()) as { Id: string };
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
    const again = await post(key, folder('Once'));
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(await again.json()).toEqual(made);
    await editor.send('DELETE', `/api/folders/${made.Id}`);
    expect(await (await post(key, folder('Once'))).json()).toEqual(made);
    expect(await folders('Once')).toEqual([]);
  });

  it('is carried out once when it is sent many times at once', async () => {
    const key = newId();
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => (await post(key, folder('Crowd'))).status),
    );
    expect(statuses).toContain(201);
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
    expect(await folders('Crowd')).toHaveLength(1);
  });

  it('is refused with another body, and is another caller’s own matter', async () => {
    const key = newId();
    await post(key, folder('Mine'));
    const refused = await post(key, folder('Other'));
    expect([refused.status, textMember(await refused.json(), 'Message')]).toEqual([
      409,
      expect.stringContaining('Idempotency-Key'),
    ]);
    const stranger = await (await seed(loupe).organization()).user();
    const theirs = await post(key, { Name: 'Theirs', ParentId: stranger.organizationId }, stranger);
    expect(theirs.status).toBe(201);
    for (const wrong of ['with blank', 'x'.repeat(256)]) {
      expect((await post(wrong, folder('Wrong'))).status).toBe(400);
    }
  });

  it('may be sent again after a refusal', async () => {
    const key = newId();
    const refused = await post(key, { Name: 'Later', ParentId: newId() });
    expect(refused.status).toBe(404);
    expect((await post(key, folder('Later'))).status).toBe(201);
  });

  it('is remembered over a restart of the server, for a day', async () => {
    const key = newId();
    const before = (await (await post(key, folder('Kept'))).json()) as { Id: string };
    expect(((await (await post(key, folder('Kept'))).json()) as { Id: string }).Id).toBe(before.Id);
    clock.forward({ days: 1, minutes: 1 });
    await loupe.app.services.retention.run();
    expect(((await (await post(key, folder('Kept'))).json()) as { Id: string }).Id).not.toBe(before.Id);
  });

  it('makes one document of an upload that is sent twice', async () => {
    const parent = await editor.folder({ name: 'Uploads' });
    const bytes = await jpegPicture(95);
    const upload = async (name: string) => {
      const form = new FormData();
      form.set('document', JSON.stringify({ Name: name, DefaultLanguage: 'en-US', ParentId: parent.id }));
      form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'page.jpg');
      const headers = { 'Idempotency-Key': 'upload-1' };
      return editor.request('POST', '/api/Documents?async=false', { form, headers });
    };
    const first = await upload('Page');
    const again = await upload('Page');
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await again.json()).toEqual(await first.json());
    expect(await editor.send('GET', `/api/nodes/${parent.id}/documents`)).toHaveLength(1);
    expect((await upload('Another page')).status).toBe(409);
  });

  it('of which the end is not known is not carried out again', async () => {
    const { answeredRequests } = loupe.app.services;
    const viewer = await editor.viewer();
    const request = { viewer, key: newId(), content: ['POST', '/x', ''] };
    let end = () => undefined as void;
    let running: Promise<unknown> = Promise.resolve();
    await new Promise<void>((begun) => {
      running = answeredRequests.apart(request, () => {
        begun();
        return new Promise((resolve) => (end = () => resolve({ status: 204, body: null })));
      });
    });
    const twin = answeredRequests.apart(request, () => Promise.resolve({ status: 500, body: null }));
    await expect(twin).rejects.toMatchObject({ code: 'CONFLICT' });
    end();
    await running;
    expect(await answeredRequests.apart(request, () => Promise.reject(new Error('again')))).toEqual({
      answer: { status: 204, body: null },
      isRepeated: true,
    });
  });
});
