/** Examples of the description, made from recorded calls by `npm run examples`. */
import { readFileSync } from 'node:fs';
import type { MediaType, OperationFacts, Parameter } from './types.js';

/** One call that succeeded. */
export interface Example {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON, a text, or the parts of a form. */
  readonly body?: unknown;
  readonly status: number;
  readonly answer?: unknown;
}

/** By method and address, for example `GET /api/folders/{id}`. */
export type Examples = Readonly<Record<string, Example>>;

const examples = JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8')) as Examples;

/**
 * The operation with its example. An address that no call was recorded of borrows from the one that names the same
 * element otherwise.
 */
export function withExample(
  operation: OperationFacts,
  { method, path, sibling }: { readonly method: string; readonly path: string; readonly sibling: string },
): OperationFacts {
  const own = examples[`${method} ${path}`];
  const example = own ?? examples[`${method} ${sibling}`];
  if (example === undefined) return operation;
  const { requestBody, responses } = operation;
  const answered = responses[String(example.status)];
  return {
    ...operation,
    parameters: operation.parameters.map((parameter) => withValue(parameter, example)),
    ...(requestBody === undefined || example.body === undefined
      ? {}
      : { requestBody: { ...requestBody, content: shown(requestBody.content, example.body) } }),
    ...(answered?.content === undefined || example.answer === undefined
      ? {}
      : {
          responses: {
            ...responses,
            [String(example.status)]: { ...answered, content: shown(answered.content, example.answer) },
          },
        }),
  };
}

function withValue(parameter: Parameter, { path = {}, query = {} }: Example): Parameter {
  const isId = parameter.name === 'id';
  const value = parameter.in === 'header' ? undefined : valueOf(parameter.name, { ...query, ...path });
  const id = isId ? (path['id'] ?? valueOf('id', query)) : undefined;
  const example = value ?? id;
  return example === undefined ? parameter : { ...parameter, example };
}

function valueOf(name: string, values: Readonly<Record<string, string>>): string | undefined {
  const known = Object.keys(values).find((each) => each.toLowerCase() === name.toLowerCase());
  return known === undefined ? undefined : values[known];
}

/** The first kind of content is the one that was recorded. */
function shown(
  content: Readonly<Record<string, MediaType>>,
  example: unknown,
): Readonly<Record<string, MediaType>> {
  const [[type, media] = ['', null]] = Object.entries(content);
  return media === null ? content : { ...content, [type]: { ...media, example } };
}
