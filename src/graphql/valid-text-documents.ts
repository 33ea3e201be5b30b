/** Texts that are spelled in a document obey the same rule as those of variables, which JSON has been read by. */
import { Kind, type ValueNode, visit } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LoupeError } from '../kernel/errors.js';
import { requireValidText, mayHoldInvalidText } from '../kernel/valid-text.js';
import { requestRefusal } from './request-errors.js';

export function useValidText(): Plugin {
  return {
    onParse({ params }) {
      return ({ result }) => {
        if (result instanceof Error || typeof params.source !== 'string') return;
        if (!mayHoldInvalidText(params.source)) return;
        try {
          visit(result, { [Kind.STRING]: (node) => requireValid(node) });
        } catch (error) {
          throw error instanceof LoupeError ? requestRefusal(error) : error;
        }
      };
    },
  };
}

function requireValid(node: ValueNode): void {
  if (node.kind === Kind.STRING) requireValidText(node.value, 'query');
}
