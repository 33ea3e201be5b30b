/**
 * Serves the console: its files by their path, and its page at every other address that a browser opens and that no
 * surface owns, because the console has addresses of its own for its screens.
 */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachingOf, servedFiles } from './site-files.js';
import { wantedLanguages } from './caller.js';

const PAGE = 'index.html';
/** The page for readers, an entry of its own, in each language: its first words need no program. */
const SCAN = 'scan';
const SCAN_PAGES: Readonly<Record<string, string>> = {
  en: 'scan.html',
  fr: 'scan.fr.html',
  de: 'scan.de.html',
};

/** Addresses below these belong to the other surfaces, also where nothing is served. */
const ELSEWHERE =
  /^\/(?:api|token|files|packs|s|01|\.well-known|graphql|docs|guide|health|metrics|swagger|openapi\.json|v\d[\d.]*)(?:\/|$)/i;

/** The page and everything it loads come from this server; styles may be set on elements, scripts may not. */
function policyFor(origins: readonly string[]): string {
  const pictures = origins.map((origin) => ` ${origin}`).join('');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    `img-src 'self' data: blob:${pictures}`,
    "media-src 'self' blob:",
    `connect-src 'self'${pictures}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The page for readers and its worker run the engine, which is WebAssembly; no text becomes a program there, either. */
const runsEngine = (name: string) =>
  Object.values(SCAN_PAGES).includes(name) || name.startsWith('assets/pack-worker-');

const withEngine = (policy: string) =>
  policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");

/** Answers with a file or the page of the console; null for what is none of its business. */
export type AnswersConsole = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null;

/**
 * @param folder  where the built console lies; null serves none
 * @param origins what addresses of pictures may begin with beside the console's own
 * @param ownPath what a proxy takes off before the addresses of this server; empty for nothing
 */
export function registerConsole(
  http: FastifyInstance,
  folder: string | null,
  origins: readonly string[],
  ownPath: string,
): AnswersConsole {
  if (folder === null) return () => null;
  const files = servedFiles(folder);
  const policy = policyFor(origins);
  // The page as it was built lies beside its compressed copies; below a path of its own it names other addresses.
  const below = new Map(
    ownPath === ''
      ? []
      : [PAGE, ...Object.values(SCAN_PAGES)]
          .filter((name) => files.has(name))
          .map((name) => [name, pageBelow(ownPath, readFileSync(join(folder, name), 'utf8'))]),
  );
  const sendPage = (reply: FastifyReply, name = PAGE): FastifyReply => {
    const page = below.get(name);
    return page === undefined
      ? sendFile(name, reply, policy)
      : dress(name, reply, policy).type('text/html; charset=utf-8').send(page);
  };
  void http.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false });
  return (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const path = pathOf(request);
    if (path === null) return null;
    if (path === SCAN && files.has(scanPageFor(request)) && wantsPage(request))
      return sendPage(reply.header('Vary', 'Accept-Language'), scanPageFor(request));
    if (files.has(path) && path !== PAGE) return sendFile(path, reply, policy);
    const isPage = path === '' || (!ELSEWHERE.test(`/${path}`) && wantsPage(request) && !/\.\w+$/.test(path));
    return isPage || path === PAGE ? sendPage(reply) : null;
  };
}

/** The page with its path before every address, and in a place where its program finds it. */
function pageBelow(ownPath: string, page: string): string {
  return page
    .replace(/(?<=\b(?:href|src)=")\/(?!\/)/g, () => `${ownPath}/`)
    .replace('<head>', (head) => `${head}\n    <meta name="loupe-path" content="${ownPath}" />`);
}

function sendFile(path: string, reply: FastifyReply, policy: string): FastifyReply {
  return dress(path, reply, policy).sendFile(path);
}

function dress(path: string, reply: FastifyReply, policy: string): FastifyReply {
  return reply
    .code(200)
    .header('Cache-Control', cachingOf(path))
    .header('Content-Security-Policy', runsEngine(path) ? withEngine(policy) : policy)
    .header('Referrer-Policy', 'same-origin')
    .header('Permissions-Policy', 'camera=(self), microphone=(), geolocation=()');
}

/** Path of the address without its first slash; null for what cannot be decoded. */
function pathOf({ url }: FastifyRequest): string | null {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '').replace(/^\/+/, '');
  } catch {
    return null;
  }
}

function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true;
}

/** The page in the first of the reader's languages that there is. */
function scanPageFor({ headers }: FastifyRequest): string {
  const wanted = wantedLanguages(headers).map((tag) => tag.split(/[-_]/)[0]);
  const code = wanted.find((each) => each !== undefined && Object.hasOwn(SCAN_PAGES, each)) ?? 'en';
  return SCAN_PAGES[code] ?? PAGE;
}
