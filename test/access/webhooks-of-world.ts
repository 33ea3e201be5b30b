/** Webhooks of a tenant of the table of operations. */
import type { TestApp } from '../kit/app.js';
import { textMember } from '../kit/json.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { canary } from './target.js';

interface Owner {
  readonly loupe: TestApp;
  readonly administrator: SeededUser;
  readonly organization: { readonly id: string };
}

export async function makeWebhook({ administrator, organization }: Owner): Promise<string> {
  const Url = `http://127.0.0.1:9/${canary()}`;
  const json = { OrganizationId: organization.id, Url, Events: ['document.ready'] };
  return textMember(await administrator.send('POST', '/services/Webhooks', { json }), 'Id');
}

export async function makeRecordedWebhook({ administrator, organization }: Owner): Promise<string> {
  const Url = `http://127.0.0.1:9/${canary()}-recorded`;
  const json = { OrganizationId: organization.id, Url, Events: ['readers.recorded'], IsActive: false };
  return textMember(await administrator.send('POST', '/services/Webhooks', { json }), 'Id');
}

/** @returns a delivery that ended */
export async function silence({ loupe, administrator }: Owner, webhookId: string): Promise<string> {
  const { webhooks, webhookSender } = loupe.app.services;
  const viewer = await administrator.viewer();
  await webhooks.update(viewer, webhookId, { isActive: false });
  await webhookSender.sendDue();
  const [delivery] = await webhooks.deliveries(viewer, webhookId);
  if (delivery === undefined) throw new Error('The webhook was told of nothing.');
  return delivery.id;
}
