import { badInput } from '../../kernel/errors.js';
import { requireText } from '../content.rules.js';
import { type Property, propertyTypes, stylePropertyNames } from './property.entity.js';

const MAX_PROPERTY_NAME_LENGTH = 200;

/** The type in any letter case. @throws LoupeError BAD_USER_INPUT */
export function requirePropertyType(type: string): Property['type'] {
  const known = propertyTypes.find((each) => each.toLowerCase() === type.toLowerCase());
  if (known === undefined) throw badInput('type', `must be one of ${propertyTypes.join(', ')}`);
  return known;
}

/** The name; that of a style says what it is a default for. @throws LoupeError BAD_USER_INPUT */
export function requirePropertyName(type: Property['type'], name: string): string {
  if (type === 'Style') {
    const known = stylePropertyNames.find((each) => each.toLowerCase() === name.toLowerCase());
    if (known === undefined)
      throw badInput('name', `of a style must be one of ${stylePropertyNames.join(', ')}`);
    return known;
  }
  if (name.trim() === '') throw badInput('name', 'must not be empty');
  requireText('name', name, MAX_PROPERTY_NAME_LENGTH);
  return name;
}
