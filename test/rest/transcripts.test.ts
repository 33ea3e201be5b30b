/**
 * Golden transcripts of the platform's REST surface: `npx vitest run test/rest/transcripts.test.ts -u` rewrites them.
 * They hold what clients of the field see.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { version } from '../../src/kernel/version.js';
import { Job } from '../../src/jobs/job.entity.js';
import { loginRoutes } from '../../src/users/sessions/login.rest.js';
import type { Route } from '../../src/rest/platform/route.js';
import { platformRoutes } from '../../src/rest/platform/routes.js';
import { useTestApp } from '../kit/use-app.js';
import { drawPicture, jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { Recorder } from './support/recorder.js';
import { deviceHeaders } from './support/scans.js';
import { playStory } from './support/transcript-scenario.js';

const routes = [...loginRoutes, ...platformRoutes];

const loupe = useTestApp({ environment: { LOUPE_PROPOSALS: 'true' } });
let recorder: Recorder;

beforeAll(async () => {
  const organization = await seed(loupe).organization({ accountType: 'Prepaid', credit: 20 });
  const user = await organization.user();
  recorder = new Recorder(loupe.url);
  recorder.hide(user.token, 'token');
  recorder.hide(organization.apiKey, 'ApiKey');
  recorder.hide(organization.name, 'name of the organization');
  recorder.hide(user.userName, 'mail of the user');
  recorder.hide(`Loupe ${version}`, 'Loupe');
  await playStory({
    recorder,
    organization,
    user,
    page: await jpegPicture(721),
    otherPage: await jpegPicture(722),
    icon: await drawPicture(723, 32, 32).png().toBuffer(),
    brokenPdf: Buffer.from('%PDF-1.7\nnothing'),
    settled,
    mailedCode,
  });
  for (const route of routes) await playRefusals(route, user.token, organization.apiKey);
});

async function settled(documentId: string): Promise<void> {
  const { database, jobs } = loupe.app.services;
  for (const job of await database.reader().find(Job, { subjectId: documentId })) {
    await jobs.waitFor(job.id).catch(() => undefined);
  }
}

async function mailedCode(): Promise<string> {
  await loupe.app.services.passwordRecovery.settled();
  const folder = loupe.config.mailFolder;
  // Another server may be writing it.
  const latest = await vi.waitFor(
    async () => (await readdir(folder)).sort().at(-1) ?? Promise.reject(new Error('There is no mail.')),
    { timeout: 20_000 },
  );
  const lines = (await readFile(join(folder, latest), 'utf8')).trim().split(/\r?\n/);
  return lines.at(-1)?.trim() ?? '';
}

/** Without a right, with an unknown id, and with input that is wrong. */
async function playRefusals(route: Route, token: string, apiKey: string): Promise<void> {
  const { method, authentication } = route;
  const path = route.path.replace(/:role/, 'Editor').replace(/:\w+\??/g, newId());
  const short = route.path.replace('/:id?', '');
  const device = route.headers === undefined ? {} : deviceHeaders;
  const authorized: Record<string, string> = /apiKey/i.test(authentication)
    ? { ApiKey: apiKey, ...device }
    : { Authorization: `Bearer ${token}` };
  if (authentication !== 'none') await recorder.record('without a right', { method, path });
  if (route.body) {
    await recorder.record('with a list instead of members', { method, path, json: [], headers: authorized });
    await recorder.record('with members of a wrong type', {
      method,
      path,
      headers: authorized,
      json: Object.fromEntries(Object.keys(route.body.shape).map((name) => [name, { wrong: true }])),
    });
  } else if (route.form) {
    await recorder.record('without a form', { method, path, json: {}, headers: authorized });
    const [name = 'file'] = Object.keys(route.form);
    const form = { part: [name.replace('*', ''), []] } as const;
    await recorder.record('with a list instead of members, and without a file', {
      method,
      path,
      form,
      headers: authorized,
    });
  } else if (route.urlencoded) {
    await recorder.record('without a grant', { method, path, text: 'username=ana' });
  } else if (path.includes('-')) {
    await recorder.record('of an unknown element', { method, path, headers: authorized });
  }
  const needsId = short !== route.path || Object.keys(route.query ?? {}).some((name) => name.endsWith('*'));
  if (needsId && method === 'GET') {
    await recorder.record('without an id', { method, path: short, headers: authorized });
  }
}

const isTaken = (status: number) => status < 300;

describe('transcripts', () => {
  test('hold a success of every operation, and a refusal of every one that can refuse', () => {
    const addressesOf = ({ method, path }: Route) => {
      const whole = path.replace(/:(\w+)\??/g, '{$1}');
      return [`${method} ${whole}`, `${method} ${whole.replace(/\/\{id\}$/, '')}`];
    };
    const seenWith = (route: Route, fits: (status: number) => boolean) =>
      recorder.seen.some(({ operation, status }) => addressesOf(route).includes(operation) && fits(status));
    const nameOf = ({ method, path }: Route) => `${method} ${path}`;
    const withoutSuccess = routes.filter((route) => !seenWith(route, isTaken));
    expect(withoutSuccess.map(nameOf)).toEqual([]);
    const withoutRefusal = routes.filter((route) => !seenWith(route, (status) => !isTaken(status)));
    expect(withoutRefusal.map(nameOf)).toEqual([]);
  });

  test('are as they were', async () => {
    for (const [topic, text] of recorder.transcripts()) {
      await expect(text).toMatchFileSnapshot(`./transcripts/${topic}.http`);
    }
  });
});
