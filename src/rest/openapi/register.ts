/** Serves the description of the interface at `/openapi.json`, and pages that show it at `/docs`. */
import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './document.js';

/**
 * What the pages may load: nothing of another host. Without `upgrade-insecure-requests`, which would ask for the
 * scripts by https when the page itself came by http.
 */
function ownHostOnly(policy: string): string {
  return policy
    .split(';')
    .map((rule) => rule.replaceAll(/ (?:https:|validator\.swagger\.io)(?= |$)/g, '').trim())
    .filter((rule) => rule !== '' && rule !== 'upgrade-insecure-requests')
    .join('; ');
}

/** Registers the document and its pages; everything they load is served from here. */
export function registerDocs(http: FastifyInstance, version: string, ownPath: string): void {
  const document = openApiDocument(version, ownPath);
  void http.register(async (scope) => {
    await scope.register(swagger, {
      mode: 'static',
      specification: { document: document as unknown as StaticDocumentSpec['document'] },
    });
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      indexPrefix: ownPath,
      staticCSP: true,
      transformStaticCSP: ownHostOnly,
      uiConfig: {
        docExpansion: 'none',
        defaultModelsExpandDepth: 0,
        displayOperationId: false,
        filter: true,
        tryItOutEnabled: true,
        persistAuthorization: true,
        validatorUrl: null,
      },
      theme: {
        title: 'Loupe: REST reference',
        css: [{ filename: 'reference.css', content: '.swagger-ui .topbar { display: none; }' }],
      },
    });
  });
  http.get('/openapi.json', (_request, reply) => reply.header('Cache-Control', 'no-cache').send(document));
  for (const path of ['/Swagger', '/swagger/ui', '/swagger/index.html']) {
    http.get(path, (_request, reply) => reply.redirect(`${ownPath}/docs/`));
  }
}
