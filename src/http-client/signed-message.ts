/** One delivery as the Standard Webhooks specification has it: signed, without redirects, to public addresses only. */
import { createHmac } from 'node:crypto';
import { sendOutgoing } from './outgoing-request.js';
import { badInput } from '../kernel/errors.js';

const TIMEOUT_MS = 15_000;
const MAX_URL_LENGTH = 2000;
const SECRET_PREFIX = 'whsec_';

export interface SignedMessage {
  readonly id: string;
  readonly time: Date;
  /** JSON. */
  readonly payload: string;
  /** `whsec_` and base64. */
  readonly secret: string;
}

function headersOf({ id, time, payload, secret }: SignedMessage): Readonly<Record<string, string>> {
  const seconds = Math.floor(time.getTime() / 1000).toString();
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${payload}`).digest('base64');
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(payload).toString(),
    'user-agent': 'Loupe-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature}`,
  };
}

export function newWebhookSecret(random: Buffer): string {
  return `${SECRET_PREFIX}${random.toString('base64')}`;
}

/**
 * Posts a message.
 *
 * @param allowsPrivate whether addresses of private networks may be connected to
 * @returns the status that was answered; the body of the answer is not read
 * @throws Error when there was no answer
 */
export async function postWebhook(
  url: string,
  message: SignedMessage,
  { allowsPrivate, signal }: { readonly allowsPrivate: boolean; readonly signal: AbortSignal },
): Promise<number> {
  const { status } = await sendOutgoing(url, {
    method: 'POST',
    headers: headersOf(message),
    body: message.payload,
    allowsPrivate,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  return status;
}

/** @throws LoupeError BAD_USER_INPUT */
export function requireUsableUrl(url: string): void {
  if (url.length <= MAX_URL_LENGTH && URL.canParse(url)) {
    const { protocol, username, password } = new URL(url);
    if (['http:', 'https:'].includes(protocol) && username === '' && password === '') return;
  }
  throw badInput('url', `must be an address that begins with https:// or http://, without a password`);
}
