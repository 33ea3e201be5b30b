/** Imports the nouns for what they register, and builds the schema. */
import { printSchema } from 'graphql';
import { forgetBetweenMutations } from '../src/graphql/loaders.js';
import './tree-node.js';
import './refs.js';
import './account.js';
import './activation-plan.js';
import './action.js';
import './browser-session.js';
import { builder } from './builder.js';
import './changes.js';
import './children.js';
import './content-fields.js';
import './conversion.js';
import './document-changes.js';
import './document-progress.js';
import './document.js';
import './file.js';
import './conflict.js';
import './exchange.js';
import './engine-application-changes.js';
import './engine-application.js';
import './engine-appearance.js';
import './engine-duplicates.js';
import './engine-match.js';
import './engine-reference-changes.js';
import './engine-reference.js';
import './engine-search.js';
import './folder.js';
import './icon.js';
import './image.js';
import './language.js';
import './match.js';
import './node.js';
import './operation.js';
import './organization-changes.js';
import './organization.js';
import './password.js';
import './picture-search.js';
import './picture.js';
import './preview.js';
import './property.js';
import './publishable-key.js';
import './publisher.js';
import './preview-link.js';
import './recognition-trial.js';
import './recognition.js';
import './record-keeping.js';
import './replacement.js';
import './search.js';
import './text-search.js';
import './session.js';
import './statistics.js';
import './title.js';
import './user-changes.js';
import './user-lists.js';
import './trash.js';
import './user.js';
import './webhook.js';
import './zone.js';

export const schema = forgetBetweenMutations(builder.toSchema());

/** The SDL as it is committed in `schema/schema.graphql`. */
export function printedSchema(): string {
  return `${printSchema(schema)}\n`;
}
