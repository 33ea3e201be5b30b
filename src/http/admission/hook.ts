/** Makes requests wait for their turn before anything of them is read. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Admission, Turn } from './admission.js';

/** Whoever watches over the server must be answered above all when it is overloaded. */
const EXEMPT = /^\/(health|metrics)\b/;
/** A body that takes longer to arrive is not worked on meanwhile; neither is what takes much longer to answer. */
const SLOW_BODY_MS = 250;
const LONG_ANSWER_MS = 3000;
/** Credentials that were good lately, each with a line of its own. Guessed ones share that of their address. */
const MOST_KNOWN = 10_000;

export function useAdmission(http: FastifyInstance, admission: Admission): void {
  const known = new Set<string>();
  const lineOf = (request: FastifyRequest): { readonly key: string; readonly credential: string | null } => {
    const credential = credentialOf(request);
    if (credential !== null && known.has(credential)) return { key: credential, credential };
    return { key: `address ${request.ip}`, credential };
  };
  http.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'OPTIONS' || EXEMPT.test(request.url)) {
      done();
      return;
    }
    const { key, credential } = lineOf(request);
    const begin = (turn: Turn): void => {
      hold(turn, request, reply);
      done();
    };
    const turn = admission.enter(key);
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
    admission.close();
  });
}

/** What names the caller, in whatever form the surfaces know it; nothing is looked up. */
function credentialOf({ headers, url }: FastifyRequest): string | null {
  const given =
    headers.authorization ??
    headers['apikey'] ??
    headers.cookie ??
    /[?&]application_key=([^&]+)/i.exec(url)?.[1];
  if (given === undefined) return null;
  return createHash('sha256').update(String(given)).digest('base64');
}

/** Holds the place while the request is worked on, but not while its body is on its way for long, nor for ever. */
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
