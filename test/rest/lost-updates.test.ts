/** Changes that are made only while nobody else has changed the element. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { useTestApp } from '../kit/use-app.js';
import { textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import type { RequestOptions, SeededUser } from '../kit/seed/seed-user.js';

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

/** What is written of an element beside it: each has a version of its own, or overwrites nothing. */
const besides: Record<string, (user: SeededUser, id: string, kind: string) => Promise<unknown>> = {
  title: async (user, id, kind) =>
    !holdsActions(kind)
      ? user.send('POST', '/api/titles', { json: { NodeId: id, LanguageCode: 'en-US', Value: 'Default' } })
      : user.send('PATCH', `/api/titles?nodeId=${id}&languageCode=en-US`, { json: { Value: 'Written' } }),
  action: async (user, id) =>
    user.send('POST', '/api/actions', {
      json: {
        NodeId: id,
        LanguageCode: 'en-US',
        Name: 'Read',
        Type: 'URL',
        Content: '{"Url":"https://a.example"}',
      },
    }),
  'default style': async (user, id) =>
    user.send('POST', '/api/Properties', {
      json: { NodeId: id, Type: 'Style', Name: 'TitleStyle', Value: 'color:red' },
    }),
};

const kinds = ['folder', 'document', 'image', 'zone', 'organization'] as const;
const holdsActions = (kind: string) => kind !== 'folder' && kind !== 'organization';
const pairs = kinds.flatMap((kind) =>
  Object.keys(besides)
    .filter((what) => what !== 'action' || holdsActions(kind))
    .map((what) => [kind, what] as const),
);

describe('the version of an element of the tree', () => {
  test.each(pairs)(
    'stays on a %s when a %s of it is written, while a cached answer does not',
    async (kind, what) => {
      const user = await newUser();
      const { path, first, second } = (await elements[kind]?.(user)) ?? rename('');
      const seen = await tagOf(user, path);
      await besides[what]?.(user, path.split('/').at(-1) ?? '', kind);
      expect((await user.request('GET', path, { headers: { 'If-None-Match': seen } })).status).toBe(200);
      const headers = { 'If-Match': seen };
      expect((await user.request('PATCH', path, { ...first, headers })).status).toBe(204);
      expect((await user.request('PATCH', path, { ...second, headers })).status).toBe(412);
    },
  );

  test('of a page it stays when zones come, move and go, of a document when languages do', async () => {
    const user = await newUser();
    const document = await newDocument(user);
    const pagePath = `/api/images/${document.imageIds[0]}`;
    const documentPath = `/api/documents/${document.id}`;
    const headers = async (path: string) => ({ 'If-Match': await tagOf(user, path) });
    const ofPage = await headers(pagePath);
    const zone = `/api/zones/${await document.zone()}`;
    await user.send('PATCH', zone, { json: { Name: 'Moved', PositionX: 1 } });
    await user.send('DELETE', zone);
    expect((await user.request('PATCH', pagePath, { json: { Name: 'P' }, headers: ofPage })).status).toBe(
      204,
    );
    const ofDocument = await headers(documentPath);
    const languages = `/api/documentLanguages?documentId=${document.id}&languageCode=de-DE`;
    const json = { DocumentId: document.id, LanguageCode: 'de-DE' };
    await user.send('PUT', '/api/documentLanguages', { json });
    await user.send('DELETE', languages);
    const other = { json: { Name: 'D' }, headers: ofDocument };
    expect((await user.request('PATCH', documentPath, other)).status).toBe(204);
  });

  test('of a document it changes with its file, its place and its status', async () => {
    const user = await newUser();
    const document = await newDocument(user);
    const path = `/api/documents/${document.id}`;
    const other = await user.folder();
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await jpegPicture(6))], { type: 'image/jpeg' }), 'file');
    const changes: [string, string, RequestOptions][] = [
      ['PATCH', path, { json: { Status: 'Active' } }],
      ['PATCH', path, { json: { ParentId: other.id } }],
      ['PUT', `${path}?waitForImages=true`, { form }],
    ];
    for (const [method, target, options] of changes) {
      const headers = { 'If-Match': await tagOf(user, path) };
      await user.send(method, target, options);
      expect((await user.request('PATCH', path, { json: { Name: 'M' }, headers })).status).toBe(412);
    }
  });

  test('leaves If-Unmodified-Since alone when a title is written later', async () => {
    const user = await newUser();
    const path = `/api/folders/${(await user.folder()).id}`;
    const seen = (await user.request('GET', path)).headers.get('Last-Modified') ?? '';
    await expect
      .poll(async () => {
        await besides['default style']?.(user, path.split('/').at(-1) ?? '', 'folder').catch(() => undefined);
        await user.request('DELETE', `/api/titles?nodeId=${path.split('/').at(-1)}&languageCode=en-US`);
        await besides['title']?.(user, path.split('/').at(-1) ?? '', 'folder');
        return (await user.request('GET', path)).headers.get('Last-Modified');
      })
      .not.toBe(seen);
    const headers = { 'If-Unmodified-Since': seen };
    expect((await user.request('PATCH', path, { json: { Name: 'N' }, headers })).status).toBe(204);
  });
});
