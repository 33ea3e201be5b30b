/** Webhooks of a tenant of the table of operations. */
import { textMember } from '../kit/json.js';
import { CANARY } from './target.js';
import type { Unfinished } from './world.js';

export async function makeWebhook({ administrator, organization }: Unfinished): Promise<string> {
  const Url = `http://127.0.0.1:9/${CANARY}`;
  const json = { OrganizationId: organization.id, Url, Events: ['document.ready'] };
  return textMember(await administrator.send('POST', '/services/Webhooks', { json }), 'Id');
}

export async function makeRecordedWebhook({ administrator, organization }: Unfinished): Promise<string> {
  const Url = `http://127.0.0.1:9/${CANARY}-recorded`;
  const json = { OrganizationId: organization.id, Url, Events: ['readers.recorded'], IsActive: false };
  return textMember(await administrator.send('POST', '/services/Webhooks', { json }), 'Id');
}

/** @returns a delivery that ended */
export async function silence({ loupe, administrator }: Unfinished, webhookId: string): Promise<string> {
  const { webhooks, webhookSender } = loupe.app.services;
  const viewer = await administrator.viewer();
  await webhooks.update(viewer, webhookId, { isActive: false });
  await webhookSender.sendDue();
  const [delivery] = await webhooks.deliveries(viewer, webhookId);
  if (delivery === undefined) throw new Error('The webhook was told of nothing.');
  return delivery.id;
}
