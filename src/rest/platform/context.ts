/** What the platform's REST surface needs from the rest of the system. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../app/services.js';

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
