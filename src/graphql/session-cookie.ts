/**
 * The session of a browser, in a cookie. It counts only for pages that this server has served: they send a header
 * that another site's page may not send without asking, and the browser itself says where they come from.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { baseUrlOf } from '../http/base-url.js';

const COOKIE = 'loupe_session';
export const CONSOLE_HEADER = 'x-loupe-console';

export class SessionCookie {
  private readonly base: string;

  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    publicUrl: string | null,
  ) {
    this.base = baseUrlOf(request, publicUrl);
  }

  /** Whether a page of this server sends the request, so that its cookie may count. */
  get isFromOwnPage(): boolean {
    return this.request.headers[CONSOLE_HEADER] === '1' && this.isSameOrigin();
  }

  /** The session's secret; null without one, and when it may not count. */
  get token(): string | null {
    return this.isFromOwnPage ? (this.request.cookies[COOKIE] ?? null) : null;
  }

  keep(token: string, maxAgeSeconds: number): void {
    this.reply.setCookie(COOKIE, token, { ...this.attributes(), maxAge: maxAgeSeconds });
  }

  forget(): void {
    this.reply.clearCookie(COOKIE, this.attributes());
  }

  private attributes() {
    const isTls = this.request.protocol === 'https' || this.base.startsWith('https:');
    return { path: '/', httpOnly: true, sameSite: 'strict', secure: isTls } as const;
  }

  /** Browsers tell the origin with every POST, and the relation of both sites wherever the connection is safe. */
  private isSameOrigin(): boolean {
    const { 'sec-fetch-site': site, origin } = this.request.headers;
    if (site !== undefined && site !== 'same-origin') return false;
    if (origin === undefined) return site === 'same-origin';
    const host = hostOf(origin);
    return host !== null && (host === hostOf(this.base) || host === hostOf(baseUrlOf(this.request, null)));
  }
}

/** Name and port in lower case; null for what is no address, for example the `null` of hidden origins. */
function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host : null;
}
