/** The GraphQL endpoint: Yoga inside Fastify at `/graphql`. */
import cookie from '@fastify/cookie';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { useDisableIntrospection } from '@graphql-yoga/plugin-disable-introspection';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { ServerResponse } from 'node:http';
import { schema, printedSchema } from '../../schema/index.js';
import { isBearer } from '../access/access.js';
import { anonymous, type Viewer } from '../access/viewer.js';
import { noteViewer, noteError, noteOperation } from '../kernel/current-request.js';
import type { Config } from '../config.js';
import { baseUrlOf, publicPathOf, isFromOwnPage, originOf } from '../http/base-url.js';
import { whileConnected } from '../http/caller.js';
import { parseJson } from '../http/json-text.js';
import { requireReadableQuery } from '../http/query.js';
import { readTextBody } from '../http/raw-body.js';
import type { GraphqlContext, GraphqlServices } from './context.js';
import { useCost } from './complexity.js';
import { useDocumentLimits } from './document-limits.js';
import { GraphiqlPage } from './graphiql-page.js';
import { requireOwnWill, usePromiseAlias, useRepeatedFields, useValidText } from './request-rules.js';
import { maskError, sendGraphqlError } from './request-errors.js';
import { type MultipartExchange, useMultipart } from './multipart.js';
import { usePersisted } from './persisted.js';
import { SessionCookie } from '../http/session-cookie.js';
import { type DocumentNode, type ExecutionArgs, type ExecutionResult, Kind } from 'graphql';

/** Serves the GraphQL schema at `/schema.graphql`, for generators and editors, where introspection is allowed. */
export function registerSchemaFile(http: FastifyInstance, { graphql }: Pick<Config, 'graphql'>): void {
  if (!graphql.hasIntrospection) return;
  let printed: string | undefined;
  http.get('/schema.graphql', (_request, reply) => {
    printed ??= printedSchema();
    return reply.type('application/graphql; charset=utf-8').header('Cache-Control', 'no-cache').send(printed);
  });
}

/** Names what a GraphQL request asks for, and why it failed, for the log and the metrics. */
function useObservation(): Plugin {
  return {
    onExecute({ args }) {
      noteOperation(nameOf(args));
      return {
        onExecuteDone({ result }) {
          if (!(Symbol.asyncIterator in result)) noteFirstError(result);
        },
      };
    },
    onSubscribe({ args }) {
      noteOperation(nameOf(args));
    },
  };
}

/** The kind and the first root field: a limited set, while callers choose the names of operations. */
function nameOf({
  document,
  operationName,
}: Pick<ExecutionArgs, 'operationName'> & { document: DocumentNode }) {
  const operations = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  const operation = operations.find(({ name }) => name?.value === operationName) ?? operations[0];
  const field = operation?.selectionSet.selections.find((each) => each.kind === Kind.FIELD);
  return `${operation?.operation ?? 'query'} ${field?.name.value ?? '(fragment)'}`;
}

function noteFirstError({ errors }: ExecutionResult): void {
  const [error] = errors ?? [];
  if (error === undefined) return;
  const { code } = error.extensions;
  noteError(typeof code === 'string' ? code : 'BAD_USER_INPUT');
}

/** Files in one request, for example a batch of pages. */
const MAX_FILES = 10;

/** As elsewhere for bodies of JSON. */
const MAX_JSON_BYTES = 2 * 1024 * 1024;

interface Exchange extends MultipartExchange {
  readonly rawResponse: ServerResponse;
  readonly session: SessionCookie;
}

export interface GraphqlOptions {
  readonly services: GraphqlServices;
  readonly config: Pick<Config, 'hasGraphiql' | 'graphql' | 'limits' | 'publicUrl' | 'shortUrl'>;
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
    // The whole server says who may read answers: everybody, and without cookies.
    cors: false,
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
      useMultipart({
        sink: (stream, about) => services.uploads.receive(stream, about),
        maxFileBytes: config.limits.maxFileBytes,
        maxFiles: MAX_FILES,
        maxFileBytesOf: (exchange) => maxFileBytesOf(exchange, services, config),
      }),
      useValidText(),
      useRepeatedFields(),
      usePromiseAlias(),
      useObservation(),
      useCost(schema),
    ],
  });
  // Yoga's own page would fetch its scripts from a foreign host.
  const graphiql = config.hasGraphiql ? new GraphiqlPage(publicPathOf(config.publicUrl)) : null;
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (graphiql?.isAskedFor(request) === true) return graphiql.send(request, reply);
    requireReadableQuery(request.query as object);
    if (!config.hasGraphiql) requireOwnWill(request);
    if (isParsed(request) && !hasMembers(request.body)) return refuseEmpty(reply);
    const session = new SessionCookie(request, reply, config.publicUrl);
    const exchange: Exchange = { fastifyRequest: request, rawResponse: reply.raw, session, form: null };
    try {
      const response = await yoga.handleNodeRequestAndResponse(request, reply, exchange);
      for (const [name, value] of response.headers) reply.header(name, value);
      return await reply.status(response.status).send(response.body);
    } finally {
      await exchange.form?.discard();
    }
  };
  // A stream of events would keep the server from closing.
  app.addHook('preClose', async () => {
    services.documentPresence.close();
    services.documentWatch.close();
  });
  void app.register(async (scope) => {
    await scope.register(cookie);
    scope.setErrorHandler(sendGraphqlError);
    takeJson(scope);
    scope.route({ url: '/graphql', method: ['GET', 'POST'], handler: handle });
  });
}

/** Bodies are JSON in any charset; multipart ones stay on the raw request. */
function takeJson(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(/^multipart\//i, (_request, _payload, done) => done(null));
  scope.addContentTypeParser('application/json', async (request: FastifyRequest) =>
    parseJson(await readTextBody(request.raw, MAX_JSON_BYTES), 'body'),
  );
}

/** Users send documents; readers, who have no more than a key, send photos. */
async function maxFileBytesOf(
  exchange: Exchange,
  services: GraphqlServices,
  { limits: { maxDocumentBytes, maxFileBytes }, publicUrl }: GraphqlOptions['config'],
): Promise<number | null> {
  if (isBearer(await viewerOf(exchange, services))) return maxDocumentBytes;
  const keyHolder = await keyHolderOf(exchange.fastifyRequest, services, publicUrl);
  return keyHolder.kind === 'anonymous' ? null : maxFileBytes;
}

/** The user of the bearer token; of the session where no token came along. */
async function viewerOf({ fastifyRequest, session }: Exchange, services: GraphqlServices): Promise<Viewer> {
  const token = bearerTokenOf(fastifyRequest);
  if (token !== null) return (await services.auth.viewerOfToken(token)) ?? anonymous;
  if (fastifyRequest.headers.authorization !== undefined || session.token === null) return anonymous;
  return (await services.sessions.viewerOf(session.token)) ?? anonymous;
}

/** Whether Fastify has read the body as JSON, or found none; forms are left to the reader of uploads. */
function isParsed({ method, body, headers }: FastifyRequest): boolean {
  return (
    method === 'POST' && (body === '' || (body !== undefined && /json/i.test(headers['content-type'] ?? '')))
  );
}

function hasMembers(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).length > 0;
}

/** Yoga would take a body without members for one that is still to be read, and wait for it for ever. */
function refuseEmpty(reply: FastifyReply): FastifyReply {
  const message = 'Send a JSON object with the document as "query", or its "documentId".';
  return reply.status(400).send({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] });
}

async function contextOf(
  exchange: Exchange,
  services: GraphqlServices,
  { publicUrl, shortUrl }: GraphqlOptions['config'],
): Promise<GraphqlContext> {
  const { fastifyRequest: request, rawResponse, session } = exchange;
  const base = baseUrlOf(request, publicUrl);
  const currentViewer = () => viewerOf(exchange, services);
  const viewer = await currentViewer();
  const keyHolder = await keyHolderOf(request, services, publicUrl);
  noteViewer(keyHolder);
  noteViewer(viewer);
  return {
    viewer,
    keyHolder,
    token: bearerTokenOf(request),
    session,
    services,
    host: request.ip,
    headers: request.headers,
    baseUrl: base,
    shortUrl: shortUrl ?? base,
    fileUrl: (fileId) => `${base}/files/${services.files.addressOf(fileId)}`,
    signal: whileConnected(rawResponse),
    currentViewer,
  };
}

function bearerTokenOf({ headers }: FastifyRequest): string | null {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** Who stands behind the header ApiKey: an organization, or a page that carries one of its publishable keys. */
async function keyHolderOf(
  request: FastifyRequest,
  { auth, publishableKeys }: GraphqlServices,
  publicUrl: string | null,
): Promise<Viewer> {
  const key = request.headers['apikey'];
  if (typeof key !== 'string') return anonymous;
  const page = { isOwn: isFromOwnPage(request, publicUrl), origin: originOf(request) };
  return (await publishableKeys.viewerOf(key, page)) ?? (await auth.viewerOfApiKey(key)) ?? anonymous;
}
