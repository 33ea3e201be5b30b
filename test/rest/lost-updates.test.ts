/** Changes that are made only while nobody else has changed the element. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { useTestApp } from '../kit/use-app.js';
import { textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import type { RequestOptions, SeededUser } from '../kit/seed-user.js';

const loupe = useTestApp();

const newUser = async () => (await seed(loupe).organization()).user();

/** An element that two people change: its address, and two changes, one after the other. */
interface Contested {
  readonly path: string;
  readonly first: RequestOptions;
  readonly second: RequestOptions;
}

async function newDocument(user: SeededUser) {
  return (await user.folder()).document(await jpegPicture(3));
}

const rename = (path: string): Contested => ({
  path,
  first: { json: { Name: 'Theirs' } },
  second: { json: { Name: 'Mine' } },
});

const elements: Record<string, (user: SeededUser) => Promise<Contested>> = {
  folder: async (user) => rename(`/api/folders/${(await user.folder()).id}`),
  document: async (user) => rename(`/api/documents/${(await newDocument(user)).id}`),
  image: async (user) => rename(`/api/images/${(await newDocument(user)).imageIds[0]}`),
  zone: async (user) => rename(`/api/zones/${await (await newDocument(user)).zone()}`),
  organization: async (user) => {
    const json = { Name: 'Below', ParentId: user.organizationId, LanguageCode: 'en-US' };
    return rename(
      `/api/organizations/${textMember(await user.send('POST', '/api/organizations', { json }), 'Id')}`,
    );
  },
  action: async (user) => rename(`/api/actions/${await (await newDocument(user)).action()}`),
  title: async (user) => ({
    path: `/api/titles?nodeId=${(await newDocument(user)).id}&languageCode=en-US`,
    first: { json: { Value: 'Theirs' } },
    second: { json: { Value: 'Mine' } },
  }),
  picture: async (user) => {
    const form = new FormData();
    form.append('picture', JSON.stringify({ Name: 'A', OrganizationId: user.organizationId }));
    form.append('file', new Blob([new Uint8Array(await jpegPicture(4))], { type: 'image/jpeg' }), 'file');
    return rename(`/api/Pictures/${textMember(await user.send('POST', '/api/Pictures', { form }), 'Id')}`);
  },
  property: async (user) => {
    const json = { NodeId: user.organizationId, Type: 'Style', Name: 'TitleStyle', Value: 'a' };
    const id = textMember(await user.send('POST', '/api/Properties', { json }), 'Id');
    return {
      path: `/api/Properties/${id}`,
      first: { json: { Value: 'theirs' } },
      second: { json: { Value: 'mine' } },
    };
  },
  icon: async (user) => {
    const form = new FormData();
    form.append('icon', JSON.stringify({ NodeId: user.organizationId, Name: 'Before' }));
    const png = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'icon.png');
    return rename(`/api/Icons/${textMember(await user.send('POST', '/api/Icons', { form }), 'Id')}`);
  },
  user: async (user) => {
    const json = { OrganizationId: user.organizationId, Mail: `${newId()}@loupe.example` };
    const id = textMember(await user.send('POST', '/api/Users', { json }), 'Id');
    return {
      path: `/api/Users/${id}`,
      first: { json: { Status: 'Inactive' } },
      second: { json: { Status: 'Active' } },
    };
  },
};

const tagOf = async (user: SeededUser, path: string) => {
  const response = await user.request('GET', path);
  return response.headers.get('ETag') ?? '';
};

describe.each(Object.keys(elements))('a %s that two people change', (name) => {
  test('keeps what the first one wrote: the second is refused, reads again, and may then change it', async () => {
    const user = await newUser();
    const { path, first, second } = (await elements[name]?.(user)) ?? rename('');
    const seen = await tagOf(user, path);
    const mine = (tag: string) => ({ ...second, headers: { 'If-Match': tag } });
    expect((await user.request('PATCH', path, first)).status).toBe(204);
    const refused = await user.request('PATCH', path, mine(seen));
    expect(refused.status).toBe(412);
    expect(await refused.text()).toContain('Read it again');
    if (name !== 'image') {
      expect((await user.request('DELETE', path, { headers: { 'If-Match': seen } })).status).toBe(412);
    }
    expect((await user.request('PATCH', path, mine(await tagOf(user, path)))).status).toBe(204);
    expect((await user.request('GET', path)).status).toBe(200);
  });
});

describe('conditions of changes', () => {
  test('a whole replacement, of a file too, is refused likewise', async () => {
    const user = await newUser();
    const folder = `/api/folders/${(await user.folder()).id}`;
    const document = `/api/documents/${(await newDocument(user)).id}`;
    const headers = { 'If-Match': '"of-long-ago"' };
    const json = { Name: 'New', ParentId: user.organizationId };
    expect((await user.request('PUT', folder, { json, headers })).status).toBe(412);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await jpegPicture(5))], { type: 'image/jpeg' }), 'file');
    expect((await user.request('PUT', document, { form, headers })).status).toBe(412);
    expect((await user.request('PATCH', document, { json: { Name: 'Still there' } })).status).toBe(204);
  });

  test('any of several tags will do, a weakened one too, and * takes whatever is there', async () => {
    const user = await newUser();
    const path = `/api/folders/${(await user.folder()).id}`;
    const tag = await tagOf(user, path);
    const change = async (condition: string) =>
      (await user.request('PATCH', path, { json: { Name: newId() }, headers: { 'If-Match': condition } }))
        .status;
    expect(await change(`"other", W/${tag}`)).toBe(204);
    expect(await change(tag)).toBe(412);
    expect(await change('*')).toBe(204);
  });

  test('a tag that is none is refused with what it has to be', async () => {
    const user = await newUser();
    const path = `/api/folders/${(await user.folder()).id}`;
    const refused = await user.request('PATCH', path, {
      json: { Name: 'A' },
      headers: { 'If-Match': 'without quotes' },
    });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ ModelState: { 'If-Match': [expect.any(String)] } });
  });

  test('the date of the last change is a condition in whole seconds; what is no date is none', async () => {
    const user = await newUser();
    const path = `/api/folders/${(await user.folder()).id}`;
    const modified = (await user.request('GET', path)).headers.get('Last-Modified') ?? '';
    expect(Date.parse(modified)).not.toBeNaN();
    const change = async (since: string) => {
      const headers = { 'If-Unmodified-Since': since };
      return (await user.request('PATCH', path, { json: { Name: newId() }, headers })).status;
    };
    expect(await change(modified)).toBe(204);
    expect(await change(new Date(Date.parse(modified) - 60_000).toUTCString())).toBe(412);
    expect(await change('yesterday')).toBe(204);
  });

  test('a condition where none is looked at is refused, not ignored', async () => {
    const user = await newUser();
    const headers = { 'If-Match': '"a"' };
    const refused = await user.request('DELETE', `/api/Logo/${user.organizationId}`, { headers });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('If-Match');
  });

  test('of many at once exactly one wins', async () => {
    const user = await newUser();
    const { path } = (await elements['document']?.(user)) ?? rename('');
    const headers = { 'If-Match': await tagOf(user, path) };
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        const { status } = await user.request('PATCH', path, { json: { Name: `Editor ${at}` }, headers });
        return status;
      }),
    );
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(7);
  });

  test('progress of the pages is no change, while a fresh answer is never called unchanged', async () => {
    const user = await newUser();
    const document = await newDocument(user);
    const path = `/api/documents/${document.id}`;
    const before = await tagOf(user, path);
    await document.action();
    const after = await tagOf(user, path);
    expect(after).not.toBe(before);
    const reread = await user.request('GET', path, { headers: { 'If-None-Match': before } });
    expect(reread.status).toBe(200);
  });
});
