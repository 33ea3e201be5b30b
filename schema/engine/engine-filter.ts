/** Filters of lists of references and of searches for them. */
import { requireMetadataFilter } from '../../src/engine/references/metadata-filter.js';
import type { ReferenceFilter } from '../../src/engine/references/reference-conditions.js';
import { InputFieldBuilder } from '@pothos/core';
import { type BuiltTypes, builder } from '../builder.js';

const METADATA_FILTER =
  'Metadata that they must have: `{"language": "de"}` is equal, `{"language": ["de", "fr"]}` one of them, `{"price": {"from": 10, "below": 20}}` a range (from, above, to, below).';

const arg = new InputFieldBuilder<BuiltTypes, 'Arg'>(builder, 'Arg');

export const filterArguments = {
  keywords: arg.stringList({ description: 'Keywords that they must all hold.' }),
  anyKeywords: arg.stringList({ description: 'Keywords of which they must hold one.' }),
  noKeywords: arg.stringList({ description: 'Keywords that they must not hold.' }),
  metadata: arg.field({ type: 'JSONObject', description: METADATA_FILTER }),
  idPrefix: arg.string({ description: 'Only references whose id begins so; case counts.' }),
};

export const filterInputs = (t: PothosSchemaTypes.InputFieldBuilder<BuiltTypes, 'InputObject'>) => ({
  keywords: t.stringList({ description: 'Keywords that results must all hold.' }),
  anyKeywords: t.stringList({ description: 'Keywords of which results must hold one.' }),
  noKeywords: t.stringList({ description: 'Keywords that results must not hold.' }),
  metadata: t.field({ type: 'JSONObject', description: METADATA_FILTER }),
  idPrefix: t.string({ description: 'Only references whose id begins so; case counts.' }),
});

/** The filter of arguments. @throws LoupeError BAD_USER_INPUT */
export function filterOf<Args extends { readonly metadata?: object | null }>(
  args: Args,
): Omit<Args, 'metadata'> & Pick<ReferenceFilter, 'metadata'> {
  const { metadata, ...others } = args;
  return { ...others, metadata: metadata == null ? undefined : requireMetadataFilter(metadata) };
}
