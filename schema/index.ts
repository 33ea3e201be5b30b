/** Imports the nouns for what they register, and builds the schema. */
import { printSchema } from 'graphql';
import { forgetBetweenMutations } from '../src/graphql/loaders.js';
import './tree/tree-node.js';
import './refs.js';
import './organizations/account.js';
import './documents/activation-plan.js';
import './content/action.js';
import './users/browser-session.js';
import { builder } from './builder.js';
import './tree/changes.js';
import './tree/children.js';
import './content/content-fields.js';
import './content/conversion.js';
import './documents/document-changes.js';
import './documents/document-progress.js';
import './documents/document.js';
import './documents/file.js';
import './statistics/conflict.js';
import './documents/exchange.js';
import './engine/engine-application-changes.js';
import './engine/engine-application.js';
import './engine/engine-appearance.js';
import './engine/engine-duplicates.js';
import './engine/engine-match.js';
import './engine/engine-reference-changes.js';
import './engine/engine-reference.js';
import './engine/engine-search.js';
import './tree/folder.js';
import './content/icon.js';
import './documents/image.js';
import './content/language.js';
import './statistics/match.js';
import './node.js';
import './organizations/operation.js';
import './organizations/organization-changes.js';
import './organizations/organization.js';
import './users/password.js';
import './recognition/pdf-comparison.js';
import './recognition/picture-search.js';
import './recognition/picture.js';
import './documents/preview.js';
import './content/property.js';
import './organizations/publishable-key.js';
import './organizations/publisher.js';
import './documents/preview-link.js';
import './recognition/recognition-trial.js';
import './recognition/recognition.js';
import './organizations/record-keeping.js';
import './documents/replacement.js';
import './tree/search.js';
import './tree/text-search.js';
import './users/session.js';
import './statistics/statistics.js';
import './content/text-table.js';
import './content/title.js';
import './users/user-changes.js';
import './users/user-lists.js';
import './tree/trash.js';
import './users/user.js';
import './organizations/webhook.js';
import './documents/zone.js';

export const schema = forgetBetweenMutations(builder.toSchema());

/** The SDL as it is committed in `schema/schema.graphql`. */
export function printedSchema(): string {
  return `${printSchema(schema)}\n`;
}
