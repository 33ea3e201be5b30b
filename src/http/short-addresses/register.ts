/**
 * Serves short addresses at `/s/CODE`, and products by GS1 Digital Link at `/01/GTIN`. Readers are led only where a stored action leads, or
 * get a page; nothing is kept on the way, since what an address opens changes at the minute.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FileService } from '../../media/blobs/file.service.js';
import { isId } from '../../kernel/ids.js';
import type { PublisherService } from '../../organizations/publisher.service.js';
import { platformOfHeaders } from '../../readers/reader-platform.js';
import { gtinOf, isQualified, linkTypeOf } from '../../short-addresses/digital-link.rules.js';
import type { ShortAddress } from '../../short-addresses/short-address.entity.js';
import {
  linkOf,
  type ShortAddressVisits,
  type Visit,
  type Visitor,
} from '../../short-addresses/short-address-visits.js';
import { baseUrlOf, usedUrlOf } from '../base-url.js';
import { linksetOf, resolverDescription, wantsLinkset } from './linkset.js';
import { messagePage, offersPage, textPage } from './page.js';
import { wantedLanguages } from '../caller.js';
import { wordsFor } from './words.js';

interface Surroundings {
  readonly shortAddressVisits: ShortAddressVisits;
  readonly publishers: PublisherService;
  readonly files: Pick<FileService, 'addressOf'>;
}

interface Options {
  readonly publicUrl: string | null;
  readonly shortUrl: string | null;
  /** Beginnings that addresses of pictures may have beside those of this server. */
  readonly pictureOrigins: readonly string[];
}

/** A visit whose answer is being written. */
interface Answer {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly address: ShortAddress;
  /** Of the page of a document that was chosen. */
  readonly order: number | null;
}

/** Programs that look at addresses which people send each other. */
const ROBOTS = /bot\b|bot\/|crawl|spider|preview|facebookexternalhit|whatsapp|slack|telegram|skype|embedly/i;

export function registerShortAddresses(
  http: FastifyInstance,
  services: Surroundings,
  options: Options,
): void {
  const served = new ServedAddresses(services, options);
  type Params = { code: string; page: string; actionId: string };
  http.get<{ Params: Params }>('/s/:code', (request, reply) => served.open(request, reply));
  http.get<{ Params: Params }>('/s/:code/:page', (request, reply) => served.open(request, reply));
  http.get<{ Params: Params }>('/s/:code/actions/:actionId', (request, reply) =>
    served.follow(request, reply),
  );
  http.get<{ Params: Params }>('/s/:code/:page/actions/:actionId', (request, reply) =>
    served.follow(request, reply),
  );
  http.get<{ Params: { gtin: string } }>('/01/:gtin', (request, reply) => served.product(request, reply, ''));
  http.get<{ Params: { gtin: string; '*': string } }>('/01/:gtin/*', (request, reply) =>
    served.product(request, reply, request.params['*']),
  );
  http.get('/.well-known/gs1resolver', (request) => resolverDescription(served.base(request)));
}

class ServedAddresses {
  constructor(
    private readonly services: Surroundings,
    private readonly options: Options,
  ) {}

  /** Beginning of short addresses. */
  base(request: FastifyRequest): string {
    return this.options.shortUrl ?? baseUrlOf(request, this.options.publicUrl);
  }

  async open(
    request: FastifyRequest<{ Params: { code: string; page?: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const address = await this.services.shortAddressVisits.find(request.params.code);
    const order = orderOf(request.params.page);
    if (address === null || order === undefined) return this.message(request, reply, 'unknown');
    const visit = await this.services.shortAddressVisits.open(address, this.visitor(request), order);
    return this.answer({ request, reply, address, order }, visit);
  }

  async follow(
    request: FastifyRequest<{ Params: { code: string; page?: string; actionId: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { code, page, actionId } = request.params;
    const address = await this.services.shortAddressVisits.find(code);
    const order = orderOf(page);
    if (address === null || order === undefined) return this.message(request, reply, 'unknown');
    const visitor = this.visitor(request);
    const visit = await this.services.shortAddressVisits.follow(address, actionId, visitor, order);
    return this.answer({ request, reply, address, order }, visit);
  }

  async product(
    request: FastifyRequest<{ Params: { gtin: string } }>,
    reply: FastifyReply,
    rest: string,
  ): Promise<FastifyReply> {
    const gtin = gtinOf(request.params.gtin);
    if (gtin === null || !isQualified(rest)) return this.message(request, reply, 'wrongNumber', 400);
    const addresses = await this.services.shortAddressVisits.ofGtin(gtin);
    const type = asked(request, 'linktype') ?? '';
    const anchor = `${this.base(request)}/01/${gtin}`;
    void reply.header('Link', `<${anchor}?linkType=linkset>; rel="linkset"; type="application/linkset+json"`);
    const address = linkOf(addresses, linkTypeOf(type));
    if (address === null) return this.message(request, reply, 'unknown');
    if (type === 'linkset' || type === 'all' || wantsLinkset(request))
      return fenced(reply)
        .header('Vary', 'Accept')
        .type('application/linkset+json')
        .send(JSON.stringify(linksetOf(anchor, this.base(request), addresses)));
    const visit = await this.services.shortAddressVisits.open(address, this.visitor(request));
    return this.answer({ request, reply, address, order: null }, visit);
  }

  private async answer(answer: Answer, visit: Visit): Promise<FastifyReply> {
    const { request, reply } = answer;
    if (visit.kind === 'unknown' || visit.kind === 'unavailable')
      return this.message(request, reply, visit.kind);
    if (visit.kind === 'page') return this.offers(answer, visit);
    const { opening, name } = visit;
    switch (opening.kind) {
      case 'address':
        return fenced(reply).redirect(opening.url, 302);
      case 'file':
        return fenced(reply)
          .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(opening.name)}`)
          .type(`${opening.contentType}; charset=utf-8`)
          .send(opening.text);
      case 'text':
        return this.page(reply, textPage(name, opening.text, wordsFor(request)));
      case 'refused':
        return this.message(request, reply, 'refused');
    }
  }

  private async offers(
    { request, reply, address, order }: Answer,
    { shown, sessionId }: Visit & { readonly kind: 'page' },
  ): Promise<FastifyReply> {
    const base = baseUrlOf(request, this.options.publicUrl);
    const { files, publishers } = this.services;
    const own = `${this.base(request)}/s/${address.code}`;
    const ofPage = order === null ? own : `${own}/${order}`;
    const page = offersPage(shown, await publishers.ofOrganization(shown.organizationId), {
      words: wordsFor(request),
      fileUrl: (fileId) => `${base}/files/${files.addressOf(fileId)}`,
      actionUrl: (actionId) => `${ofPage}/actions/${actionId}?v=${sessionId}`,
      pageUrl: (page) => `${own}/${page}?v=${sessionId}`,
    });
    return this.page(reply, page);
  }

  private message(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: 'unknown' | 'unavailable' | 'refused' | 'wrongNumber',
    status = 404,
  ): FastifyReply {
    const words = wordsFor(request);
    return this.page(reply.code(status), messagePage(words[kind], words));
  }

  private page(reply: FastifyReply, html: string): FastifyReply {
    const { publicUrl, pictureOrigins } = this.options;
    const origins = [...pictureOrigins, ...(publicUrl === null ? [] : [new URL(publicUrl).origin])];
    const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src ${["'self'", ...origins].join(' ')}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
    return fenced(reply)
      .header('Content-Security-Policy', policy)
      .header('Vary', 'Accept-Language')
      .type('text/html; charset=utf-8')
      .send(html);
  }

  private visitor(request: FastifyRequest): Visitor {
    const { headers, method, ip } = request;
    const { publicUrl, shortUrl } = this.options;
    const session = asked(request, 'v') ?? '';
    const purpose = [headers['sec-purpose'], headers['purpose']].flat().join(' ');
    const isOnlyLooking = method === 'HEAD' || /prefetch|prerender|preview/i.test(purpose);
    return {
      language: languageOf(headers),
      host: ip,
      platform: platformOfHeaders(headers),
      sessionId: isId(session) ? session.toLowerCase() : null,
      isCounted: !isOnlyLooking && !ROBOTS.test(headers['user-agent'] ?? ''),
      own: [publicUrl, shortUrl, baseUrlOf(request, publicUrl), usedUrlOf(request)].flatMap(
        (base) => base ?? [],
      ),
    };
  }
}

/** Kept nowhere on the way, listed by no search engine, told to nobody. */
function fenced(reply: FastifyReply): FastifyReply {
  return reply
    .header('Cache-Control', 'no-store')
    .header('X-Robots-Tag', 'noindex')
    .header('Referrer-Policy', 'no-referrer');
}

/** The first value of a name in the query, in any letter case; null for none. */
function asked(request: FastifyRequest, name: string): string | null {
  const query = Object.entries(request.query as Readonly<Record<string, string | string[]>>);
  const value = query.find(([key]) => key.toLowerCase() === name)?.[1];
  return [value].flat()[0] ?? null;
}

/** null where none is given; undefined for what is no number of a page. */
function orderOf(page: string | undefined): number | null | undefined {
  if (page === undefined) return null;
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : undefined;
}

/** The language that a browser asks for first. */
function languageOf(headers: FastifyRequest['headers']): string | null {
  const [tag = ''] = wantedLanguages(headers);
  return tag === '' || tag === '*' ? null : tag;
}
