/** One call of the platform's REST surface: who asks, and everything that was sent. */
import type { FastifyRequest, FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Viewer } from '../../access/viewer.js';
import type { Services } from '../../app/services.js';
import { badInput, LoupeError } from '../../kernel/errors.js';
import { baseUrlOf } from '../../http/base-url.js';
import { isMultipart } from '../../http/multipart/form-reader.js';
import { readTextBody } from '../../http/raw-body.js';
import type { Precondition } from '../../kernel/precondition.js';
import type { Period } from '../../kernel/periods.js';
import { canonicalId } from '../../kernel/ids.js';
import { preconditionOf } from './conditions.js';
import type { FileUrl } from './shapes.js';
import { parseJson } from '../../http/json-text.js';
import { readChanges, readMembers } from '../shared/members.js';
import { Parameters } from '../shared/parameters.js';

/** Names that end like those of ids but hold something else. */
const OTHERS = new Set(['afterobjectid', 'sessionid', 'applicationinstanceid']);

function isIdName(name: string): boolean {
  return /id$/i.test(name) && !OTHERS.has(name.toLowerCase());
}

/** The same members, with those that hold ids in the usual spelling: clients write Guids in several ways. */
export function withCanonicalIds(members: unknown): unknown {
  if (typeof members !== 'object' || members === null || Array.isArray(members)) return members;
  const result = { ...members } as Record<string, unknown>;
  for (const [name, value] of Object.entries(result)) {
    if (typeof value === 'string' && isIdName(name)) result[name] = canonicalId(value);
  }
  return result;
}

/** What the platform's REST surface needs from the rest of the system. */
export interface PlatformContext {
  readonly services: Services;
  readonly maxFileBytes: number;
  /** Of a document: a PDF or picture for print. */
  readonly maxDocumentBytes: number;
  /** Base of addresses in answers; null takes it from each request. */
  readonly publicUrl: string | null;
  /** Answers addresses that nobody serves where callers expect another form; null where they expect this one. */
  readonly answerElsewhere: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null;
}

const MAX_JSON_BYTES = 2 * 1024 * 1024;

export class Call {
  readonly query: Parameters;
  private text: Promise<string> | null = null;

  constructor(
    readonly request: FastifyRequest,
    readonly viewer: Viewer,
    readonly context: PlatformContext,
    /** Aborts when the caller has left. */
    readonly signal: AbortSignal,
  ) {
    this.query = new Parameters(withCanonicalIds(request.query), (name) =>
      badInput(name, `is missing; add ?${name}=`),
    );
  }

  get services(): Services {
    return this.context.services;
  }

  /** A path parameter; null when the path ended before it. */
  param(name: string): string | null {
    const value = (this.request.params as Record<string, string | undefined>)[name];
    if (value === undefined || value === '') return null;
    return /id$/i.test(name) ? canonicalId(value) : value;
  }

  /** A header's first value; null when absent or empty. */
  header(name: string): string | null {
    const value = this.request.headers[name.toLowerCase()];
    const first = Array.isArray(value) ? value[0] : value;
    return first === undefined || first === '' ? null : first;
  }

  /** On which condition the change is asked for; undefined when on none. @throws LoupeError BAD_USER_INPUT */
  get precondition(): Precondition | undefined {
    return preconditionOf(this.request);
  }

  /** What `?from=` and `?to=` enclose, in the time zone of the element's organization. @throws LoupeError BAD_USER_INPUT */
  async period(elementId: string): Promise<Period> {
    return this.query.period(await this.services.timeZones.of(elementId));
  }

  /** The id in the path, as `?id=`, as `?<resource>Id=` or in the body; null when none was sent. */
  givenId(resource: string, bodyId?: string): string | null {
    return this.param('id') ?? this.query.get('id') ?? this.query.get(`${resource}Id`) ?? bodyId ?? null;
  }

  /** @throws LoupeError BAD_USER_INPUT when no id was sent */
  id(resource: string, bodyId?: string): string {
    const id = this.givenId(resource, bodyId);
    if (id === null) throw badInput('Id', `is missing; add it to the path or as ?id=`);
    return id;
  }

  /** One value against a rule. @throws LoupeError BAD_USER_INPUT */
  check<T>(name: string, rule: z.ZodType<T>, value: unknown): T {
    const result = rule.safeParse(value);
    if (result.success) return result.data;
    throw badInput(name, result.error.issues.map((issue) => issue.message).join(', '));
  }

  /** The JSON body's members. @throws LoupeError BAD_USER_INPUT, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE */
  async members<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, maxBytes = MAX_JSON_BYTES) {
    return readMembers(schema, withCanonicalIds(await this.json(maxBytes)));
  }

  /**
   * The members of a body that changes what it gives.
   *
   * @param address members that only say what is changed
   * @throws LoupeError as `members`; BAD_USER_INPUT also when nothing of it can be changed
   */
  async changes<Shape extends z.ZodRawShape>(
    schema: z.ZodObject<Shape>,
    address: readonly string[] = ['Id'],
  ) {
    return readChanges(schema, withCanonicalIds(await this.json()), address);
  }

  /** The body as text, which is read once. @throws LoupeError BAD_USER_INPUT, PAYLOAD_TOO_LARGE */
  async bodyText(maxBytes = MAX_JSON_BYTES): Promise<string> {
    this.text ??= readTextBody(this.request.raw, maxBytes);
    return this.text;
  }

  /** The JSON body. @throws LoupeError as `members` */
  async json(maxBytes = MAX_JSON_BYTES): Promise<unknown> {
    const type = this.header('Content-Type');
    if (isMultipart(type ?? undefined) || type?.toLowerCase().includes('x-www-form-urlencoded') === true) {
      throw new LoupeError(
        'UNSUPPORTED_MEDIA',
        'Send the header "Content-Type: application/json" and a JSON body.',
      );
    }
    const source = await this.bodyText(maxBytes);
    if (source.trim() === '') throw badInput('body', 'is empty; send a JSON object');
    return parseJson(source, 'body');
  }

  /** What addresses of this server begin with, as the caller reaches it. */
  get baseUrl(): string {
    return baseUrlOf(this.request, this.context.publicUrl);
  }

  /** Address of a stored file; null when there is none. */
  readonly urlOf = ((fileId: string | null): string | null => {
    if (fileId === null) return null;
    return `${this.baseUrl}/files/${this.services.files.addressOf(fileId)}`;
  }) as FileUrl;
}
