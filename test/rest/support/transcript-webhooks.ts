import { elementsOf, textMember } from '../../kit/json.js';
import { jpegPicture } from '../../kit/pictures.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import type { Send } from './recorder.js';

/** An address receives events. The outcome of a delivery depends on the network, so that only its sending is recorded. */
export async function playWebhooks(send: Send, user: SeededUser) {
  const { organizationId: OrganizationId } = user;
  const made = await send('create a webhook', 'POST', '/services/Webhooks', {
    json: { OrganizationId, Url: 'https://hooks.invalid/', Events: ['document.ready', 'credit.low'] },
  });
  const webhook = `/services/Webhooks/${textMember(made, 'Id')}`;
  await send('webhooks', 'GET', `/services/Webhooks?organizationId=${OrganizationId}`);
  await send('a webhook within', 'POST', '/services/Webhooks', {
    json: { OrganizationId, Url: 'http://127.0.0.1/', Events: ['document.ready'] },
  });
  await send('its deliveries', 'GET', `${webhook}/deliveries`);
  await (await user.folder({ name: 'Told' })).document(await jpegPicture(731));
  const [delivery] = elementsOf(await user.send('GET', `${webhook}/deliveries`));
  const address = `/services/WebhookDeliveries/${textMember(delivery, 'Id')}/redeliver`;
  await send('send one again', 'POST', address);
  await playEvents(send, user, webhook);
  await send('switch it off', 'PATCH', webhook, { json: { IsActive: false } });
  await send('delete the webhook', 'DELETE', webhook);
  await send('send again what is gone', 'POST', address);
}

/** Reads events of readers behind the last ones so far: their number depends on the speed of the machine. */
async function playEvents(send: Send, user: SeededUser, webhook: string): Promise<void> {
  const events = `/services/RecordedEvents?organizationId=${user.organizationId}`;
  await user.feedEvents();
  let last = '';
  for (;;) {
    const page = (await user.send('GET', `${events}${last}`)) as { Events: unknown[]; Next: string };
    last = `&after=${page.Next}`;
    if (page.Events.length === 0) break;
  }
  await send('what readers did since', 'GET', `${events}${last}`);
  await send('a cursor of nothing', 'GET', `${events}&after=nothing`);
  await send('what readers did is wanted, too', 'PATCH', webhook, { json: { Events: ['readers.recorded'] } });
  await send('send it again', 'PUT', `${webhook}/replay`, { json: { From: new Date().toISOString() } });
}
