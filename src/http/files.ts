/** Serves stored files at `/files/<id>-<signature>`: content of strangers, fenced in. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parse as parseRange } from 'range-parser';
import type { ByteRange, DirectAnswer } from '../media/blobs/blob-store.js';
import type { FileService, ServedFile } from '../media/blobs/file.service.js';
import { notFound } from '../kernel/errors.js';

/** A file never changes under its id. */
const FOREVER = 'public, max-age=31536000, immutable';
const NOWHERE = 'private, no-store';
/** Pictures of an application are for those who manage it: no cache on the way shares them. */
const FOREVER_FOR_ONE = 'private, max-age=31536000, immutable';

/** @param signedSeconds how long an address of the store of files is good for, where clients are led there */
export function registerFiles(
  http: FastifyInstance,
  files: FileService,
  signedSeconds: number | null = null,
): void {
  http.get<{ Params: { address: string } }>('/files/:address', async (request, reply) => {
    const parts = files.parse(request.params.address);
    if (parts === null) throw notFound('The file');
    const file = await files.read(parts.fileId, parts.signature);
    const answer = answerOf(file);
    reply
      .header('Cache-Control', answer.cacheControl)
      .header('ETag', `"${file.sha256}"`)
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .header('Accept-Ranges', 'bytes');
    if (answer.disposition !== null) reply.header('Content-Disposition', answer.disposition);
    if (request.headers['if-none-match']?.includes(`"${file.sha256}"`) === true)
      return reply.code(304).send();
    const elsewhere = await file.directAddress(answer);
    if (elsewhere !== null) {
      // The way there is kept for half of the time that it leads somewhere.
      const keptSeconds = Math.floor((signedSeconds ?? 0) / 2);
      const isKept = answer.cacheControl !== NOWHERE;
      reply.header('Cache-Control', isKept ? `private, max-age=${keptSeconds}` : NOWHERE);
      return reply.redirect(elsewhere, 302);
    }
    reply.type(file.contentType);
    return sendBytes(request, reply, file);
  });
}

/** An archive is data about people: it is taken home, and kept nowhere on the way. */
function answerOf({ kind, contentType, originalName }: ServedFile): DirectAnswer {
  if (contentType !== 'application/zip') {
    const cacheControl = kind === 'ReferenceThumbnail' ? FOREVER_FOR_ONE : FOREVER;
    return { contentType, cacheControl, disposition: null };
  }
  const name = encodeURIComponent(originalName ?? 'archive.zip');
  return { contentType, cacheControl: NOWHERE, disposition: `attachment; filename*=UTF-8''${name}` };
}

function sendBytes(request: FastifyRequest, reply: FastifyReply, file: ServedFile): FastifyReply {
  const range = rangeOf(request, file);
  if (range === 'unsatisfiable') {
    return reply
      .code(416)
      .header('Cache-Control', 'no-store')
      .header('Content-Range', `bytes */${file.sizeBytes}`)
      .header('Content-Length', 0)
      .send();
  }
  if (range === null) reply.header('Content-Length', file.sizeBytes);
  else {
    reply
      .code(206)
      .header('Content-Range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`)
      .header('Content-Length', range.end - range.start + 1);
  }
  if (request.method === 'HEAD') return reply.send();
  return reply.send(range === null ? file.stream() : file.stream(range));
}

/** The bit by which the parser says that a range cannot be read. */
const MALFORMED = 1;

/** The one range that is asked for; null for the whole, which is also the answer to several ranges and to nonsense. */
function rangeOf({ headers }: FastifyRequest, file: ServedFile): ByteRange | 'unsatisfiable' | null {
  const { range, 'if-range': condition } = headers;
  if (range === undefined || (condition !== undefined && condition !== `"${file.sha256}"`)) return null;
  const { code, type, ranges } = parseRange(file.sizeBytes, range);
  if ((code & MALFORMED) !== 0 || type !== 'bytes' || ranges.length > 1) return null;
  return ranges[0] ?? 'unsatisfiable';
}
