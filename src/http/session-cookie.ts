/**
 * The session of a browser, in a cookie. It counts only for pages that this server has served: they send a header
 * that another site's page may not send without asking, and the browser itself says where they come from.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { baseUrlOf, publicPathOf, isFromOwnPage } from './base-url.js';

const COOKIE = 'loupe_session';
/** A log-in that goes on at a provider, encrypted. */
const ATTEMPT_COOKIE = 'loupe_sign_in';
const ATTEMPT_SECONDS = 15 * 60;
export const CONSOLE_HEADER = 'x-loupe-console';

export class SessionCookie {
  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    private readonly publicUrl: string | null,
  ) {}

  /** Whether a page of this server sends the request, so that its cookie may count. */
  get isFromOwnPage(): boolean {
    return this.request.headers[CONSOLE_HEADER] === '1' && isFromOwnPage(this.request, this.publicUrl);
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

  /** The text that `keepAttempt` kept for this browser; null without it. */
  get attempt(): string | null {
    return this.isFromOwnPage ? (this.request.cookies[ATTEMPT_COOKIE] ?? null) : null;
  }

  keepAttempt(text: string): void {
    this.reply.setCookie(ATTEMPT_COOKIE, text, { ...this.attributes(), maxAge: ATTEMPT_SECONDS });
  }

  forgetAttempt(): void {
    this.reply.clearCookie(ATTEMPT_COOKIE, this.attributes());
  }

  private attributes() {
    const isTls =
      this.request.protocol === 'https' || baseUrlOf(this.request, this.publicUrl).startsWith('https:');
    return {
      path: publicPathOf(this.publicUrl) || '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: isTls,
    } as const;
  }
}
