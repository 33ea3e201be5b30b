/** The GraphQL endpoint: Yoga inside Fastify at `/graphql`. */
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { useDisableIntrospection } from '@graphql-yoga/plugin-disable-introspection';
import { createYoga } from 'graphql-yoga';
import { schema } from '../../schema/index.js';
import { anonymous, type Viewer } from '../access/viewer.js';
import type { Config } from '../config.js';
import { whileConnected } from '../http/caller.js';
import type { GraphqlContext, GraphqlServices } from './context.js';
import { GraphiqlPage } from './graphiql-page.js';
import { useDocumentLimits } from './limits.js';
import { maskError } from './masking.js';
import { type RawExchange, useMultipart } from './multipart.js';
import { usePersisted } from './persisted.js';

/** Files in one request, for example a batch of pages. */
const MAX_FILES = 10;

interface Exchange extends RawExchange {
  /** Not `request`: Yoga puts its own, of the Fetch API, under that name. */
  readonly fastifyRequest: FastifyRequest;
}

export interface GraphqlOptions {
  readonly services: GraphqlServices;
  readonly config: Pick<Config, 'hasGraphiql' | 'graphql' | 'limits' | 'publicUrl'>;
  readonly logger: FastifyBaseLogger;
}

export function registerGraphql(app: FastifyInstance, { services, config, logger }: GraphqlOptions): void {
  const yoga = createYoga<Exchange, GraphqlContext>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: false,
    logging: false,
    multipart: false,
    // The sizes of JSON bodies and of files have limits of their own, in Fastify and in the upload parser.
    maxRequestBodySize: false,
    maskedErrors: {
      maskError: (error) =>
        maskError(error, (cause) => logger.error({ err: cause }, 'GraphQL request failed')),
    },
    context: (exchange) => contextOf(exchange, services, config),
    plugins: [
      ...usePersisted(config.graphql, schema),
      ...(config.graphql.hasIntrospection ? [] : [useDisableIntrospection()]),
      useDocumentLimits({ showSuggestions: config.hasGraphiql }),
      useMultipart({ maxFileBytes: config.limits.maxFileBytes, maxFiles: MAX_FILES }),
    ],
  });
  // Yoga's own page would fetch its scripts from a foreign host.
  const graphiql = config.hasGraphiql ? new GraphiqlPage() : null;
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (graphiql?.isAskedFor(request) === true) return graphiql.send(request, reply);
    const response = await yoga.handleNodeRequestAndResponse(request, reply, {
      fastifyRequest: request,
      rawRequest: request.raw,
      rawResponse: reply.raw,
    });
    for (const [name, value] of response.headers) reply.header(name, value);
    return reply.status(response.status).send(response.body);
  };
  // A stream of events would keep the server from closing.
  app.addHook('preClose', async () => services.documentWatch.close());
  app.route({ url: '/graphql', method: ['GET', 'POST'], handler: handle });
}

async function contextOf(
  { fastifyRequest: request, rawResponse }: Exchange,
  services: GraphqlServices,
  { limits, publicUrl }: GraphqlOptions['config'],
): Promise<GraphqlContext> {
  const base = publicUrl ?? `${request.protocol}://${request.host}`;
  const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
  const currentViewer = async (): Promise<Viewer> =>
    (token === null ? null : await services.auth.viewerOfToken(token)) ?? anonymous;
  return {
    viewer: await currentViewer(),
    keyHolder: await keyHolderOf(request, services),
    token,
    services,
    limits,
    host: request.ip,
    headers: request.headers,
    fileUrl: (fileId) => `${base}/files/${services.files.addressOf(fileId)}`,
    signal: whileConnected(rawResponse),
    currentViewer,
  };
}

async function keyHolderOf({ headers }: FastifyRequest, { auth }: GraphqlServices): Promise<Viewer> {
  const key = headers['apikey'];
  return (typeof key === 'string' ? await auth.viewerOfApiKey(key) : null) ?? anonymous;
}
