/** Imports the nouns for what they register, and builds the schema. */
import { printSchema } from 'graphql';
import './action.js';
import { builder } from './builder.js';
import './document.js';
import './folder.js';
import './image.js';
import './language.js';
import './node.js';
import './organization.js';
import './recognition.js';
import './session.js';
import './title.js';
import './zone.js';

export const schema = builder.toSchema();

/** The SDL as it is committed in `schema/schema.graphql`. */
export function printedSchema(): string {
  return `${printSchema(schema)}\n`;
}
