/** An object with a member `then` looks like a promise: JavaScript would wait for it, and the answer would fail. */
import { GraphQLError, type ValidationRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';

const refusePromiseAlias: ValidationRule = (context) => ({
  Field(node) {
    if (node.alias?.value !== 'then') return;
    const message = 'The alias then cannot be answered. Choose another name.';
    context.reportError(new GraphQLError(message, { nodes: node }));
  },
});

export function usePromiseAlias(): Plugin {
  return { onValidate: ({ addValidationRule }) => addValidationRule(refusePromiseAlias) };
}
