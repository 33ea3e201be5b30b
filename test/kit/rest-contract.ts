/**
 * Compares real answers with the description of the interface: every answer that a test's client sees must be of a
 * described operation, status and shape.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../../src/rest/openapi/document.js';
import type { OperationFacts } from '../../src/rest/openapi/types.js';

export interface SeenAnswer {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

const document = openApiDocument('0.0.0');
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'api', components: document.components });
const validators = new Map<object, ValidateFunction>();

interface Template {
  readonly pattern: RegExp;
  readonly path: string;
  readonly operations: Readonly<Record<string, OperationFacts>>;
}

/** Fixed paths before those with parameters. */
const templates: readonly Template[] = Object.entries(document.paths)
  .map(([path, operations]) => ({
    path,
    operations,
    pattern: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
  }))
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length);

/** The described operation behind a request; null when the address or the method is not described. */
export function describedOperation(method: string, path: string) {
  const bare = path.split('?')[0] ?? '';
  const found = templates.find(
    ({ pattern, operations }) => pattern.test(bare) && operations[method.toLowerCase()] !== undefined,
  );
  const operation = found?.operations[method.toLowerCase()];
  return found === undefined || operation === undefined ? null : { path: found.path, operation };
}

/** @throws Error that says how the answer differs from the description */
export function requireDescribed({ method, path, status, text }: SeenAnswer): void {
  const described = describedOperation(method, path);
  // Addresses and methods that are not offered answer 404 and 405, whatever is described.
  if (described === null && (status === 404 || status === 405)) return;
  const where = `${method} ${path} answered ${status}`;
  if (described === null) throw new Error(`${where}, but the operation is not described`);
  const response = described.operation.responses[String(status)];
  if (response === undefined) throw new Error(`${where}, which is not described: ${text.slice(0, 300)}`);
  const media = response.content?.['application/json'] ?? response.content?.['application/problem+json'];
  if (media === undefined) {
    if (text !== '') throw new Error(`${where} with a body, but none is described: ${text.slice(0, 300)}`);
    return;
  }
  const isPlainText = response.content?.['text/plain'] !== undefined && !text.startsWith('{');
  if (isPlainText) return;
  const validate = validatorOf(media.schema);
  if (!validate(JSON.parse(text))) {
    throw new Error(
      `${where} with a body of another shape: ${ajv.errorsText(validate.errors)}\n${text.slice(0, 500)}`,
    );
  }
}

/** @throws Error that says how a value differs from a schema of the description */
export function requireFits(schema: object, value: unknown, what: string): void {
  const validate = validatorOf(schema);
  if (!validate(value)) throw new Error(`${what}: ${ajv.errorsText(validate.errors)}`);
}

function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/');
  const compiled = ajv.compile(JSON.parse(text) as object);
  validators.set(schema, compiled);
  return compiled;
}
