/**
 * A simulated month of a publisher: readers fetch pages and tap actions at known times, everything through the public
 * services. What happened is also written into a ledger of its own, from which the statistics are recomputed.
 */
import { createRandom, type Random } from '../../../packages/bench/random.js';
import { operator, type Viewer } from '../../../src/access/viewer.js';
import type { Services } from '../../../src/app/services.js';
import type { Clock } from '../../../src/kernel/clock.js';
import { newId } from '../../../src/kernel/ids.js';
import { jpegPicture } from '../pictures.js';

const MS_PER_DAY = 24 * 60 * 60 * 1000;
const FIRST_INSTANT = Date.UTC(2026, 1, 1);
const DAYS = 30;

/** A clock that the simulation sets. */
export class SimulatedClock implements Clock {
  timeMs = FIRST_INSTANT;

  now(): Date {
    return new Date(this.timeMs);
  }
}

interface LedgerScan {
  readonly documentId: string;
  readonly timeMs: number;
  readonly sessionId: string;
  readonly language: string;
  readonly clickTimesMs: number[];
}

export interface Month {
  readonly viewer: Viewer;
  readonly documentIds: readonly string[];
  /** In order of time. */
  readonly scans: readonly LedgerScan[];
}

interface Page {
  readonly documentId: string;
  readonly imageId: string;
  readonly actionIds: Readonly<Record<string, string>>;
}

const languages = ['en-US', 'fr-FR'] as const;

export async function simulateMonth(
  services: Services,
  clock: SimulatedClock,
  { documents, scans, seed }: { readonly documents: number; readonly scans: number; readonly seed: number },
): Promise<Month> {
  const random = createRandom(seed);
  const { editor, reader } = await newPublisher(services);
  const pages: Page[] = [];
  for (let at = 0; at < documents; at += 1) pages.push(await print(services, editor, seed + at));
  const times = Array.from(
    { length: scans },
    () => FIRST_INSTANT + Math.floor(random.next() * DAYS * MS_PER_DAY),
  );
  times.sort((a, b) => a - b);
  const ledger: LedgerScan[] = [];
  for (const timeMs of times) {
    // Half of the readers look at a tenth of the documents.
    const reach = random.next() < 0.5 ? Math.ceil(pages.length / 10) : pages.length;
    const page = pages[Math.floor(random.next() * reach)];
    if (page !== undefined) ledger.push(await visit(services, clock, reader, page, timeMs, random));
  }
  clock.timeMs = FIRST_INSTANT + (DAYS + 1) * MS_PER_DAY;
  return { viewer: editor, documentIds: pages.map(({ documentId }) => documentId), scans: ledger };
}

async function newPublisher(services: Services) {
  const input = { name: 'Month', languageCode: 'en-US' };
  const organization = await services.organizations.create(operator, input);
  const editor: Viewer = {
    kind: 'user',
    userId: newId(),
    userName: 'month@loupe.example',
    organizationId: organization.id,
    organizationPath: `${organization.id}/`,
    roles: new Set(['Administrator']),
    isWebApiAuthorized: true,
  };
  const reader = await services.auth.viewerOfApiKey(organization.apiKey ?? '');
  if (reader === null) throw new Error('The ApiKey of a new organization is not known.');
  return { editor, reader };
}

/** A document of one page with a link in each language. */
async function print(services: Services, editor: Viewer, seed: number): Promise<Page> {
  if (editor.kind !== 'user') throw new Error('Documents are made by users.');
  const bytes = await jpegPicture(seed, 320, 240);
  const file = await services.uploads.receiveBytes(bytes, { maxBytes: bytes.length });
  const input = {
    parentId: editor.organizationId,
    name: `Issue ${seed}`,
    defaultLanguage: 'en-US',
    status: 'Active',
  };
  const { id } = await services.documents.create(editor, input, file, { waitForImages: true });
  await services.documentLanguages.add(editor, id, 'fr-FR');
  const actionIds: Record<string, string> = {};
  for (const languageCode of languages) {
    const action = { nodeId: id, languageCode, name: `=${languageCode}`, type: 'URL' };
    const content = '{"Url":"https://loupe.example/"}';
    actionIds[languageCode] = (await services.actions.create(editor, { ...action, content })).id;
  }
  const [image] = await services.documents.images(editor, id);
  return { documentId: id, imageId: image?.id ?? '', actionIds };
}

/** A reader fetches a page and taps up to two times within the next seconds. */
async function visit(
  services: Services,
  clock: SimulatedClock,
  reader: Viewer,
  page: Page,
  timeMs: number,
  random: Random,
): Promise<LedgerScan> {
  const language = random.next() < 0.5 ? 'en-US' : 'fr-FR';
  const device = {
    sessionId: null,
    host: `203.0.113.${Math.floor(random.next() * 256)}`,
    headers: { DeviceSystemVersion: '14', DeviceSystemVersionName: 'Android' },
  };
  clock.timeMs = timeMs;
  const answer = await services.recognition.byId(reader, page.imageId, language, device);
  if (answer === null) throw new Error(`Page ${page.imageId} answered nothing.`);
  const scan = { documentId: page.documentId, timeMs, sessionId: answer.sessionId, language };
  const clickTimesMs: number[] = [];
  for (let left = Math.floor(random.next() * 3); left > 0; left -= 1) {
    clock.timeMs += 1 + Math.floor(random.next() * 5000);
    const session = { ...device, sessionId: answer.sessionId };
    await services.clicks.record(reader, page.actionIds[language] ?? '', session);
    clickTimesMs.push(clock.timeMs);
  }
  return { ...scan, clickTimesMs };
}

/** Matches of a document by day as the ledger knows them, as GetMatchCumul returns them. */
export function cumulOf(
  month: Month,
  documentId: string,
): readonly (readonly [day: string, count: number])[] {
  const days = new Map<string, number>();
  for (const scan of month.scans.filter((each) => each.documentId === documentId)) {
    const day = new Date(scan.timeMs).toISOString().slice(0, 10);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  const known = [...days.keys()].sort();
  const whole: [string, number][] = [];
  const last = known.at(-1) ?? '';
  for (let day = known[0] ?? ''; day !== '' && day <= last; day = dayAfter(day))
    whole.push([day, days.get(day) ?? 0]);
  return whole;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + MS_PER_DAY).toISOString().slice(0, 10);
}

/** Rows of matches.csv as the ledger knows them: time, language and time of the click, in order. */
export function rowsOf(month: Month, documentId: string): readonly string[] {
  const iso = (timeMs: number) => new Date(timeMs).toISOString();
  return month.scans
    .filter((scan) => scan.documentId === documentId)
    .flatMap(({ timeMs, language, clickTimesMs }) =>
      (clickTimesMs.length === 0 ? [''] : clickTimesMs.map(iso)).map((click) =>
        [iso(timeMs), language, click].join(),
      ),
    )
    .sort();
}
