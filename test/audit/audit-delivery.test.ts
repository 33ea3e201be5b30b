/** Operation logs are sent elsewhere as they grow: in order, at least once, and nothing is removed before it has arrived. */
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { S3Objects } from '../../src/media/blobs/s3-objects.js';
import { parseS3Url } from '../../src/kernel/blobs-url.js';
import { TestBucket } from '../kit/servers/bucket.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';
import { Receiver } from '../webhooks/receiver.js';

interface Sent {
  readonly type: string;
  readonly data: {
    readonly first: number;
    readonly last: number;
    readonly hash: string;
    readonly entries: readonly {
      readonly number: number;
      readonly hash: string;
      readonly operation: string;
    }[];
  };
}

const clock = new MovableClock();
const bucket = await TestBucket.start();
const loupe = useTestApp({
  clock,
  environment: { LOUPE_WEBHOOKS_PRIVATE: 'true', LOUPE_AUDIT_URL: bucket.url('logs') },
});
let organization: SeededOrganization;
let administrator: SeededUser;
let receiver: Receiver;
let url: string;

afterAll(() => bucket.close());
beforeEach(async () => {
  clock.to('2026-06-01T12:00:00Z');
  organization = await seed(loupe).organization();
  administrator = await organization.user();
  receiver = new Receiver();
  url = await receiver.open();
});
afterEach(async () => {
  receiver.close();
  await deliveries()
    .remove(operator, organization.id)
    .catch(() => undefined);
});

const deliveries = () => loupe.app.services.auditDeliveries;
const send = async () => {
  await loupe.app.services.auditSealer.seal();
  return loupe.app.services.auditSender.sendDue();
};
const sent = () => receiver.received.map(({ body }) => JSON.parse(body) as Sent);
const toAddress = async (more: object = {}) =>
  deliveries().set(await administrator.viewer(), {
    organizationId: organization.id,
    target: 'Address',
    url,
    ...more,
  });
const examined = async () =>
  (await loupe.app.services.doctor.examine()).find(({ what }) => what === 'sent logs');
const state = async () => deliveries().get(operator, organization.id);

describe('a log that is sent to an address', () => {
  test('arrives whole and signed, then each entry as it comes', async () => {
    const { delivery } = await toAddress();
    await send();
    const [first] = receiver.received;
    const {
      'webhook-id': id,
      'webhook-timestamp': time,
      'webhook-signature': signature,
    } = first?.headers ?? {};
    const key = Buffer.from((delivery?.secret ?? '').replace('whsec_', ''), 'base64');
    const own = createHmac('sha256', key)
      .update(`${String(id)}.${String(time)}.${first?.body ?? ''}`)
      .digest('base64');
    expect(signature).toBe(`v1,${own}`);
    const [whole] = sent();
    expect(whole).toMatchObject({ type: 'audit.recorded', data: { first: 1 } });
    expect(whole?.data.entries.at(-1)).toMatchObject({ operation: 'audit:delivery', hash: whole?.data.hash });
    await administrator.folder({ name: 'One' });
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
    const { number, hash, delivery: now } = await state();
    expect(sent().at(-1)?.data).toMatchObject({ first: number, last: number, hash });
    expect(now).toMatchObject({ deliveredThrough: number, lastError: null, nextAttempt: null });
    expect(now?.dateDelivered).toEqual(clock.now());
  });

  test('is tried again while it does not arrive, in order, and says why', async () => {
    await toAddress();
    receiver.statuses = [500];
    await expect(send()).rejects.toThrow(organization.id);
    expect((await state()).delivery).toMatchObject({
      deliveredThrough: 0,
      lastError: 'The receiver answered 500.',
      nextAttempt: expect.any(Date),
    });
    expect(await examined()).toMatchObject({ state: 'ill', said: expect.stringContaining('500') });
    await administrator.folder({ name: 'Meanwhile' });
    expect(await send()).toBe(0);
    clock.forward({ minutes: 1 });
    expect(await send()).toBeGreaterThan(1);
    const [refused, arrived] = sent();
    expect(arrived?.data.entries.slice(0, refused?.data.entries.length)).toEqual(refused?.data.entries);
    const numbers = arrived?.data.entries.map(({ number }) => number) ?? [];
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    expect(await examined()).toMatchObject({ state: 'well' });
  });

  test('is found late by `loupe doctor` and monitoring, with the age of the oldest entry', async () => {
    const ageInMetrics = async () => {
      const text = await (await fetch(`${loupe.url}/metrics`)).text();
      return Number(/^loupe_sent_logs_oldest_seconds (\S+)$/m.exec(text)?.[1]);
    };
    await administrator.folder({ name: 'Long before' });
    clock.forward({ days: 3 });
    await toAddress();
    // Older entries wait from the moment at which they are to be sent.
    expect(await examined()).toMatchObject({ state: 'well', said: expect.stringContaining('0 seconds') });
    await send();
    expect(await examined()).toMatchObject({ state: 'well', said: '1 arrive; every entry was sent' });
    expect(await ageInMetrics()).toBe(0);
    await administrator.folder({ name: 'Late' });
    clock.forward({ minutes: 59 });
    await loupe.app.services.auditSealer.seal();
    await administrator.folder({ name: 'Later, and not chained yet' });
    expect(await examined()).toMatchObject({ state: 'well', said: expect.stringContaining('59 minutes') });
    clock.forward({ minutes: 2 });
    expect(await examined()).toMatchObject({
      state: 'uneasy',
      said: `are late: ${organization.id}: the oldest entry that was not sent has waited for 1 hour`,
      remedy: expect.stringContaining('role worker'),
    });
    expect(await ageInMetrics()).toBe(61 * 60);
    receiver.statuses = [503];
    await expect(send()).rejects.toThrow();
    expect(await examined()).toMatchObject({
      state: 'ill',
      said: expect.stringMatching(/503.*waited for 1 hour/),
      remedy: expect.stringContaining('Start the receiver'),
    });
    await toAddress({ isActive: false });
    clock.forward({ days: 2 });
    expect(await examined()).toMatchObject({
      state: 'uneasy',
      said: expect.stringContaining(
        '1 of 1 are switched off; the oldest entry that was not sent has waited for 2 days',
      ),
    });
    expect(await ageInMetrics()).toBe(0);
  });

  test('waits while it is switched off, goes on after that, and begins again where that is asked for', async () => {
    await toAddress();
    await send();
    await toAddress({ isActive: false });
    await administrator.folder({ name: 'One' });
    expect(await send()).toBe(0);
    await toAddress();
    expect(await send()).toBe(3);
    const { number } = await state();
    await toAddress({ isFromBeginning: true });
    expect(await send()).toBe(number + 1);
    await deliveries().remove(await administrator.viewer(), organization.id);
    expect((await state()).delivery).toBeNull();
    await administrator.folder({ name: 'Two' });
    expect(await send()).toBe(0);
  });

  test('is sent by one of several servers at a time', async () => {
    await toAddress();
    await loupe.app.services.auditSealer.seal();
    const counts = await Promise.all([1, 2, 3].map(async () => loupe.app.services.auditSender.sendDue()));
    expect(counts.filter((count) => count > 0)).toHaveLength(1);
    expect(sent()).toHaveLength(1);
  });

  test('is kept beyond its days until it has arrived', async () => {
    await loupe.app.services.recordKeeping.update(operator, organization.id, { auditDays: 30 });
    await toAddress();
    receiver.statuses = [503];
    await expect(send()).rejects.toThrow();
    clock.forward({ days: 40 });
    await loupe.app.services.retention.run();
    expect((await state()).removedThrough).toBe(0);
    await send();
    await loupe.app.services.retention.run();
    expect((await state()).removedThrough).toBeGreaterThan(0);
  });

  test.each([
    [{ target: 'Address' as const }, 'url'],
    [{ target: 'Address' as const, url: 'ftp://x.example' }, 'url'],
    [{ target: 'Address' as const, url: 'https://me:secret@x.example' }, 'url'],
    [{ target: 'Bucket' as const, url: 'https://x.example' }, 'url'],
  ])('is refused with %j', async (input, field) => {
    const viewer = await administrator.viewer();
    await expect(
      deliveries().set(viewer, { organizationId: organization.id, ...input }),
    ).rejects.toMatchObject({
      fields: { [field]: [expect.any(String)] },
    });
  });
});

describe('a log that is sent to the bucket', () => {
  let objects: S3Objects;
  beforeAll(() => (objects = new S3Objects(parseS3Url(bucket.url('logs')))));
  afterAll(() => objects.close());

  const stored = async () => {
    const paths: string[] = [];
    for await (const part of objects.list(`${organization.id}/`)) paths.push(...part.map(({ path }) => path));
    const texts = await Promise.all(paths.sort().map(async (path) => String(await objects.read(path))));
    return texts.join('').trim().split('\n');
  };

  test('lies there as it is exported, part behind part, also after the store was away', async () => {
    const viewer = await administrator.viewer();
    const set = await deliveries().set(viewer, { organizationId: organization.id, target: 'Bucket' });
    expect(set).toMatchObject({
      offersBucket: true,
      delivery: { target: 'Bucket', url: null, secret: null },
    });
    await send();
    await administrator.folder({ name: 'One' });
    bucket.cut();
    await expect(send()).rejects.toThrow();
    bucket.mend();
    await administrator.folder({ name: 'Two' });
    clock.forward({ minutes: 5 });
    await send();
    const lines = await stored();
    const { number } = await state();
    expect(lines).toHaveLength(number);
    const exported: string[] = [];
    const range = { format: 'jsonl' as const, most: number };
    for await (const line of loupe.app.services.auditExport.lines(operator, organization.id, range)) {
      exported.push(line.trim());
    }
    expect(lines).toEqual(exported);
  });
});
