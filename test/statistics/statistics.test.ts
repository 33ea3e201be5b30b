import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { GraphqlClient } from '../graphql/support.js';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import type { SeededDocument, SeededFolder, SeededUser } from '../kit/seed/seed-user.js';

interface Row {
  readonly Keys: readonly { readonly Id: string | null; readonly Name: string }[];
  readonly Matches: number;
  readonly Clicks: number;
  readonly UnrecognizedScans: number;
}

describe('statistics', () => {
  const clock = new MovableClock();
  const loupe = useTestApp({ clock });
  let organization: SeededOrganization;
  let below: SeededOrganization;
  let editor: SeededUser;
  let folder: SeededFolder;
  let document: SeededDocument;
  let other: SeededDocument;
  let actionId: string;

  const phone = { DeviceName: '=Phone', SdkName: 'Kit', SdkVersion: '2' };
  const headers = (key: string, more: object) => ({
    ApiKey: key,
    ApplicationName: 'Reader',
    ApplicationVersion: '1',
    DeviceSystemVersion: '1',
    ...phone,
    ...more,
  });
  const scan = async (id: string, more: object = {}, key = organization.apiKey) => {
    const url = `${loupe.url}/api/EnrichedImages?id=${id}&languageCode=en-US`;
    await fetch(url, { headers: headers(key, more) });
  };
  const click = async (more: object = {}) =>
    fetch(`${loupe.url}/api/Clicks?actionId=${actionId}`, {
      method: 'PUT',
      headers: headers(organization.apiKey, more),
    });
  const count = async (query: string) =>
    (await editor.send('GET', `/services/Clickstream/Statistics?${query}`)) as {
      readonly TimeZone: string;
      readonly Total: Row;
      readonly Rows: readonly Row[];
    };
  const byName = async (query: string) =>
    (await count(query)).Rows.map(({ Keys, Matches, Clicks }) => [
      ...Keys.map(({ Name }) => Name),
      Matches,
      Clicks,
    ]);

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    below = await organization.organization();
    editor = await organization.user();
    folder = await editor.folder({ name: 'Issues' });
    document = await folder.document(await jpegPicture(81), { name: 'Summer' });
    other = await (
      await editor.folder({ name: 'Posters', parentId: below.id })
    ).document(await jpegPicture(82), {
      name: 'Poster',
    });
    actionId = await document.action({ name: 'Order' });
    // 15 January, 12:00 UTC; two days; the last scan is after midnight in Tokyo, not in UTC.
    await scan(document.imageIds[0]!);
    await click();
    await scan(document.imageIds[0]!, { DeviceName: 'Tablet' });
    await click({ DeviceName: 'Unknown' });
    clock.forward({ days: 1 });
    await scan(other.imageIds[0]!, {}, below.apiKey);
    const form = new FormData();
    form.set('query', '{"Language":"it-IT"}');
    form.set('file', new Blob([new Uint8Array(await jpegPicture(99))], { type: 'image/jpeg' }), 'x.jpg');
    const url = `${loupe.url}/api/EnrichedImages`;
    await fetch(url, { method: 'POST', body: form, headers: headers(organization.apiKey, {}) });
    clock.forward({ minutes: 240 });
    await scan(document.imageIds[0]!);
    clock.forward({ minutes: 60 });
  });

  it('counts by every dimension, in total and of every element', async () => {
    const all = `elementId=${organization.id}`;
    expect((await count(all)).Total).toMatchObject({ Matches: 4, Clicks: 2, UnrecognizedScans: 1 });
    expect((await count(all)).Total).toMatchObject({ ClicksWithoutMatch: 1, PictureScans: 0 });
    expect(await byName(`${all}&by=Folder`)).toEqual([
      ['Issues', 3, 2],
      ['Posters', 1, 0],
    ]);
    expect(await byName(`${all}&by=Document`)).toEqual([
      ['Summer', 3, 2],
      ['Poster', 1, 0],
    ]);
    expect((await count(`${all}&by=Page`)).Rows.map(({ Keys, Matches }) => [Keys[0]?.Id, Matches])).toEqual([
      [document.imageIds[0], 3],
      [other.imageIds[0], 1],
      [null, 0],
    ]);
    expect(await byName(`${all}&by=Zone`)).toEqual([['', 4, 2]]);
    expect(await byName(`${all}&by=Action`)).toEqual([['Order', 0, 2]]);
    expect(await byName(`${all}&by=Device`)).toEqual([
      ['=Phone', 3, 1],
      ['Tablet', 1, 0],
      ['Unknown', 0, 1],
    ]);
    expect(await byName(`${all}&by=Sdk`)).toEqual([['Kit 2', 4, 2]]);
    expect((await count(`${all}&by=Language`)).Rows).toMatchObject([
      { Keys: [{ Id: 'en-US' }], Matches: 4 },
      { Keys: [{ Id: 'it-IT' }], UnrecognizedScans: 1 },
    ]);
    for (const id of [below.id, other.id, other.imageIds[0]]) {
      expect((await count(`elementId=${id}`)).Total).toMatchObject({
        Matches: 1,
        Clicks: 0,
        UnrecognizedScans: 0,
      });
    }
    expect((await count(`elementId=${folder.id}&by=document,language`)).Rows).toMatchObject([
      { Keys: [{ Name: 'Summer' }, { Name: 'en-US' }], Matches: 3 },
    ]);
  });

  it('has the hours of the day by the clocks of a time zone, without gaps', async () => {
    const all = `elementId=${organization.id}&by=Hour`;
    const busy = async (query: string) => (await byName(query)).filter(([, matches]) => matches !== 0);
    expect(await byName(all)).toHaveLength(24);
    expect(await busy(all)).toEqual([
      ['12', 3, 2],
      ['16', 1, 0],
    ]);
    expect(await busy(`${all}&timeZone=Asia/Kathmandu`)).toEqual([
      ['17', 3, 2],
      ['21', 1, 0],
    ]);
    // A period that begins within an hour counts the rest of it to that hour.
    expect(await busy(`${all}&from=2026-01-16T11:30:00Z`)).toEqual([
      ['12', 1, 0],
      ['16', 1, 0],
    ]);
    expect(await byName(`elementId=${document.id}&by=Device,Hour`)).toContainEqual(['Tablet', '12', 1, 0]);
  });

  it('has the days of the publisher’s time zone, without gaps, and whole', async () => {
    const all = `elementId=${organization.id}&by=Day`;
    expect(await byName(all)).toEqual([
      ['2026-01-15', 2, 2],
      ['2026-01-16', 2, 0],
    ]);
    expect(await byName(`${all}&timeZone=Asia/Tokyo`)).toEqual([
      ['2026-01-15', 2, 2],
      ['2026-01-16', 1, 0],
      ['2026-01-17', 1, 0],
    ]);
    await editor.send('PATCH', `/api/organizations?id=${organization.id}`, {
      json: { TimeZone: 'Asia/Tokyo' },
    });
    expect(await count(`${all}&from=2026-01-17&to=2026-01-17`)).toMatchObject({
      TimeZone: 'Asia/Tokyo',
      Total: { Matches: 1 },
      Rows: [{ Keys: [{ Id: '2026-01-17' }] }],
    });
    await editor.send('PATCH', `/api/organizations?id=${organization.id}`, { json: { TimeZone: 'UTC' } });
  });

  it('is a file for spreadsheet programs, too, in which nothing is computed', async () => {
    const path = `/services/Clickstream/Statistics?elementId=${organization.id}&by=Device,Action&format=csv`;
    const response = await editor.request('GET', path);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain('.csv');
    const rows: Record<string, string>[] = parse(await response.text(), { bom: true, columns: true });
    expect(rows).toMatchObject([
      { Device: "'=Phone", ActionId: actionId, Action: 'Order', Matches: '0', Clicks: '1' },
      { Device: 'Unknown', Clicks: '1', ClicksWithoutMatch: '1' },
    ]);
  });

  it('is the same over GraphQL', async () => {
    const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${editor.token}` });
    const { data } = await client.run(
      `query ($id: ID!) { statistics(elementId: $id, by: [DOCUMENT]) {
        timeZone total { matches clicks clicksWithoutMatch unrecognizedScans pictureScans }
        rows { keys { dimension id name } counts { matches } } csv
      } }`,
      { id: organization.id },
    );
    expect(data).toMatchObject({
      statistics: {
        timeZone: 'UTC',
        total: { matches: 4, clicks: 2, clicksWithoutMatch: 1, unrecognizedScans: 1, pictureScans: 0 },
        rows: [
          { keys: [{ dimension: 'DOCUMENT', id: document.id, name: 'Summer' }], counts: { matches: 3 } },
          { keys: [{ name: 'Poster' }] },
        ],
        csv: expect.stringContaining(`${other.id},Poster,1,0,0,0,0`),
      },
    });
  });

  it('refuses what cannot be counted, and strangers', async () => {
    const path = `/services/Clickstream/Statistics?elementId=${organization.id}`;
    for (const query of [
      '&by=Moon',
      '&by=Day,Zone,Sdk',
      '&by=Day,Day',
      '&timeZone=Moon',
      '&from=2027-01-01&to=2026-01-01',
    ]) {
      expect((await editor.request('GET', `${path}${query}`)).status, query).toBe(400);
    }
    const stranger = await (await seed(loupe).organization()).user();
    expect((await stranger.request('GET', path)).status).toBe(404);
  });

  it('outlives moves, new names and deletions', async () => {
    const shelf = await editor.folder({ name: 'Shelf' });
    await editor.send('PATCH', `/api/documents?id=${document.id}`, {
      json: { ParentId: shelf.id, Name: 'Winter' },
    });
    expect(await byName(`elementId=${organization.id}&by=Document`)).toEqual([
      ['Winter', 3, 2],
      ['Poster', 1, 0],
    ]);
    expect((await count(`elementId=${document.id}`)).Total).toMatchObject({ Matches: 3 });
    expect((await count(`elementId=${folder.id}`)).Total).toMatchObject({ Matches: 3 });
    expect((await count(`elementId=${shelf.id}`)).Total).toMatchObject({ Matches: 0 });
    await editor.send('DELETE', `/api/folders/${folder.id}?deletechildren=true`);
    await loupe.app.services.documents.delete(await editor.viewer(), document.id);
    expect(await byName(`elementId=${organization.id}&by=Folder,Document`)).toEqual([
      ['Issues', 'Winter', 3, 2],
      ['Posters', 'Poster', 1, 0],
    ]);
    // What is gone for good has the name under which it was found.
    await editor.send('POST', `/api/Trash/Empty?organizationId=${organization.id}`);
    expect(await byName(`elementId=${organization.id}&by=Folder,Document`)).toEqual([
      ['Issues', 'Summer', 3, 2],
      ['Posters', 'Poster', 1, 0],
    ]);
  });
});
