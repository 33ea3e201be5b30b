/** Serves the GraphQL schema at `/schema.graphql`, for generators and editors, where introspection is allowed. */
import type { FastifyInstance } from 'fastify';
import { printedSchema } from '../../schema/index.js';
import type { Config } from '../config.js';

export function registerSchemaFile(http: FastifyInstance, { graphql }: Pick<Config, 'graphql'>): void {
  if (!graphql.hasIntrospection) return;
  let printed: string | undefined;
  http.get('/schema.graphql', (_request, reply) => {
    printed ??= printedSchema();
    return reply.type('application/graphql; charset=utf-8').header('Cache-Control', 'no-cache').send(printed);
  });
}
