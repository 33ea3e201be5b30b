/** A data folder moves from SQLite to PostgreSQL: all of it or nothing, and the answers stay the same. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { entities } from '../../src/app/entities.js';
import { connect } from '../../src/db/connect.js';
import { PageText } from '../../src/documents/page-texts/page-text.entity.js';
import { foldedText, type PrintedLine } from '../../src/documents/page-texts/page-text.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { program, runLoupe } from '../kit/command.js';
import { memberOf } from '../kit/json.js';
import { newPdf } from '../kit/files/pdfs.js';
import { jpegPicture } from '../kit/pictures.js';
import { migratedPostgresDatabase, newPostgresDatabase } from '../kit/servers/postgres.js';
import { seed } from '../kit/seed.js';
import { SeededUser } from '../kit/seed/seed-user.js';
import { scan } from '../rest/support/scans.js';

const processesTimeoutMs = 300_000;
/** Tables after which the command is killed: from the first to the last. */
const KILLED_AFTER = [1, 2, 4, 8, 12, 18, 24, 30, 36, 'all'] as const;

/** Texts and numbers that databases keep in ways of their own. */
const HARD_NAME = 'Zoë’s “ÉTÉ” ★ \\ \' % _ 中文 {"a": [1, null]}';

let base: string;
/** The data folder of a server that has stopped. */
let stopped: string;
let before: Answers;
let user: SeededUser;
let apiKey: string;
let documentId: string;

interface Answers {
  readonly read: readonly unknown[];
  readonly scanned: unknown;
}

/** Answers to the same questions by the server that has the data now. */
async function readOf(loupe: TestApp): Promise<Answers['read']> {
  const { id, organizationId, userName, password } = user;
  const login = await loupe.app.services.auth.login({ apiKey, userName, password, address: null });
  const same = new SeededUser(loupe, { id, organizationId, userName, password, token: login.token });
  const paths = [
    `/api/documents/${documentId}`,
    `/api/documents/${documentId}/titles`,
    `/api/documents/${documentId}/images`,
    `/api/documents/${documentId}/matches`,
    '/services/Search/Texts?text=printemps',
    '/services/Search/Texts?text=été',
    '/services/Search/Texts?text=almond',
  ];
  const read = [];
  for (const path of paths) {
    const text = JSON.stringify(await same.send('GET', path));
    // Addresses name the port, and signatures the time.
    read.push(JSON.parse(text.replaceAll(loupe.url, '').replaceAll(/\?[^"]*/g, '')));
  }
  const { draftSchedule, publishingRules } = loupe.app.services;
  const whole = { after: null, before: null, limit: 10, isInverted: false };
  read.push(await draftSchedule.page(await same.viewer(), organizationId, whole));
  read.push(await publishingRules.get(await same.viewer(), organizationId));
  return read;
}

async function scannedBy(loupe: TestApp): Promise<unknown> {
  const { image } = await scan(loupe, apiKey, await jpegPicture(31));
  return [image?.Id, image?.Title, image?.Actions.map(({ Name }) => Name)];
}

async function copyOfStopped() {
  const folder = await mkdtemp(join(base, 'place-'));
  await cp(stopped, folder, { recursive: true });
  return {
    folder,
    file: join(folder, 'loupe.sqlite'),
    environment: { LOUPE_DATA: folder, LOUPE_HOST: '127.0.0.1' },
  };
}

async function rowsIn(url: string, sql: string): Promise<readonly object[]> {
  const orm = await connect(url, entities, []);
  try {
    return await orm.em.getConnection().execute<object[]>(sql);
  } finally {
    await orm.close(true);
  }
}

/** Runs the command and kills it behind that number of tables; whole where there are fewer. */
async function killedAfter(tables: number, to: string, environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [...program, 'move', '--to', to], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let seen = 0;
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (/^ {2}\w+: \d+$/.test(line)) seen += 1;
    if (seen === tables) child.kill('SIGKILL');
  });
  return new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? code)),
  );
}

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'loupe-move-'));
  stopped = join(base, 'stopped');
  const loupe = await startTestApp({ environment: { LOUPE_DATABASE_URL: '' } });
  const organization = await seed(loupe).organization({ name: HARD_NAME, credit: 100 });
  ({ apiKey } = organization);
  user = await organization.user();
  const folder = await user.folder({ name: HARD_NAME });
  const document = await folder.document(await newPdf([31, 32]), {
    contentType: 'application/pdf',
    name: 'Spring',
  });
  documentId = document.id;
  await user.send('PUT', '/api/DocumentLanguages', {
    json: { DocumentId: documentId, LanguageCode: 'fr-FR' },
  });
  await document.title('Printemps', { languageCode: 'fr-FR' });
  await document.title(HARD_NAME);
  await document.action({ nodeId: document.imageIds[0] ?? '', name: HARD_NAME });
  await document.zone({ imageId: document.imageIds[1] ?? '', x: 5, y: 5, width: 90, height: 90 });
  const { database, drafts, draftReviews, draftSchedule, documents, publishingRules } = loupe.app.services;
  const editor = await user.viewer();
  await documents.patch(editor, documentId, { timeWindow: 'from 2020-01-01 at 00:00-24:00' });
  await drafts.start(editor, documentId);
  await draftSchedule.set(editor, documentId, '2099-12-24T07:30');
  const setTitle = { nodeId: documentId, languageCode: 'en-US', value: 'In review' };
  await drafts.edit(editor, documentId, [{ change: { setTitle } }]);
  await draftReviews.ask(editor, documentId);
  await organization.user({ roles: ['Editor'] });
  await publishingRules.update(operator, organization.id, { needsApproval: true });
  const lines: PrintedLine[] = [[`Almond ${HARD_NAME}`, 0.1, 0.2, 0.3, 0.4]];
  await database.transaction(async ({ em }) => {
    const words = { textFolded: foldedText(lines), lines: JSON.stringify(lines) };
    await em.upsert(PageText, { nodeId: document.imageIds[0] ?? '', ...words });
  });
  const old = await folder.document(await jpegPicture(33), { name: 'Thrown away' });
  await user.send('DELETE', `/api/documents/${old.id}`);
  await organization.application();
  // A scan is a match more.
  const scanned = await scannedBy(loupe);
  before = { read: await readOf(loupe), scanned };
  await loupe
    .restart(async () => cp(loupe.folder, stopped, { recursive: true }))
    .then((again) => again.close());
}, processesTimeoutMs);
afterAll(() => rm(base, { recursive: true, force: true }));

describe('a move to PostgreSQL', { timeout: processesTimeoutMs }, () => {
  test('takes everything along: the same answers, and `loupe verify` finds no difference', async () => {
    const { folder, file, environment } = await copyOfStopped();
    const to = await newPostgresDatabase();
    const moved = await runLoupe(['move', '--to', to, '--json'], environment);
    expect(moved).toMatchObject({ exitCode: 0 });
    expect(moved.json()).toMatchObject({ from: `${file}.moved`, wasThere: false });
    expect(memberOf(moved.json(), 'rows')).toBeGreaterThan(30);
    expect(existsSync(file)).toBe(false);
    const loupe = await startTestApp({ environment: { LOUPE_DATA: folder, LOUPE_DATABASE_URL: to } });
    try {
      expect((await loupe.app.services.verification.verify({ kind: 'operator' })).differences).toEqual([]);
      expect(await readOf(loupe)).toEqual(before.read);
      expect(await scannedBy(loupe)).toEqual(before.scanned);
      // New rows get new numbers, and triggers and foreign keys hold again.
      const again = await seed(loupe).organization();
      await again.application();
      const rules =
        'select conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = current_schema()::regnamespace order by 1';
      expect(await rowsIn(to, rules)).toEqual(await rowsIn(await migratedPostgresDatabase(), rules));
      expect(await rowsIn(to, "select 1 from pg_trigger where tgenabled = 'D'")).toEqual([]);
    } finally {
      await loupe.close();
    }
  });

  test('that is killed at any table leaves nothing, and goes through when it is typed again', async () => {
    const { file, environment } = await copyOfStopped();
    const to = await newPostgresDatabase();
    for (const point of KILLED_AFTER) {
      if (point === 'all') continue;
      expect(await killedAfter(point, to, environment), `after ${point}`).toBe('SIGKILL');
      expect(existsSync(file)).toBe(true);
      expect(await rowsIn(to, 'select 1 from node limit 1'), `after ${point}`).toEqual([]);
    }
    const moved = await runLoupe(['move', '--to', to], environment);
    expect(moved).toMatchObject({ exitCode: 0 });
    // Ended between the last row and the new name of the file.
    await rename(`${file}.moved`, file);
    const again = await runLoupe(['move', '--to', to, '--json'], environment);
    expect(again.json()).toMatchObject({ wasThere: true });
    expect(existsSync(file)).toBe(false);
  });

  test('overwrites nothing', async () => {
    const { folder, file, environment } = await copyOfStopped();
    const to = await newPostgresDatabase();
    await rowsIn(to, 'create table of_others (id int)');
    const refused = await runLoupe(['move', '--to', to], environment);
    expect(refused).toMatchObject({ exitCode: 2, error: expect.stringContaining('not empty') as string });
    expect(
      await rowsIn(to, "select table_name from information_schema.tables where table_schema = 'public'"),
    ).toEqual([{ table_name: 'of_others' }]);
    const other = await newPostgresDatabase();
    const loupe = await startTestApp({ environment: { LOUPE_DATABASE_URL: other } });
    await seed(loupe).organization();
    await loupe.close();
    const held = await runLoupe(['move', '--to', other], environment);
    expect(held).toMatchObject({ exitCode: 2, error: expect.stringContaining('not empty') as string });
    expect(existsSync(file)).toBe(true);
    expect((await readdir(folder)).filter((name) => name.includes('moved'))).toEqual([]);
  });

  test('wants SQLite without a server, and PostgreSQL', async () => {
    const { folder, file, environment } = await copyOfStopped();
    const to = await newPostgresDatabase();
    const loupe = await startTestApp({
      environment: { LOUPE_DATA: folder, LOUPE_DATABASE_URL: `sqlite:${file}` },
    });
    const beside = await runLoupe(['move', '--to', to], environment);
    expect(beside.error).toContain('Stop it');
    await loupe.close();
    const wrong = await runLoupe(['move', '--to', 'mysql://there/loupe'], environment);
    expect(wrong.error).toContain('postgres://user:password@host');
    const there = await runLoupe(['move', '--to', to], { ...environment, LOUPE_DATABASE_URL: to });
    expect(there.error).toContain('in PostgreSQL already');
    await rm(file);
    const none = await runLoupe(['move', '--to', to], environment);
    expect(none.error).toContain('There is no database');
    expect(existsSync(file)).toBe(false);
  });

  test('refuses data of a later version, and leaves it as it is', async () => {
    const { file, environment } = await copyOfStopped();
    await rowsIn(`sqlite:${file}`, "insert into mikro_orm_migrations (name) values ('9999-later')");
    await copyFile(file, `${file}.before`);
    const refused = await runLoupe(['move', '--to', await newPostgresDatabase()], environment);
    expect(refused.error).toContain('newer version');
    expect(existsSync(file)).toBe(true);
  });
});
