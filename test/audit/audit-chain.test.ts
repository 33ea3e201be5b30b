/** The chain over an operation log shows what was changed, removed or put in past the server, and is exported for auditors. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { runLoupe } from '../kit/command.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';

const clock = new MovableClock();
const loupe = useTestApp({ clock });
let organization: SeededOrganization;
let administrator: SeededUser;

beforeEach(async () => {
  clock.to('2026-06-01T12:00:00Z');
  organization = await seed(loupe).organization();
  administrator = await organization.user();
  for (const name of ['One', 'Two', 'Three = | \\ four']) await administrator.folder({ name });
  await sealer().seal();
});

const sealer = () => loupe.app.services.auditSealer;
const run = (...words: readonly string[]) =>
  runLoupe(['audit', ...words, '--org', organization.id], loupe.environment);
const spoil = async (sql: string, ...values: readonly (string | number)[]) =>
  loupe.app.services.database.transaction(({ em }) => em.execute(sql, [...values]));
const firstBreak = async (kept: { number: number; hash: string } | null = null) =>
  loupe.app.services.auditExport.check(operator, organization.id, kept);
const head = async () => {
  const found = await loupe.app.services.auditExport.head(operator, organization.id);
  if (found === null) throw new Error('The log has no head.');
  return found;
};

interface Line {
  readonly number: number;
  readonly hash: string;
  readonly operation: string;
  readonly elementName: string;
  readonly [member: string]: unknown;
}
const lines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

describe('the chain', () => {
  test('is whole, names each entry once, and grows by what comes', async () => {
    expect(await firstBreak()).toBeNull();
    const { number } = await head();
    await administrator.folder({ name: 'Four' });
    await Promise.all([sealer().seal(), sealer().seal()]);
    expect((await head()).number).toBe(number + 1);
    expect(await firstBreak()).toBeNull();
  });

  test.each([
    [
      'changed',
      `update operation_record set "user" = 'nobody' where organization_id = ? and chain_number = 2`,
      2,
    ],
    ['removed', 'delete from operation_record where organization_id = ? and chain_number = 2', 2],
    ['removed first', 'delete from operation_record where organization_id = ? and chain_number = 1', 1],
    [
      'renumbered',
      'update operation_record set chain_number = chain_number + 1 where organization_id = ? and chain_number >= 2',
      2,
    ],
  ])('names an entry that was %s', async (_what, sql, number) => {
    await spoil(sql, organization.id);
    expect(await firstBreak()).toMatchObject({ number });
    const checked = await run('check', '--json');
    expect(checked.exitCode).toBe(1);
    const verified = await runLoupe(['verify'], loupe.environment);
    expect(verified.out).toContain(`entry ${number}`);
    await spoil('delete from operation_record where organization_id = ?', organization.id);
    await spoil('delete from audit_chain where organization_id = ?', organization.id);
  });

  test('is not rebuilt without the key of the server, nor cut at its end', async () => {
    const { number } = await head();
    const last = 'delete from operation_record where organization_id = ? and chain_number = ?';
    await spoil(last, organization.id, number);
    expect(await firstBreak()).toMatchObject({ number, why: 'Missing' });
    await spoil('update audit_chain set number = number - 1 where organization_id = ?', organization.id);
    expect(await firstBreak()).not.toBeNull();
    await spoil('delete from operation_record where organization_id = ?', organization.id);
    await spoil('delete from audit_chain where organization_id = ?', organization.id);
  });

  test('that was put back to an earlier state as a whole is found by a head that was kept elsewhere', async () => {
    const kept = await head();
    expect(await firstBreak(kept)).toBeNull();
    await spoil('delete from operation_record where organization_id = ?', organization.id);
    await spoil('delete from audit_chain where organization_id = ?', organization.id);
    await administrator.folder({ name: 'As if nothing had been' });
    await sealer().seal();
    expect(await firstBreak()).toBeNull();
    expect(await firstBreak(kept)).toMatchObject({ number: kept.number });
    const text = `${kept.number}:${kept.hash}`;
    expect((await run('check', '--head', text)).exitCode).toBe(1);
    expect((await run('check', '--head', 'x')).error).toMatch(/head/);
  });
});

test('retention removes the beginning, and the rest can be checked', async () => {
  const { recordKeeping, retention } = loupe.app.services;
  await expect(recordKeeping.update(operator, organization.id, { auditDays: 29 })).rejects.toMatchObject({
    fields: { auditDays: [expect.stringContaining('30')] },
  });
  const { number } = await head();
  clock.forward({ days: 60 });
  await recordKeeping.update(operator, organization.id, { auditDays: 30 });
  await sealer().seal();
  await retention.run();
  expect(await head()).toMatchObject({ number: number + 2, removedThrough: number });
  expect(await firstBreak()).toBeNull();
  const rest = lines((await run('export')).out);
  expect(rest.map(({ operation }) => operation)).toEqual([
    'organization:recordKeeping',
    'audit:retention',
    'audit:export',
  ]);
  await spoil('update audit_chain set removed_through = 0 where organization_id = ?', organization.id);
  expect(await firstBreak()).not.toBeNull();
  await spoil('delete from operation_record where organization_id = ?', organization.id);
  await spoil('delete from audit_chain where organization_id = ?', organization.id);
});

describe('an export', () => {
  test('has every entry in order, and can be checked without Loupe', async () => {
    const all = lines((await run('export')).out);
    expect(all.map(({ number }) => number)).toEqual(all.map((_, at) => at + 1));
    expect(all.at(-1)).toMatchObject({ operation: 'audit:export', user: 'operator' });
    let hash = createHash('sha256').update(`loupe audit ${organization.id}`).digest('hex');
    for (const each of all) {
      const changes = (each['changes'] as Record<string, unknown>[]).map((change) =>
        ['kind', 'elementId', 'languageCode', 'field', 'before', 'after'].map((name) => change[name]),
      );
      const names = ['number', 'id', 'organizationId', 'date', 'user', 'userId', 'operation'];
      const more = ['nodeId', 'elementId', 'elementType', 'elementName', 'path'];
      const values = [...names, ...more].map((name) => each[name]);
      const text = JSON.stringify([hash, ...values, changes, each['changesLeftOut']]);
      hash = createHash('sha256').update(text).digest('hex');
      expect(each.hash).toBe(hash);
    }
    expect((await head()).hash).toBe(hash);
  });

  test('goes on behind a number, into a file that is not there yet', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'loupe-audit-'));
    const out = join(folder, 'log.jsonl');
    const { number } = await head();
    expect((await run('export', '--after', String(number), '--out', out)).exitCode).toBe(0);
    expect(lines(await readFile(out, 'utf8')).map((each) => each.number)).toEqual([number + 1]);
    expect((await run('export', '--out', out)).exitCode).not.toBe(0);
    expect((await run('export', '--format', 'xml')).error).toMatch(/jsonl or cef/);
    await rm(folder, { recursive: true });
  });

  test('as CEF masks what would end a field', async () => {
    const { out } = await run('export', '--format', 'cef');
    const line = out.split('\n').find((each) => each.includes('Three'));
    expect(line).toMatch(/^CEF:0\|Loupe\|Loupe\|[^|]+\|folder:create\|folder:create\|3\|rt=\d+ /);
    expect(line).toContain('cs4=Three \\= | \\\\ four cs5Label=organizationId');
  });

  test('is downloaded by administrators alone, and stands in the log with who did it', async () => {
    const path = `/services/AuditLog?organizationId=${organization.id}`;
    const response = await administrator.request('GET', path);
    expect(response.headers.get('content-disposition')).toContain('.jsonl');
    expect(lines(await response.text()).at(-1)).toMatchObject({
      operation: 'audit:export',
      user: administrator.userName,
      changes: [{ field: 'format', after: 'jsonl' }],
    });
    const editor = await organization.user({ roles: ['Editor'] });
    expect((await editor.request('GET', path)).status).toBe(403);
    const stranger = await (await seed(loupe).organization()).user();
    expect((await stranger.request('GET', path)).status).toBe(404);
    expect((await administrator.request('GET', `${path}&first=0`)).status).toBe(400);
    expect((await administrator.request('GET', `${path}&format=xml`)).status).toBe(400);
  });
});
