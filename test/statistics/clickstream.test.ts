import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { readByHand, readWithLibrary } from './archive-reader.js';

interface Archive {
  readonly DocumentId: string;
  readonly CreationTime: string;
  readonly ArchiveUrl: string;
}

describe('the clickstream of a document', () => {
  const clock = new MovableClock();
  const loupe = useTestApp({ clock });
  let organization: SeededOrganization;
  let reader: SeededUser;
  let document: SeededDocument;
  let actionId: string;

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    const editor = await organization.user();
    reader = await organization.user({ roles: ['Viewer'] });
    document = await (await editor.folder()).document(await jpegPicture(31), { name: '=HYPERLINK("x")' });
    actionId = await document.action({ name: '@SUM(1;2) "quoted"\nand broken' });
  });

  const headers = (more: object = {}) => ({
    ApiKey: organization.apiKey,
    ApplicationName: 'Test',
    ApplicationVersion: '1',
    DeviceName: 'PC',
    DeviceSystemVersion: '-2+3',
    DeviceSystemVersionName: '+cmd|calc',
    SdkVersion: '1',
    ...more,
  });
  const scan = async (more: object = {}) => {
    const url = `${loupe.url}/api/EnrichedImages?id=${document.imageIds[0]}&languageCode=en-US`;
    return ((await (await fetch(url, { headers: headers(more) })).json()) as { SessionId: string }).SessionId;
  };
  const click = async (SessionId: string) => {
    const url = `${loupe.url}/api/Clicks?actionId=${actionId}`;
    expect((await fetch(url, { method: 'PUT', headers: headers({ SessionId }) })).status).toBe(204);
  };
  const cumul = async (query = '') =>
    (await reader.send(
      'GET',
      `/services/Clickstream/GetMatchCumul?documentId=${document.id}${query}`,
    )) as readonly { readonly Timestamp: string; readonly Count: number }[];
  const download = async (query = '') => {
    const path = `/services/Clickstream/Download?documentId=${document.id}${query}`;
    return (await reader.send('GET', path)) as Archive;
  };

  it('of which nothing is recorded is empty, and its archive holds headings only', async () => {
    expect(await cumul()).toEqual([]);
    const response = await fetch((await download()).ArchiveUrl);
    expect(response.headers.get('content-disposition')).toContain(`matches-${document.id}.zip`);
    const files = await readWithLibrary(Buffer.from(await response.arrayBuffer()));
    expect([...files.keys()]).toEqual(['matches.csv', 'cumul.csv']);
    expect(files.get('cumul.csv')).toBe('\uFEFFTimestamp,Count\r\n');
    expect(parse(files.get('matches.csv') ?? '', { bom: true })).toHaveLength(1);
  });

  it('counts by day in UTC, with days of nothing between, and joins clicks by their session', async () => {
    const first = await scan();
    await click(first);
    await click(first);
    await scan();
    clock.forward({ days: 2 });
    await scan();
    clock.forward({ minutes: 60 });
    const days = ['2026-01-15', '2026-01-16', '2026-01-17'].map((day) => `${day}T00:00:00.000Z`);
    expect(await cumul()).toEqual([2, 0, 1].map((Count, at) => ({ Timestamp: days[at], Count })));
    expect(await cumul('&from=2026-01-17')).toEqual([{ Timestamp: days[2], Count: 1 }]);
    expect(await cumul('&to=2026-01-15T12:00:00Z')).toEqual([]);
    const matches = await reader.send('GET', `/api/documents/${document.id}/matches`);
    expect(matches).toMatchObject([
      { Clicks: [] },
      { Clicks: [] },
      {
        'Operating System': '+cmd|calc',
        DeviceSystemVersion: '-2+3',
        Language: 'en-US',
        ImageOrder: 1,
        Host: '127.0.0.1',
        Clicks: [{ ActionId: actionId, Host: '127.0.0.1' }, { ActionId: actionId }],
      },
    ]);
  });

  it('is archived with one row a click, harmless to spreadsheet programs, readable by two readers', async () => {
    const archive = await download();
    expect(archive).toMatchObject({ DocumentId: document.id, CreationTime: clock.now().toISOString() });
    const response = await fetch(archive.ArchiveUrl);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const bytes = Buffer.from(await response.arrayBuffer());
    const files = await readWithLibrary(bytes);
    expect(readByHand(bytes)).toEqual(files);
    const rows: Record<string, string>[] = parse(files.get('matches.csv') ?? '', {
      bom: true,
      columns: true,
    });
    expect(rows.map((row) => row['ClickTime'] !== '')).toEqual([true, true, false, false]);
    expect(rows[0]).toMatchObject({
      DocumentName: `'=HYPERLINK("x")`,
      ActionName: `'@SUM(1;2) "quoted"\nand broken`,
      'Operating System': `'+cmd|calc`,
      DeviceSystemVersion: `'-2+3`,
      ActionId: actionId,
      ActionType: 'URL',
    });
    expect(new Set(rows.map((row) => row['MatchId'])).size).toBe(3);
    const days: string[][] = parse(files.get('cumul.csv') ?? '', { bom: true, from_line: 2 });
    expect(days.map(([day, count]) => ({ Timestamp: day, Count: Number(count) }))).toEqual(await cumul());
  });

  it('is archived in the background, too, and an address of an archive that is old is gone', async () => {
    const { services } = loupe.app;
    const { ArchiveUrl } = await download('&async=true&from=2026-01-17');
    const viewer = await reader.viewer();
    const last = await services.clickstream.makeArchive(viewer, document.id, {}, { wait: true });
    expect(last.documentId).toBe(document.id);
    await expect.poll(async () => (await fetch(ArchiveUrl)).status).toBe(200);
    clock.forward({ days: 8 });
    expect((await services.retention.run()).archives).toBeGreaterThanOrEqual(4);
    expect((await fetch(ArchiveUrl)).status).toBe(404);
  });

  it('refuses strangers, unknown documents and periods that end before they begin', async () => {
    const stranger = await (await seed(loupe).organization()).user();
    for (const operation of ['GetMatchCumul', 'Download']) {
      const path = `/services/Clickstream/${operation}?documentId=${document.id}`;
      expect((await stranger.request('GET', path)).status).toBe(404);
      expect((await reader.request('GET', `${path}&from=2026-02-01&to=2026-01-01`)).status).toBe(400);
      expect((await reader.request('GET', `${path}&from=yesterday`)).status).toBe(400);
      expect((await reader.request('GET', `/services/Clickstream/${operation}`)).status).toBe(400);
      expect((await fetch(`${loupe.url}${path}`)).status).toBe(401);
    }
  });

  it('keeps addresses in full, shortened or not at all, and forgets records by age', async () => {
    const { services } = loupe.app;
    const admin = await (await organization.user()).viewer();
    const set = async (patch: Parameters<typeof services.recordKeeping.update>[2]) =>
      services.recordKeeping.update(admin, organization.id, patch);
    const hosts = async () => {
      const views = await services.matches.list(admin, { documentId: document.id, take: 1 });
      return views.map((view) => [view.host, ...view.clicks.map((each) => each.host)]);
    };
    for (const [hostPolicy, host] of [
      ['Short', '127.0.0.0'],
      ['None', null],
      ['Full', '127.0.0.1'],
    ] as const) {
      expect((await set({ hostPolicy })).hostPolicy).toBe(hostPolicy);
      clock.forward({ minutes: 1 });
      await click(await scan());
      expect(await hosts()).toEqual([[host, host]]);
    }
    await set({ retentionDays: 2 });
    expect(await services.recordKeeping.get(admin, organization.id)).toMatchObject({ retentionDays: 2 });
    expect((await services.retention.run()).records).toBe(5);
    expect(await services.matches.list(admin, { documentId: document.id })).toHaveLength(3);
    await expect(set({ retentionDays: 0 })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    const viewer = await reader.viewer();
    await expect(
      services.recordKeeping.update(viewer, organization.id, { retentionDays: null }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(services.recordKeeping.get(operator, document.id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
