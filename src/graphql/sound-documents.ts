/** Texts that are spelled in a document obey the same rule as those of variables, which JSON has been read by. */
import { Kind, type ValueNode, visit } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LoupeError } from '../errors.js';
import { requireSoundText, maySpellUnsoundText } from '../sound-text.js';
import { requestRefusal } from './request-errors.js';

export function useSoundText(): Plugin {
  return {
    onParse({ params }) {
      return ({ result }) => {
        if (result instanceof Error || typeof params.source !== 'string') return;
        if (!maySpellUnsoundText(params.source)) return;
        try {
          visit(result, { [Kind.STRING]: (node) => requireSound(node) });
        } catch (error) {
          throw error instanceof LoupeError ? requestRefusal(error) : error;
        }
      };
    },
  };
}

function requireSound(node: ValueNode): void {
  if (node.kind === Kind.STRING) requireSoundText(node.value, 'query');
}
