/** Content of another platform that comes with its own ids, brought over by the operator. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { operator } from '../../src/access/viewer.js';
import { newId } from '../../src/kernel/ids.js';
import { runLoupe } from '../kit/command.js';
import { elementsOf, memberOf, textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { SeededUser } from '../kit/seed/seed-user.js';

const loupe = useTestApp();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-content-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Row {
  readonly line: number;
  readonly type: string | null;
  readonly id: string | null;
  readonly state: string;
  readonly note: string;
}

/** Runs the command beside the server on a list of elements. */
async function bring(elements: readonly unknown[], ...options: readonly string[]): Promise<readonly Row[]> {
  const list = join(folder, 'list.jsonl');
  const lines = elements.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  await writeFile(list, lines.join('\n'));
  const ended = await runLoupe(['content', 'import', list, ...options, '--json'], loupe.environment);
  expect(ended.error).toBe('');
  const rows = ended.json() as readonly Row[];
  expect(ended.exitCode).toBe(rows.some(({ state }) => state === 'refused') ? 4 : 0);
  return rows;
}

const states = (rows: readonly Row[]) => rows.map(({ state }) => state);

/** A Guid as databases make it that count up: of no version of RFC 9562. */
const sequentialGuid = () => newId().replace(/^(.{14}).(.{4})./, '$1e$20');

/** An organization with a folder and a document of one page with a zone, all under ids of their own. */
async function press() {
  const ids = {
    organization: sequentialGuid(),
    folder: sequentialGuid(),
    document: newId(),
    page: sequentialGuid(),
    zone: newId(),
  };
  const apiKey = `key-${newId()}`;
  await writeFile(join(folder, 'cover.jpg'), await jpegPicture(31));
  const document = {
    Type: 'Document',
    Id: ids.document,
    ParentId: ids.folder,
    Name: 'Cover',
    File: 'cover.jpg',
    Status: 'Active',
    Images: [
      {
        Id: `{${ids.page.toUpperCase()}}`,
        Name: 'Front',
        Zones: [
          {
            Id: ids.zone,
            PositionX: 10,
            PositionY: 10,
            Width: 80,
            Height: 80,
            Titles: [{ LanguageCode: 'fr-FR', Value: 'Bonjour' }],
            Actions: [
              {
                LanguageCode: 'fr-FR',
                Name: 'Lire',
                Type: 'URL',
                Content: JSON.stringify({ Url: 'https://loupe.example/' }),
              },
            ],
          },
        ],
      },
    ],
  };
  const lines = [
    {
      Type: 'Organization',
      Id: ids.organization,
      Name: 'Press',
      LanguageCode: 'fr-FR',
      ApiKey: apiKey,
    },
    { type: 'Folder', id: ids.folder, parentid: ids.organization, name: 'Spring' },
    document,
  ];
  return { ids, apiKey, lines, document };
}

async function settled(documentId: string): Promise<void> {
  const { jobs, documents } = loupe.app.services;
  // The command is another process: a server looks for what such a one enqueued every few seconds.
  jobs.wake();
  await expect.poll(async () => (await documents.get(operator, documentId)).processing).toBe('Ready');
}

describe('content with ids of its own', () => {
  it('keeps them, is recognized, and opens with the ApiKey that it had', async () => {
    const { ids, apiKey, lines } = await press();
    expect(await bring(lines)).toEqual([
      { line: 1, type: 'Organization', id: ids.organization, state: 'created', note: '' },
      { line: 2, type: 'Folder', id: ids.folder, state: 'created', note: '' },
      { line: 3, type: 'Document', id: ids.document, state: 'created', note: '' },
    ]);
    await settled(ids.document);
    const { users, auth } = loupe.app.services;
    const mail = `${newId()}@loupe.example`;
    const password = `password ${newId()}`;
    const roles = ['Administrator'] as const;
    const { id } = await users.create(operator, {
      organizationId: ids.organization,
      mail,
      password,
      roles: [...roles],
    });
    const { token } = await auth.login({ apiKey, userName: mail, password, address: null });
    const user = new SeededUser(loupe, {
      id,
      organizationId: ids.organization,
      userName: mail,
      password,
      token,
    });
    expect(await user.send('GET', `/api/Folders/${ids.folder}`)).toMatchObject({ Name: 'Spring' });
    const [page] = elementsOf(await user.send('GET', `/api/documents/${ids.document}/images`));
    expect(page).toMatchObject({ Id: ids.page, Name: 'Front', Status: 'Inactive' });
    expect(await user.send('GET', `/api/Zones/${ids.zone}`)).toMatchObject({ ImageId: ids.page });
    const form = new FormData();
    form.append(
      'file',
      new Blob([new Uint8Array(await jpegPicture(31))], { type: 'image/jpeg' }),
      'photo.jpg',
    );
    const scan = await fetch(`${loupe.url}/api/EnrichedImages?languageCode=fr-FR`, {
      method: 'POST',
      headers: {
        ApiKey: apiKey,
        LanguageCode: 'fr-FR',
        ApplicationName: 'test',
        ApplicationVersion: '1',
        DeviceName: 'phone',
        DeviceSystemVersion: '1',
        SdkName: 'none',
        SdkVersion: '1',
        ApplicationInstanceId: newId(),
        DeviceSystemVersionName: 'one',
      },
      body: form,
    });
    const seen: unknown = await scan.json();
    expect(scan.status).toBe(200);
    expect(textMember(seen, 'Id')).toBe(ids.zone);
    expect(elementsOf(memberOf(seen, 'Actions'))).toMatchObject([{ Name: 'Lire' }]);
  });

  it('is run again after an interruption: what is there stays, the rest follows', async () => {
    const { ids, lines } = await press();
    expect(states(await bring(lines.slice(0, 2)))).toEqual(['created', 'created']);
    expect(states(await bring(lines))).toEqual(['kept', 'kept', 'created']);
    await loupe.app.services.folders.update(operator, ids.folder, { name: 'Summer' });
    expect(states(await bring(lines))).toEqual(['kept', 'kept', 'kept']);
    expect(await loupe.app.services.folders.get(operator, ids.folder)).toMatchObject({ name: 'Summer' });
  });

  it('is checked without being written', async () => {
    const { ids, lines, document } = await press();
    const wrong = { ...document, Id: newId(), File: 'nowhere.jpg', Images: [] };
    const twice = { ...lines[0], Id: newId() };
    const report = await bring([...lines, wrong, twice], '--dry-run');
    expect(states(report)).toEqual(['good', 'good', 'good', 'refused', 'refused']);
    expect(report[3]?.note).toMatch(/nowhere.jpg was not found/);
    expect(report[4]?.note).toMatch(/ApiKey/);
    await expect(loupe.app.services.organizations.get(operator, ids.organization)).rejects.toThrow(
      /not found/,
    );
  });

  it('whose page ids are left out gets new ones', async () => {
    const { ids, lines, document } = await press();
    const { Images: _, ...plain } = document;
    expect(states(await bring([...lines.slice(0, 2), plain]))).toEqual(['created', 'created', 'created']);
    await settled(ids.document);
    expect(await loupe.app.services.documents.images(operator, ids.document)).toHaveLength(1);
  });
});

describe('ids are refused', () => {
  it('when they are none, or given twice, with what to do', async () => {
    const { ids, lines, document } = await press();
    const [organization, folderLine] = lines;
    const cases: readonly [unknown, RegExp][] = [
      [{ ...organization, Id: '17' }, /^Id: must be a Guid.*leave it out/],
      [{ ...organization, Id: '00000000-0000-0000-0000-000000000000' }, /zeros/],
      [
        { ...folderLine, id: ids.organization, parentid: ids.organization },
        /given already, by Id of element 3/,
      ],
      [{ ...document, Id: newId(), Images: [{ Id: 'x'.repeat(40) }] }, /^Images\[0\].Id: must be a Guid/],
      [{ Type: 'Zone', Id: newId() }, /^Type: .*in their document/],
      [{ Type: 'Folder', Id: newId(), Name: 'x' }, /^ParentId: is missing/],
      [{ Type: 'Folder', Id: newId(), ParentId: newId(), Name: 'x' }, /^ParentId: .*by a line before/],
      ['[1]', /JSON object/],
      ['{"Type": "Folder", ', /not valid JSON/],
      ['{"Id": "1", "id": "2"}', /appears twice/],
    ];
    const report = await bring([
      { ...organization, Id: '' },
      folderLine,
      organization,
      ...cases.map(([line]) => line),
    ]);
    expect(states(report)).toEqual(['refused', 'refused', 'created', ...cases.map(() => 'refused')]);
    for (const [at, [, note]] of cases.entries()) expect(report[at + 3]?.note).toMatch(note);
  });

  it('when another element has them, in whatever organization, also in the trash', async () => {
    const { lines, ids, document } = await press();
    const stranger = await (await seed(loupe).organization()).user();
    const theirs = await stranger.folder();
    const another = await stranger.folder();
    const trashed = await stranger.folder({ name: 'Old' });
    await loupe.app.services.folders.delete(operator, trashed.id, { deleteChildren: true });
    await bring(lines.slice(0, 2));
    const report = await bring([
      { ...lines[1], id: theirs.id },
      { ...lines[1], id: trashed.id },
      { ...lines[0], Id: ids.folder, ApiKey: `key-${newId()}` },
      { ...document, Images: [{ ...document.Images[0], Id: another.id }] },
    ]);
    expect(states(report)).toEqual(['refused', 'refused', 'refused', 'refused']);
    expect(report[0]?.note).toMatch(/id of another folder; give another one/);
    expect(report[1]?.note).toMatch(/in the trash; restore it or empty the trash/);
    expect(report[3]?.note).toMatch(/^Images\[0\].Id: .*another folder/);
    await expect(loupe.app.services.documents.get(operator, ids.document)).rejects.toThrow(/not found/);
  });

  it('to everybody but the operator', async () => {
    const user = await (await seed(loupe).organization()).user();
    const viewer = await user.viewer();
    const { contentImport, folders, organizations } = loupe.app.services;
    expect(() => contentImport.begin(viewer)).toThrow(/does not allow/);
    const parentId = user.organizationId;
    await expect(folders.create(viewer, { parentId, name: 'x' }, newId())).rejects.toThrow(/does not allow/);
    await expect(organizations.create(viewer, { id: newId(), parentId, name: 'x' })).rejects.toThrow(
      /operator/,
    );
  });
});

describe('a document is refused whole', () => {
  it('when its pages are not those of its file, its file is none, or its texts cannot be imported', async () => {
    const { lines, ids, document } = await press();
    await writeFile(join(folder, 'broken.pdf'), '%PDF-1.7 nothing');
    const [page] = document.Images;
    const cases: readonly [object, RegExp][] = [
      [{ Images: [page, { Id: newId() }] }, /one for each page: there are 2, pages are 1/],
      [{ File: '../cover.jpg' }, /leads out of the folder/],
      [{ File: 'broken.pdf', Images: [] }, /./],
      [{ Status: 'Sleeping' }, /status/i],
      [{ DefaultLanguage: 'klingon' }, /language/i],
      [{ Images: [{ ...page, Zones: [{ ...page?.Zones[0], Width: 95 }] }] }, /Width/],
    ];
    await bring(lines.slice(0, 2));
    for (const [change, note] of cases) {
      const [row] = await bring([{ ...document, ...change }]);
      expect(row).toMatchObject({ state: 'refused', note: expect.stringMatching(note) });
    }
    await expect(loupe.app.services.documents.get(operator, ids.document)).rejects.toThrow(/not found/);
    expect(states(await bring([document]))).toEqual(['created']);
  });
});
