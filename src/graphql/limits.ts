/** Limits on GraphQL documents: wide enough for real screens, narrow enough that one request cannot cost the server. */
import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import type { Plugin } from 'graphql-yoga';

const MAX_DEPTH = 15;
const MAX_ALIASES = 20;
const MAX_DIRECTIVES = 5;
const MAX_TOKENS = 2000;

/** @param showSuggestions errors suggest similar field names; for development only */
export function useDocumentLimits({ showSuggestions }: { showSuggestions: boolean }): Plugin {
  return EnvelopArmorPlugin({
    maxDepth: { n: MAX_DEPTH },
    // The library lets `__typename` pass by default, which a flood of aliases would use.
    maxAliases: { n: MAX_ALIASES, allowList: [] },
    maxDirectives: { n: MAX_DIRECTIVES },
    maxTokens: { n: MAX_TOKENS },
    // What lists multiply is counted field by field: see complexity.ts.
    costLimit: { enabled: false },
    blockFieldSuggestion: { enabled: !showSuggestions },
  });
}
