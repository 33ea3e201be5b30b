/** Describes the engine's REST surface under the addresses of its server edition. */
import type { EngineOperation, Family } from '../engine-v2/operation.js';
import { familySegments } from '../engine-v2/register.js';
import { engineAnswer } from './engine-answers.js';
import { engineExamples, engineParameters } from './engine-parameters.js';
import type { SchemaWriter } from './schema-writer.js';
import type { JsonSchema, OperationFacts, Parameter, Paths } from './types.js';

/** Writes every operation by GET and by POST. */
export function describeEngineV2(operations: readonly EngineOperation[], schemas: SchemaWriter): Paths {
  const paths: Paths = {};
  for (const operation of operations) {
    for (const family of operation.families) {
      const [segment = ''] = familySegments[family];
      paths[`/api/v2.0/${segment}/json/${operation.name}`] = {
        get: describe(operation, family, 'get', schemas),
        post: describe(operation, family, 'post', schemas),
      };
    }
  }
  return paths;
}

function describe(
  { name }: EngineOperation,
  family: Family,
  method: 'get' | 'post',
  schemas: SchemaWriter,
): OperationFacts {
  const known = engineParameters[name] ?? { summary: name, parameters: {} };
  const texts = Object.entries(known.parameters).filter(([, { isFile }]) => isFile !== true);
  const query = texts.map(([parameter, { description, isRequired, isList }]): Parameter => ({
    name: parameter,
    in: 'query',
    required: method === 'get' && isRequired === true,
    description,
    schema: isList === true ? { type: 'array', items: { type: 'string' } } : { type: 'string' },
    ...(engineExamples[parameter] === undefined ? {} : { example: engineExamples[parameter] }),
  }));
  return {
    operationId: `${method}_${family}_${name}`,
    tags: [family === 'modify' ? 'Engine: MODIFY' : 'Engine: QUERY'],
    summary: known.summary,
    security: [],
    parameters: query,
    ...(method === 'post' ? { requestBody: { required: false, content: bodies(known.parameters) } } : {}),
    responses: {
      '200': {
        description: 'Done, or refused with a negative status code',
        content: { 'application/json': { schema: schemas.output(engineAnswer(name, family, schemas)) } },
      },
    },
  };
}

type Known = (typeof engineParameters)[string]['parameters'];

/** Parameters travel in the query, a form or multipart parts, in any mix. */
function bodies(parameters: Known) {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, { description, isFile, isList }] of Object.entries(parameters)) {
    const value = isFile === true ? { type: 'string', contentMediaType: 'image/*' } : { type: 'string' };
    properties[name] =
      isList === true ? { type: 'array', items: value, description } : { ...value, description };
  }
  const schema = { type: 'object', properties };
  const hasFile = Object.values(parameters).some(({ isFile }) => isFile === true);
  return {
    'multipart/form-data': { schema },
    ...(hasFile ? {} : { 'application/x-www-form-urlencoded': { schema } }),
  };
}
