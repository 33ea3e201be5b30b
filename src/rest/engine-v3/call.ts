/** One call of the engine's management interface: who asks, for which application, and what was sent. */
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { anonymous, type Viewer } from '../../access/viewer.js';
import type { Services } from '../../app/services.js';
import type { Application } from '../../applications/application.entity.js';
import { badInput, LoupeError, notFound } from '../../errors.js';
import { readTextBody } from '../../http/raw-body.js';
import { CaselessValues } from '../caseless.js';
import { bearerTokenOf } from '../platform/authenticate.js';
import { parseJson, readMembers } from '../platform/members.js';

const MAX_JSON_BYTES = 4 * 1024 * 1024;
/** In place of an id: the application that the key belongs to. */
const CURRENT = 'current';

export interface EngineV3Context {
  readonly services: Services;
  readonly maxFileBytes: number;
  readonly maxArchiveBytes: number;
}

export class EngineCall {
  readonly query: CaselessValues;

  constructor(
    readonly request: FastifyRequest,
    readonly context: EngineV3Context,
    private readonly keyUse: 'none' | 'query' | 'modify',
    /** Aborts when the caller is gone. */
    readonly signal: AbortSignal,
  ) {
    this.query = new CaselessValues(request.query);
  }

  get services(): Services {
    return this.context.services;
  }

  param(name: string): string {
    return (this.request.params as Record<string, string | undefined>)[name] ?? '';
  }

  /** Whoever the token belongs to. @throws LoupeError UNAUTHENTICATED */
  async viewer(): Promise<Viewer> {
    const token = bearerTokenOf(this.request);
    if (token === null) return anonymous;
    const viewer = await this.services.auth.viewerOfToken(token);
    if (viewer !== null) return viewer;
    throw new LoupeError('UNAUTHENTICATED', 'The token is wrong or expired. Log in again by POST /token.');
  }

  /**
   * The application that the path names, opened by its key or by an administrator's token.
   *
   * @throws LoupeError UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, UNKNOWN_APPLICATION, KEY_MAY_ONLY_QUERY,
   *   INACTIVE_APPLICATION
   */
  async application(): Promise<Application> {
    const id = this.param('id');
    const key = this.applicationKey();
    if (key === null || this.keyUse === 'none') {
      return this.services.applications.open(await this.viewer(), id);
    }
    const application = await this.services.applications.byKey(key, this.keyUse);
    if (id.toLowerCase() !== CURRENT && id.toLowerCase() !== application.id) {
      throw notFound(`Application ${id.slice(0, 100)}`);
    }
    return application;
  }

  /** @throws LoupeError BAD_USER_INPUT */
  async members<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
    const source = await readTextBody(this.request.raw, MAX_JSON_BYTES);
    return readMembers(schema, source.trim() === '' ? {} : parseJson(source, 'body'));
  }

  /** @throws LoupeError BAD_USER_INPUT */
  wholeNumber(name: string): number | undefined {
    return wholeNumber(name, this.query.get(name));
  }

  private applicationKey(): string | null {
    const header = this.request.headers['application-key'];
    const sent = Array.isArray(header) ? header[0] : header;
    return sent === undefined || sent === '' ? null : sent;
  }
}

/** @throws LoupeError BAD_USER_INPUT */
export function wholeNumber(name: string, text: string | null): number | undefined {
  if (text === null) return undefined;
  if (!/^[+-]?\d{1,9}$/.test(text.trim())) throw badInput(name, 'must be a whole number');
  return Number(text);
}

/** @throws LoupeError BAD_USER_INPUT */
export function decimal(name: string, text: string | null): number | undefined {
  if (text === null) return undefined;
  const number = Number(text);
  if (text.trim() === '' || Number.isNaN(number)) throw badInput(name, 'must be a number');
  return number;
}
