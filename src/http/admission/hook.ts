/** Makes requests wait for their turn before anything of them is read. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LoadShedder, Turn } from './load-shedder.js';

/**
 * Monitoring must get its answers, above all under overload. Tools of assistants pass on to other routes, where each of their requests
 * waits for its turn.
 */
const EXEMPT = /^\/(health|metrics|mcp)\b/;
/** A request gives its place back while its body takes longer than this to arrive, or its answer longer than this to make. */
const SLOW_BODY_MS = 250;
const LONG_ANSWER_MS = 3000;
/** Credentials that were accepted lately: each has its own queue. Others share the queue of their address. */
const MOST_KNOWN = 10_000;

export function useLoadShedder(http: FastifyInstance, shedder: LoadShedder): void {
  const known = new Set<string>();
  const queueOf = (request: FastifyRequest): { readonly key: string; readonly credential: string | null } => {
    const credential = credentialOf(request);
    if (credential !== null && known.has(credential)) return { key: credential, credential };
    return { key: `address ${request.ip}`, credential };
  };
  http.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'OPTIONS' || EXEMPT.test(request.url)) {
      done();
      return;
    }
    const { key, credential } = queueOf(request);
    const begin = (turn: Turn): void => {
      hold(turn, request, reply);
      done();
    };
    const turn = shedder.enter(key);
    if (turn instanceof Promise) turn.then(begin, done);
    else begin(turn);
    if (credential === null || known.has(credential)) return;
    reply.raw.once('finish', () => {
      if (reply.statusCode >= 400) return;
      known.add(credential);
      const [oldest] = known;
      if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
    });
  });
  http.addHook('onClose', () => {
    shedder.close();
  });
}

/** The caller's credential in any form that the surfaces accept; not verified here. */
function credentialOf({ headers, url }: FastifyRequest): string | null {
  const given =
    headers.authorization ??
    headers['apikey'] ??
    headers.cookie ??
    /[?&]application_key=([^&]+)/i.exec(url)?.[1];
  if (given === undefined) return null;
  return createHash('sha256').update(String(given)).digest('base64');
}

/** Holds the place while the request runs, but not through a slow upload, nor through a very long answer. */
function hold(turn: Turn, { raw }: FastifyRequest, reply: FastifyReply): void {
  if (reply.raw.closed || raw.destroyed) {
    turn.leave();
    return;
  }
  const isComing =
    raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0;
  let timer = setTimeout(() => turn.leave(), isComing ? SLOW_BODY_MS : LONG_ANSWER_MS);
  raw.once('end', () => {
    clearTimeout(timer);
    if (reply.raw.writableFinished || reply.raw.closed) return;
    turn.rejoin();
    timer = setTimeout(() => turn.leave(), LONG_ANSWER_MS);
  });
  reply.raw.once('close', () => {
    clearTimeout(timer);
    turn.leave();
  });
}
