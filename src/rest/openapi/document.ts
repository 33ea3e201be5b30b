/** The OpenAPI 3.1 document of all REST surfaces. */
import { engineOperations } from '../engine-v2/register.js';
import { loginRoutes } from '../../users/sessions/login.rest.js';
import { platformRoutes } from '../platform/routes.js';
import { describeEngineV2 } from './engine-v2.js';
import { describeEngineV3 } from './engine-v3.js';
import { describePlatform } from './platform.js';
import { SchemaWriter } from './schema-writer.js';
import { describeUploads } from './uploads.js';

const description = `
The REST surfaces of Loupe, an open image-recognition platform for print.

**Platform.** Log in by \`POST /token\`, then send \`Authorization: Bearer <token>\`. Recognition, clicks, sign-up and
password recovery need the header \`ApiKey\` only. Paths, query names and members match without case; an id may be in
the path, as \`?id=\`, as \`?<resource>Id=\` and, on PUT and PATCH, as \`Id\` in the body. Unknown and read-only members
are ignored. POST answers 201 with the whole entity, PUT, PATCH and DELETE answer 204, lists are bare arrays; every list
takes \`?skip=\` and \`?take=\`. Reads carry an entity tag and answer 304 to a matching \`If-None-Match\`.

**Engine.** Operations answer to GET and POST; parameters travel in the query, a form or multipart parts, in any mix.
Besides the addresses below, every operation is served under \`/api/v2.0\`, \`/api/v2\`, \`/v2\` and without a version,
with \`enginemodify\`, \`ltumodify\`, \`enginequery\` or \`ltuquery\`, with and without \`json\`, and at the root.

**Engine management** (\`/api/v3/engine\`). Applications are managed with the token of an administrator; their references
also with a key of the application in the header \`Application-Key\`. Refusals are problem details with the name of the
fault (\`code\`).
`;

type Described = { readonly paths: ReturnType<typeof describePaths>; readonly schemas: SchemaWriter };
let described: Described | undefined;

const describePaths = (schemas: SchemaWriter) => ({
  ...describePlatform([...loginRoutes, ...platformRoutes], schemas),
  ...describeEngineV2(engineOperations, schemas),
  ...describeEngineV3(schemas),
  ...describeUploads(schemas),
});

/** Paths and schemas are those of the code: they are written once in a process. */
function describeOnce(): Described {
  if (described === undefined) {
    const schemas = new SchemaWriter();
    described = { paths: describePaths(schemas), schemas };
  }
  return described;
}

/**
 * @param version of the program
 * @param ownPath what a proxy takes off before the addresses of this server; empty for nothing
 */
export function openApiDocument(version: string, ownPath = '') {
  const { paths, schemas } = describeOnce();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Loupe',
      version,
      description: description.trim(),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: ownPath === '' ? '/' : ownPath }],
    paths,
    components: {
      schemas: schemas.components(),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The access_token of POST /token' },
        applicationKey: {
          type: 'apiKey',
          in: 'header',
          name: 'Application-Key',
          description: 'Key of an application of the engine',
        },
        apiKey: { type: 'apiKey', in: 'header', name: 'ApiKey', description: 'Key of an organization' },
      },
    },
  };
}
