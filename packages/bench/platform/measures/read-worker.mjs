/**
 * A server of a built clone in this process, for `measure-reads.ts` and `measure-looks.ts`: `read-worker.mjs <clone> <data folder>`. Plain
 * JavaScript, so that it also runs older clones on the Node that they were built for.
 *
 * Sends `{ url, token, apiKey, organizationId }` once it listens; answers `{ reads, documentId }` with what that many reads by the
 * service took, `{ usage: true }` with the processor time of the process and of its main thread so far, `{ profile: true }` when it
 * profiles itself, `{ application: settings }` with the key of a new application of the engine, `{ profile: false }` with that profile; ends on `{ stop: true }`.
 */
import { Session } from 'node:inspector/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [clone, folder] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(resolve(clone), 'dist/src', path)).href);
const { createApp } = await load('app.js');
const { readConfig } = await load('config.js');
const { operator } = await load('access/viewer.js');

const app = await createApp(
  readConfig({
    LOUPE_DATA: folder,
    LOUPE_HOST: '127.0.0.1',
    LOUPE_PORT: '0',
    LOUPE_MODIFY_PORT: '0',
    LOUPE_QUERY_PORT: '0',
    LOUPE_LOG_LEVEL: 'silent',
  }),
);
const listeners = await app.listen();
const { organizations, users, roles, auth, titles } = app.services;
const organization = await organizations.create(operator, {
  name: 'Readers',
  languageCode: 'en-US',
  totalCredit: 1000,
});
const account = { mail: 'reader@loupe.example', password: 'a password for reading' };
const { id: userId } = await users.create(operator, { organizationId: organization.id, ...account });
await roles.assign(operator, userId, 'Administrator');
const { token } = await auth.login({
  apiKey: organization.apiKey,
  userName: account.mail,
  password: account.password,
  address: null,
});
const viewer = await auth.viewerOfToken(token);

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
/** Processor time of this thread alone; where Node cannot tell it, how long its event loop was busy. */
const loopMs = () => {
  if (process.threadCpuUsage === undefined) return performance.eventLoopUtilization().active;
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const inspector = new Session();
process.on('disconnect', () => process.exit());
process.on('message', async (message) => {
  if (message.stop) {
    await app.close();
    process.exit();
  } else if (message.profile === true) {
    inspector.connect();
    await inspector.post('Profiler.enable');
    await inspector.post('Profiler.start');
    process.send({});
  } else if (message.profile === false) {
    process.send(await inspector.post('Profiler.stop'));
  } else if (message.application) {
    const { modifyKey } = await app.services.applications.create(operator, {
      kind: 'media',
      settings: message.application,
    });
    process.send({ key: modifyKey });
  } else if (message.usage) {
    process.send({ cpuMs: cpuMs(), loopMs: loopMs() });
  } else {
    const before = cpuMs();
    const start = performance.now();
    for (let read = 0; read < message.reads; read += 1) await titles.list(viewer, message.documentId);
    process.send({ wallMs: performance.now() - start, cpuMs: cpuMs() - before });
  }
});
process.send({
  url: `http://127.0.0.1:${listeners.find(({ name }) => name === 'main').port}`,
  token,
  apiKey: organization.apiKey,
  organizationId: organization.id,
});
