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
  await send('switch it off', 'PATCH', webhook, { json: { IsActive: false } });
  await send('delete the webhook', 'DELETE', webhook);
  await send('send again what is gone', 'POST', address);
}
