/** Hangs every surface on the HTTP server. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.js';
import { registerSchemaFile } from '../graphql/server.js';
import { registerGraphql } from '../graphql/server.js';
import { publicPathOf } from '../http/base-url.js';
import { registerConsole } from '../http/console.js';
import { registerGuide } from '../http/guide.js';
import { registerSignInLogout } from '../http/sign-in-logout.js';
import { registerFiles } from '../http/files.js';
import { registerPacks } from '../http/packs.js';
import { registerShortAddresses } from '../http/short-addresses/register.js';
import { registerEngineV3 } from '../rest/engine-v3/register.js';
import { answerUnknownAddress, registerEngineV2 } from '../rest/engine-v2/register.js';
import { LoupeError } from '../kernel/errors.js';
import { errorBody } from '../rest/platform/errors.js';
import { registerMcp } from '../mcp/register.js';
import { registerDocs } from '../rest/openapi/register.js';
import { registerPlatform } from '../rest/platform/register.js';
import { registerScim } from '../rest/scim/register.js';
import { registerUploads } from '../rest/uploads/register.js';
import { version } from '../kernel/version.js';
import type { Services } from './services.js';

/** Folders of what the set-up builds for browsers; null for none. */
export interface BuiltSites {
  readonly consoleFolder: string | null;
  readonly guideFolder: string | null;
  /** What addresses of pictures may begin with beside those of this server. */
  readonly pictureOrigins: readonly string[];
}

export function registerSurfaces(
  http: FastifyInstance,
  services: Services,
  config: Config,
  built: BuiltSites,
): void {
  const { maxFileBytes, maxDocumentBytes, maxArchiveBytes } = config.limits;
  const ownPath = publicPathOf(config.publicUrl);
  const answerConsole = registerConsole(http, built.consoleFolder, built.pictureOrigins, ownPath);
  registerGuide(http, built.guideFolder, ownPath);
  registerSignInLogout(http, services.signIn);
  registerFiles(http, services.files, config.signedSeconds);
  registerPacks(http, { ...services, publicUrl: config.publicUrl });
  registerShortAddresses(http, services, { ...config, pictureOrigins: built.pictureOrigins });
  registerPlatform(http, {
    services,
    maxFileBytes,
    maxDocumentBytes,
    publicUrl: config.publicUrl,
    answerElsewhere: (request, reply) =>
      answerUnknownAddress(request, reply) ?? answerConsole(request, reply),
  });
  registerUploads(http, {
    services,
    maxBytes: Math.max(maxDocumentBytes, maxArchiveBytes),
    publicUrl: config.publicUrl,
  });
  registerEngineV2(http, { services, maxFileBytes }, { isAlone: !config.isAllOnEnginePorts });
  registerEngineV3(http, { services, maxFileBytes, maxArchiveBytes, publicUrl: config.publicUrl });
  registerDocs(http, version, ownPath);
  registerSchemaFile(http, config);
  registerMcp(http, services);
  registerScim(http, { services, publicUrl: config.publicUrl });
  registerGraphql(http, { services, config, logger: http.log });
}

/** What a process answers that serves none of the surfaces; health and metrics exist besides. */
export function refuseRequests(http: FastifyInstance): void {
  http.setNotFoundHandler(async (_request, reply) => {
    const message =
      'This process answers no requests: LOUPE_ROLES names no "api". Ask a process that has that role.';
    return reply.code(404).send(errorBody(new LoupeError('NOT_FOUND', message)));
  });
}
