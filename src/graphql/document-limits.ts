/** Limits on GraphQL documents: wide enough for real screens, narrow enough that one request cannot cost the server. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';

const MAX_TOKENS = 2000;

const LIMITS = { depth: 15, aliases: 20, directives: 5 } as const;

const SIZES = ['depth', 'aliases', 'directives'] as const;

/** Sizes of an operation, of a fragment, or of a part of them. */
type Sizes = Readonly<Record<keyof typeof LIMITS, number>>;

const NOTHING: Sizes = { depth: 0, aliases: 0, directives: 0 };

const WORDS: Readonly<Record<keyof typeof LIMITS, (size: number) => string>> = {
  depth: (size) => `a depth of ${size}`,
  aliases: (size) => `${size} aliases`,
  directives: (size) => `${size} directives`,
};

/** Measures with fragments where they are spread; each is measured once, however often it is spread. */
class Measure {
  private readonly sizes = new Map<string, Sizes>();
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor({ definitions }: DocumentNode) {
    const fragments = definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
    this.fragments = new Map(fragments.map((each) => [each.name.value, each]));
  }

  of(node: OperationDefinitionNode): Sizes {
    const { depth, aliases, directives } = this.ofSelections(node.selectionSet);
    return { depth, aliases, directives: directives + (node.directives?.length ?? 0) };
  }

  private ofSelections(set: SelectionSetNode | undefined): Sizes {
    let { depth, aliases, directives } = NOTHING;
    for (const selection of set?.selections ?? []) {
      const inner = this.ofSelection(selection);
      // What the schema says of itself may be asked for as deep as tools do.
      const isIntrospection = selection.kind === Kind.FIELD && selection.name.value === '__schema';
      depth = Math.max(depth, isIntrospection ? 0 : inner.depth + 1);
      aliases += inner.aliases;
      directives += inner.directives;
    }
    return { depth, aliases, directives };
  }

  private ofSelection(selection: SelectionNode): Sizes {
    const inner =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? this.ofFragment(selection.name.value)
        : this.ofSelections(selection.selectionSet);
    const isAliased = selection.kind === Kind.FIELD && selection.alias !== undefined;
    return {
      depth: inner.depth,
      aliases: inner.aliases + (isAliased ? 1 : 0),
      directives: inner.directives + (selection.directives?.length ?? 0),
    };
  }

  private ofFragment(name: string): Sizes {
    const known = this.sizes.get(name);
    if (known !== undefined) return known;
    // One that spreads itself is refused by a rule of the specification.
    this.sizes.set(name, NOTHING);
    const fragment = this.fragments.get(name);
    const inner = this.ofSelections(fragment?.selectionSet);
    const sizes = { ...inner, directives: inner.directives + (fragment?.directives?.length ?? 0) };
    this.sizes.set(name, sizes);
    return sizes;
  }
}

function refusalOf(document: DocumentNode): GraphQLError | undefined {
  const measure = new Measure(document);
  for (const operation of document.definitions) {
    if (operation.kind !== Kind.OPERATION_DEFINITION) continue;
    const sizes = measure.of(operation);
    const tooMuch = SIZES.find((size) => sizes[size] > LIMITS[size]);
    if (tooMuch === undefined) continue;
    const found = WORDS[tooMuch](sizes[tooMuch]);
    const message = `This document has ${found}; the limit is ${LIMITS[tooMuch]}. Ask for less at once.`;
    return new GraphQLError(message, { nodes: operation });
  }
  return undefined;
}

const SUGGESTION = / ?Did you mean .+\?/gs;

/** @param showSuggestions errors suggest similar field names; for development only */
export function useDocumentLimits({ showSuggestions }: { readonly showSuggestions: boolean }): Plugin {
  return {
    onParse: ({ setParseFn }) =>
      setParseFn((source: string, options?: object) => parse(source, { ...options, maxTokens: MAX_TOKENS })),
    onValidate: ({ params, setResult }) => {
      const refusal = refusalOf(params.documentAST as DocumentNode);
      if (refusal !== undefined) {
        // Such a document is not looked at any further.
        setResult([refusal]);
        return undefined;
      }
      if (showSuggestions) return undefined;
      return ({ valid, result }) => {
        if (valid) return;
        for (const error of result as readonly GraphQLError[])
          error.message = error.message.replace(SUGGESTION, '');
      };
    },
  };
}
