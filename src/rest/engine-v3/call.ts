/** One call of the engine's management interface: who asks, for which application, and what was sent. */
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Viewer } from '../../access/viewer.js';
import type { Services } from '../../app/services.js';
import type { Application } from '../../engine/application.entity.js';
import { notFound } from '../../kernel/errors.js';
import { canonicalId } from '../../kernel/ids.js';
import { baseUrlOf } from '../../http/base-url.js';
import { readTextBody } from '../../http/raw-body.js';
import { authenticate } from '../shared/authenticate.js';
import { parseJson } from '../../http/json-text.js';
import { readMembers } from '../shared/members.js';
import { Parameters } from '../shared/parameters.js';

const MAX_JSON_BYTES = 4 * 1024 * 1024;
/** Instead of an id: the application that the key belongs to. */
const CURRENT = 'current';

export interface EngineV3Context {
  readonly services: Services;
  readonly maxFileBytes: number;
  readonly maxArchiveBytes: number;
  readonly publicUrl: string | null;
}

export class EngineCall {
  readonly query: Parameters;

  constructor(
    readonly request: FastifyRequest,
    readonly context: EngineV3Context,
    private readonly keyUse: 'none' | 'query' | 'modify',
    /** Aborts when the caller is gone. */
    readonly signal: AbortSignal,
  ) {
    this.query = new Parameters(request.query);
  }

  get services(): Services {
    return this.context.services;
  }

  param(name: string): string {
    return (this.request.params as Record<string, string | undefined>)[name] ?? '';
  }

  /** The owner of the token; anonymous when none was sent. @throws LoupeError UNAUTHENTICATED */
  async viewer(): Promise<Viewer> {
    return authenticate(this.request, 'optionalToken', this.services.auth);
  }

  /**
   * The application that the path names, opened by its key or by an administrator's token.
   *
   * @throws LoupeError UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, UNKNOWN_APPLICATION, KEY_MAY_ONLY_QUERY,
   *   INACTIVE_APPLICATION
   */
  async application(): Promise<Application> {
    const id = canonicalId(this.param('id'));
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

  /**
   * Addresses of stored files for callers that may see the pictures of the application: administrators and holders of the key
   * for changes. A key that may only query, as apps in the field carry it, gets none.
   */
  async pictureUrls(): Promise<(fileId: string | null) => string | null> {
    const key = this.applicationKey();
    const isForPictures = key === null || (await this.services.applications.opensForChanges(key));
    const base = baseUrlOf(this.request, this.context.publicUrl);
    return (fileId) =>
      fileId === null || !isForPictures ? null : `${base}/files/${this.services.files.addressOf(fileId)}`;
  }

  /** @throws LoupeError BAD_USER_INPUT */
  async members<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
    const source = await readTextBody(this.request.raw, MAX_JSON_BYTES);
    return readMembers(schema, source.trim() === '' ? {} : await parseJson(source, 'body'));
  }

  private applicationKey(): string | null {
    const header = this.request.headers['application-key'];
    const sent = Array.isArray(header) ? header[0] : header;
    return sent === undefined || sent === '' ? null : sent;
  }
}
