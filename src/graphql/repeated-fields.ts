/** The same field again and again in one place costs reading and merging, and answers nothing more. */
import { type FieldNode, GraphQLError, Kind, type ValidationRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Documents that are put together from parts may name a field in each. */
const MOST_REPETITIONS = 20;

const refuseRepeatedFields: ValidationRule = (context) => ({
  SelectionSet({ selections }) {
    const repeated = new Map<string, FieldNode[]>();
    for (const selection of selections) {
      if (selection.kind !== Kind.FIELD) continue;
      const name = (selection.alias ?? selection.name).value;
      repeated.set(name, [...(repeated.get(name) ?? []), selection]);
    }
    for (const [name, fields] of repeated) {
      if (fields.length <= MOST_REPETITIONS) continue;
      const message = `${name} is asked for ${fields.length} times at one place. Once is enough.`;
      context.reportError(new GraphQLError(message, { nodes: fields.slice(0, 1) }));
    }
  },
});

export function useRepeatedFields(): Plugin {
  return { onValidate: ({ addValidationRule }) => addValidationRule(refuseRepeatedFields) };
}
