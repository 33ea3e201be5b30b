/** Links to show a document to somebody without an account. */
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { memberOf, textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';

const clock = new MovableClock();
const loupe = useTestApp({ clock });
let organization: SeededOrganization;
let user: SeededUser;
let document: SeededDocument;

beforeEach(async () => {
  organization = await seed(loupe).organization();
  user = await organization.user();
  document = await (await user.folder()).document(await jpegPicture(81), { status: 'Inactive' });
  await document.title('Not live yet');
});

const ask = (query: string, variables: object, who: SeededUser | null = user) =>
  who === null
    ? fetch(`${loupe.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      }).then((answer) => answer.json() as Promise<unknown>)
    : who.send('POST', '/graphql', { json: { query, variables } });

async function share(): Promise<{ readonly code: string; readonly id: string }> {
  const answer = await ask(
    `mutation ($id: ID!) { made: createPreviewLink(input: { documentId: $id }) {
       ... on CreatedPreviewLink { url link { id } } ... on Problem { code }
     } }`,
    { id: document.id },
  );
  const made = memberOf(memberOf(answer, 'data'), 'made');
  const url = new URL(textMember(made, 'url'));
  expect(url.pathname).toBe('/preview');
  return { code: url.hash.replace('#code=', ''), id: textMember(memberOf(made, 'link'), 'id') };
}

const open = (code: string, elementId = document.imageIds[0] ?? '') =>
  ask(
    `query ($code: String!, $elementId: ID!) { sharedPreview(code: $code) {
       name pages { id order thumbnailUrl zones { name } }
       readerPreview(elementId: $elementId) { title hiddenReasons }
     } }`,
    { code, elementId },
    null,
  );
const refused = { errors: [{ extensions: { code: 'NOT_FOUND' } }] };

describe('a preview link', () => {
  it('ends when its maker may not log in any more, and goes on when they may again', async () => {
    const { code } = await share();
    const administrator = await organization.user({ roles: ['Administrator'] });
    const set = async (Status: string) =>
      administrator.send('PATCH', `/api/Users/${user.id}`, { json: { Status } });
    expect(await open(code)).toMatchObject({
      data: { sharedPreview: { name: expect.any(String) as string } },
    });
    await set('Inactive');
    expect(await open(code)).toMatchObject(refused);
    const listed = `query ($id: ID!) { document(id: $id) { previewLinks { id } } }`;
    expect(await ask(listed, { id: document.id }, administrator)).toMatchObject({
      data: { document: { previewLinks: [] } },
    });
    await set('Active');
    expect(await open(code)).toMatchObject({
      data: { sharedPreview: { name: expect.any(String) as string } },
    });
    await administrator.send('DELETE', `/api/Users/${user.id}`);
    expect(await open(code)).toMatchObject(refused);
  });

  it('shows a document that is not live to somebody without an account, and stores no code', async () => {
    const { code } = await share();
    expect(await open(code)).toMatchObject({
      data: {
        sharedPreview: {
          pages: [{ id: document.imageIds[0], order: 1, thumbnailUrl: expect.stringContaining('/files/') }],
          readerPreview: {
            title: 'Not live yet',
            hiddenReasons: expect.arrayContaining(['DOCUMENT_INACTIVE']) as unknown,
          },
        },
      },
    });
    const rows = await loupe.app.services.database.reader().execute('select * from preview_link');
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(await open(`${code}x`)).toMatchObject(refused);
  });

  it('opens nothing but its document', async () => {
    const { code } = await share();
    const stranger = await (await seed(loupe).organization()).user();
    const others = await (await stranger.folder()).document(await jpegPicture(82));
    const sibling = await (await user.folder()).document(await jpegPicture(83));
    for (const elementId of [others.imageIds[0], sibling.imageIds[0], user.organizationId, 'nothing']) {
      expect(await open(code, elementId)).toMatchObject({
        errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
      });
    }
  });

  it('ends after seven days, when it is revoked, and with its document', async () => {
    const old = await share();
    clock.forward({ days: 6 });
    user = await organization.user();
    expect(await open(old.code)).toMatchObject({ data: { sharedPreview: { pages: [{ order: 1 }] } } });
    clock.forward({ days: 1, minutes: 1 });
    user = await organization.user();
    expect(await open(old.code)).toMatchObject(refused);

    const revoked = await share();
    const stranger = await (await seed(loupe).organization()).user();
    const REVOKE =
      'mutation ($id: ID!) { gone: revokePreviewLink(input: { id: $id }) { ... on Problem { code } } }';
    expect(await ask(REVOKE, { id: revoked.id }, stranger)).toMatchObject({
      data: { gone: { code: 'NOT_FOUND' } },
    });
    expect(await open(revoked.code)).toMatchObject({ data: { sharedPreview: { pages: [{ order: 1 }] } } });
    await ask(REVOKE, { id: revoked.id });
    expect(await open(revoked.code)).toMatchObject(refused);

    const kept = await share();
    await user.send('DELETE', `/api/documents/${document.id}`);
    expect(await open(kept.code)).toMatchObject(refused);
  });

  it('is listed to editors alone', async () => {
    await share();
    const LIST = 'query ($id: ID!) { document(id: $id) { previewLinks { id user expiresAt } } }';
    expect(await ask(LIST, { id: document.id })).toMatchObject({
      data: { document: { previewLinks: [{ user: user.userName }] } },
    });
    const viewer = await organization.user({ roles: ['Viewer'] });
    expect(await ask(LIST, { id: document.id }, viewer)).toMatchObject({
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
  });
});
