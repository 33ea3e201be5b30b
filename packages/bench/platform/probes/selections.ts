/** Asks for as much of an answer as it can tell. */
import {
  getNamedType,
  type GraphQLField,
  type GraphQLOutputType,
  isCompositeType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { schema } from '../../../../schema/index.js';

/** @param depth how many levels of objects below the answer are asked for @returns nothing for scalars */
export function selectionOf(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return '';
  if (isUnionType(named) || isInterfaceType(named)) {
    const parts = schema
      .getPossibleTypes(named)
      .map((each) => `... on ${each.name} ${selectionOf(each, depth)}`);
    // By this name the code is looked for.
    const problem = parts.some((each) => each.includes('Problem_code'))
      ? '... on Problem { code message }'
      : '';
    return `{ __typename ${problem} ${parts.join(' ')} }`;
  }
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).flatMap((field) => {
    if (needsMore(field) || field.deprecationReason != null) return [];
    const isObject = isCompositeType(getNamedType(field.type));
    if (isObject && depth <= 0) return [];
    // Members of a union may have a field of one name with different types.
    return [
      `${named.name}_${field.name}: ${field.name} ${isObject ? selectionOf(field.type, depth - 1) : ''}`,
    ];
  });
  return `{ __typename ${fields.join(' ')} }`;
}

const needsMore = ({ args }: GraphQLField<unknown, unknown>): boolean =>
  args.some(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined);
