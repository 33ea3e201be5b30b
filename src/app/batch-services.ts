/** Wires the readers that fetch many elements at once. */
import type { Secrets } from '../access/secrets.js';
import { UserBatches } from '../users/user-batches.js';
import { ContentBatches } from '../content/content-batches.js';
import { DraftBatches } from '../documents/drafts/draft-batches.js';
import type { Database } from '../db/database.js';
import { ChildPages } from '../documents/nodes/child-pages.js';
import { DocumentReader } from '../documents/document-reader.js';
import { ElementBatches } from '../documents/nodes/element-batches.js';
import { OrganizationReader } from '../organizations/organization.reader.js';
import type { TreeBasics } from './content-services.js';
import type { CoreServices } from './foundations.js';

export interface BatchServices {
  readonly elements: ElementBatches;
  readonly content: ContentBatches;
  readonly draftBatches: DraftBatches;
  readonly userBatches: UserBatches;
}

export function createBatches(
  { database, secrets }: { readonly database: Database; readonly secrets: Secrets },
  { guardedNodes: guarded }: TreeBasics,
  { fileStore }: CoreServices,
): BatchServices {
  return {
    elements: new ElementBatches({
      database,
      guarded,
      documents: new DocumentReader(fileStore),
      organizations: new OrganizationReader(secrets),
      pages: new ChildPages(guarded),
    }),
    content: new ContentBatches(database, guarded, fileStore),
    draftBatches: new DraftBatches(database, guarded),
    userBatches: new UserBatches(database),
  };
}
