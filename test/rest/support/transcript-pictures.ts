/** Picture mode of the story. */
import { textMember } from '../../kit/json.js';
import type { SeededOrganization } from '../../kit/seed.js';
import type { Recorder, Send } from './recorder.js';
import { deviceHeaders } from './scans.js';

interface Shown {
  readonly organization: SeededOrganization;
  readonly otherPage: Buffer;
}

export async function playPictures(recorder: Recorder, send: Send, { organization, otherPage }: Shown) {
  const form = { file: ['picture.jpg', 'image/jpeg', otherPage] as const };
  const members = { Name: 'SKU 1', OrganizationId: organization.id, Keywords: ['shoe'] };
  const picture = await send('add', 'POST', '/api/Pictures', {
    form: { ...form, part: ['picture', members] },
  });
  const id = textMember(picture, 'Id');
  await send('read', 'GET', `/api/Pictures/${id}`);
  await send('list', 'GET', `/api/Pictures?organizationId=${organization.id}`);
  await send('replace', 'PUT', '/api/Pictures', { json: { Id: id, Name: 'SKU 2', Data: '{}' } });
  await send('change', 'PATCH', '/api/Pictures', { json: { Id: id, Keywords: ['boot'] } });
  await recorder.record('search', {
    method: 'POST',
    path: '/api/Pictures/Search',
    headers: { ApiKey: organization.apiKey, ...deviceHeaders },
    form: { ...form, part: ['query', {}] },
  });
  await send('delete', 'DELETE', `/api/Pictures/${id}`);
}
