/**
 * GraphiQL, the page for trying the API out. It carries its scripts and styles with it, some 9 MB: it is made once,
 * sent compressed, and not sent again to a browser that has it.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { exampleTabs } from './examples.js';
import { withHelp } from './graphiql-help.js';

/** The page talks to this server alone; its editor starts workers from blobs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' blob:",
  "style-src 'unsafe-inline'",
  'font-src data:',
  'img-src data: blob:',
  'worker-src blob: data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Page {
  readonly html: string;
  readonly gzipped: Buffer;
  readonly etag: string;
}

export class GraphiqlPage {
  private page: Promise<Page> | undefined;

  /** @param ownPath what a proxy takes off before the addresses of this server; empty for nothing */
  constructor(private readonly ownPath: string) {}

  /** Whether a browser asks for a page to look at, not for data. */
  isAskedFor({ method, headers }: FastifyRequest): boolean {
    return method === 'GET' && headers.accept?.includes('text/html') === true;
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    this.page ??= makePage(this.ownPath);
    const { html, gzipped, etag } = await this.page;
    reply
      .header('Content-Security-Policy', POLICY)
      .header('Cache-Control', 'no-cache')
      .header('Vary', 'Accept, Accept-Encoding')
      .header('ETag', etag);
    if (request.headers['if-none-match']?.includes(etag) === true) return reply.code(304).send();
    reply.type('text/html; charset=utf-8');
    const isGzipAccepted = request.headers['accept-encoding']?.includes('gzip') === true;
    return isGzipAccepted ? reply.header('Content-Encoding', 'gzip').send(gzipped) : reply.send(html);
  }
}

async function makePage(ownPath: string): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  // The header editor shows the headers of the first tab only when the tabs differ.
  const headers = exampleTabs[0]?.headers ?? '';
  const html = withHelp(
    ownPath,
    renderGraphiQL({
      title: 'Loupe',
      endpoint: `${ownPath}/graphql`,
      defaultTabs: [...exampleTabs],
      headers,
    }),
  );
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`;
  return { html, gzipped: await promisify(gzip)(html), etag };
}
