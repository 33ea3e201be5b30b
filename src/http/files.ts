/** Serves stored files at `/files/<id>-<signature>`: content of strangers, fenced in. */
import type { FastifyInstance } from 'fastify';
import type { FileService } from '../media/file.service.js';
import { notFound } from '../errors.js';

/** A file never changes under its id. */
const FOREVER = 'public, max-age=31536000, immutable';

export function registerFiles(http: FastifyInstance, files: FileService): void {
  http.get<{ Params: { address: string } }>('/files/:address', async (request, reply) => {
    const parts = files.parse(request.params.address);
    if (parts === null) throw notFound('The file');
    const file = await files.read(parts.fileId, parts.signature);
    reply
      .header('Cache-Control', FOREVER)
      .header('ETag', `"${file.sha256}"`)
      .header('Content-Security-Policy', "default-src 'none'; sandbox");
    // An archive is data about people: it is taken home, and kept nowhere on the way.
    if (file.contentType === 'application/zip') {
      const name = encodeURIComponent(file.originalName ?? 'archive.zip');
      reply.header('Cache-Control', 'private, no-store');
      reply.header('Content-Disposition', `attachment; filename*=UTF-8''${name}`);
    }
    if (request.headers['if-none-match']?.includes(`"${file.sha256}"`) === true)
      return reply.code(304).send();
    reply.type(file.contentType).header('Content-Length', file.sizeBytes);
    if (request.method === 'HEAD') return reply.send();
    return reply.send(file.stream());
  });
}
