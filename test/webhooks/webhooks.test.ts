import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GraphqlClient } from '../graphql/support.js';
import { startTestApp } from '../kit/app.js';
import { useTestApp } from '../kit/use-app.js';
import { elementsOf, textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import type { SeededUser } from '../kit/seed/seed-user.js';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe('a webhook', () => {
  const clock = new MovableClock();
  const loupe = useTestApp({ clock, environment: { LOUPE_WEBHOOKS_PRIVATE: 'true' } });
  let receiver: Server;
  let received: Received[];
  let statuses: number[];
  let url: string;
  let organization: SeededOrganization;
  let administrator: SeededUser;

  beforeEach(async () => {
    received = [];
    statuses = [];
    receiver = createServer((request, response) => {
      void text(request).then((body) => {
        received.push({ headers: request.headers, body });
        response.writeHead(statuses.shift() ?? 204, { location: `${url}/elsewhere` }).end();
      });
    });
    await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    organization = await seed(loupe).organization({ accountType: 'Prepaid', credit: 12 });
    administrator = await organization.user();
  });
  afterEach(() => {
    receiver.closeAllConnections();
    receiver.close();
  });

  const make = async (Events: readonly string[], more: object = {}) => {
    const json = { OrganizationId: organization.id, Url: url, Events, ...more };
    const webhook = await administrator.send('POST', '/services/Webhooks', { json });
    return { id: textMember(webhook, 'Id'), secret: textMember(webhook, 'Secret') };
  };
  const upload = async (seedOfPicture: number, name = 'Summer') =>
    (await administrator.folder()).document(await jpegPicture(seedOfPicture), { name });
  const deliveries = async (id: string) =>
    elementsOf(await administrator.send('GET', `/services/Webhooks/${id}/deliveries`)) as {
      readonly Id: string;
      readonly State: string;
      readonly Attempts: number;
      readonly LastStatus: number | null;
      readonly LastError: string | null;
    }[];
  const events = () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type).sort();

  it('receives events of documents, low credits and imports, signed by its secret', async () => {
    const { id, secret } = await make(['document.ready', 'credit.low', 'import.done']);
    const document = await upload(201);
    await administrator.send('PATCH', `/api/documents?id=${document.id}`, { json: { Status: 'Active' } });
    for (const nr of [202, 203]) {
      const { id: other } = await upload(nr);
      await administrator.send('PATCH', `/api/documents?id=${other}`, { json: { Status: 'Active' } });
    }
    const Json = {
      DefaultLanguage: 'en-US',
      Name: 'Imported',
      Titles: [{ LanguageCode: 'en-US', Value: 'x' }],
    };
    await administrator.send('PUT', '/services/Automation/Import', {
      json: { DocumentId: document.id, Json },
    });
    await expect
      .poll(events)
      .toEqual(['credit.low', 'document.ready', 'document.ready', 'document.ready', 'import.done']);
    for (const { headers, body } of received) {
      const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
      const signature = createHmac('sha256', key).update(content).digest('base64');
      expect(headers['webhook-signature']).toBe(`v1,${signature}`);
      expect(Number(headers['webhook-timestamp'])).toBe(Math.floor(clock.now().getTime() / 1000));
    }
    expect(received.map(({ body }) => JSON.parse(body) as object)).toContainEqual({
      type: 'document.ready',
      timestamp: clock.now().toISOString(),
      data: { documentId: document.id, name: 'Summer', pages: 1, reason: null },
    });
    await expect
      .poll(async () => (await deliveries(id)).map(({ State }) => State))
      .toEqual(Array.from({ length: 5 }, () => 'Delivered'));
  });

  it('is sent again later when it fails, follows no redirect, and can be sent once more by hand', async () => {
    statuses = [500, 302];
    const { id } = await make(['document.ready']);
    await upload(204);
    const { webhookSender } = loupe.app.services;
    await expect.poll(async () => (await deliveries(id))[0]?.LastStatus).toBe(500);
    clock.forward({ seconds: 6 });
    await webhookSender.sendDue();
    await expect.poll(async () => (await deliveries(id))[0]?.LastStatus).toBe(302);
    expect(received).toHaveLength(2);
    clock.forward({ minutes: 6 });
    await webhookSender.sendDue();
    expect(await deliveries(id)).toMatchObject([{ State: 'Delivered', Attempts: 3, LastStatus: 204 }]);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const deliveryId = (await deliveries(id))[0]!.Id;
    await administrator.send('POST', `/services/WebhookDeliveries/${deliveryId}/redeliver`);
    await expect.poll(() => received.length).toBe(4);
  });

  it('receives conflicts of its own organization alone', async () => {
    const { id } = await make(['conflict.found']);
    const stranger = await (await seed(loupe).organization()).user();
    await (await stranger.folder()).document(await jpegPicture(210));
    const first = await upload(210, 'First');
    await administrator.send('PATCH', `/api/documents?id=${first.id}`, { json: { Status: 'Active' } });
    const second = await upload(210, 'Second');
    await expect.poll(events).toEqual(['conflict.found']);
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      data: {
        documentId: second.id,
        elements: [{ conflicts: [{ documentId: first.id, documentName: 'First' }] }],
      },
    });
    expect(
      (JSON.parse(received[0]?.body ?? '') as { data: { elements: { conflicts: unknown[] }[] } }).data
        .elements[0]?.conflicts,
    ).toHaveLength(1);
    expect(await deliveries(id)).toHaveLength(1);
  });

  it('that is gone for good receives nothing more', async () => {
    statuses = [410];
    const { id } = await make(['document.ready']);
    await upload(205);
    const isActive = async () => {
      const list = elementsOf(
        await administrator.send('GET', `/services/Webhooks?organizationId=${organization.id}`),
      );
      return list.map((webhook) => (webhook as { IsActive: boolean }).IsActive);
    };
    await expect.poll(isActive).toEqual([false]);
    await upload(206);
    expect(await deliveries(id)).toHaveLength(1);
  });

  it('receives events of organizations below its own, never beside it', async () => {
    const { id } = await make(['document.ready']);
    const below = await (await organization.organization()).user();
    const bytes = await jpegPicture(207);
    await (await below.folder()).document(bytes, { name: 'Below' });
    const stranger = await (await seed(loupe).organization()).user();
    await (await stranger.folder()).document(bytes, { name: 'Beside' });
    expect(await deliveries(id)).toHaveLength(1);
  });

  it('never leads to a private network, by address, name or redirect, unless the operator allows it', async () => {
    const strict = await startTestApp({ clock });
    try {
      const owner = await (await seed(strict).organization()).user();
      const port = (receiver.address() as AddressInfo).port;
      const addresses = [
        `http://127.0.0.1:${port}`,
        `http://localhost:${port}`,
        `http://[::1]:${port}`,
        `http://[::ffff:127.0.0.1]:${port}`,
        `http://0x7f000001:${port}`,
        `http://169.254.169.254/latest`,
      ];
      const ids: string[] = [];
      for (const Url of addresses) {
        const json = { OrganizationId: owner.organizationId, Url, Events: ['document.ready'] };
        ids.push(textMember(await owner.send('POST', '/services/Webhooks', { json }), 'Id'));
      }
      await (await owner.folder()).document(await jpegPicture(208));
      await strict.app.services.webhookSender.sendDue();
      for (const id of ids) {
        const read = async () =>
          elementsOf(await owner.send('GET', `/services/Webhooks/${id}/deliveries`))[0];
        await expect.poll(read).toMatchObject({
          State: 'Waiting',
          LastStatus: null,
          LastError: expect.stringContaining('private'),
        });
      }
      expect(received).toEqual([]);
    } finally {
      await strict.close();
    }
  });

  it('is managed over GraphQL, too, by administrators alone', async () => {
    const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${administrator.token}` });
    const create = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) {
      ... on Webhook { id events secret isActive deliveries { id } } ... on Problem { code }
    } }`;
    const input = { organizationId: organization.id, url, events: ['DOCUMENT_FAILED'] };
    const { data } = await client.run(create, { input });
    expect(data).toMatchObject({
      createWebhook: {
        events: ['DOCUMENT_FAILED'],
        isActive: true,
        secret: expect.stringMatching(/^whsec_.{32}$/),
      },
    });
    for (const wrong of ['ftp://x.example', 'nonsense', 'https://user:secret@x.example']) {
      expect((await client.run(create, { input: { ...input, url: wrong } })).data).toMatchObject({
        createWebhook: { code: 'BAD_USER_INPUT' },
      });
    }
    const editor = await organization.user({ roles: ['Editor'] });
    const theirs = client.with({ authorization: `Bearer ${editor.token}` });
    expect((await theirs.run(create, { input })).data).toMatchObject({
      createWebhook: { code: 'FORBIDDEN' },
    });
  });
});
