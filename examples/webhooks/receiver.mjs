/** Receives events of Loupe and verifies that they come from it (Standard Webhooks): WEBHOOK_SECRET=whsec_… node receiver.mjs */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Older events were recorded by somebody and sent again. */
const MOST_SECONDS = 300;
const secret = Buffer.from((process.env.WEBHOOK_SECRET ?? '').replace('whsec_', ''), 'base64');
if (secret.length === 0) throw new Error('Set WEBHOOK_SECRET to the secret of the webhook.');

/** @returns whether somebody who knows the secret signed the body within the last minutes */
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(ageSeconds <= MOST_SECONDS)) return false;
  const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(' ').some((each) => {
    const [version, value = ''] = each.split(',');
    const given = Buffer.from(value, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const seen = new Set();
const server = createServer(async (request, response) => {
  const body = await buffer(request);
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  // An event may arrive twice, with the same id.
  const id = request.headers['webhook-id'];
  if (!seen.has(id)) {
    seen.add(id);
    const { type, data } = JSON.parse(body);
    console.log(type, JSON.stringify(data));
  }
  response.writeHead(204).end();
});
server.listen(Number(process.env.PORT ?? 8787), () => console.log(`listening on ${server.address().port}`));
