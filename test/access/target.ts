/** What the rows of the table are called on. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Ids of elements of one organization, one of each kind. */
export interface Target {
  readonly organizationId: string;
  /** An organization below it. */
  readonly childId: string;
  readonly folderId: string;
  readonly documentId: string;
  /** An archive of the document's matches. */
  readonly archiveId: string;
  /** A pack of the document's pages. */
  readonly packId: string;
  /** A short address of the document. */
  readonly shortAddressId: string;
  readonly imageId: string;
  readonly zoneId: string;
  readonly actionId: string;
  /** What somebody should look at. */
  readonly inboxItemId: string;
  readonly iconId: string;
  readonly propertyId: string;
  /** A role that the organization made. */
  readonly madeRoleId: string;
  /** A user of the organization. */
  readonly userId: string;
  readonly pictureId: string;
  /** A webhook that no longer receives anything, and a delivery of it. */
  readonly webhookId: string;
  readonly deliveryId: string;
  /** One that would be told what readers do, and is switched off. */
  readonly recordedWebhookId: string;
  readonly publishableKeyId: string;
  readonly machineTokenId: string;
  readonly signInProviderId: string;
  /** A log-in of a user of the organization. */
  readonly loginId: string;
  readonly previewLinkId: string;
  /** A thread of comments on the document; the administrator began it. */
  readonly threadId: string;
  readonly keptComparisonId: string;
  readonly comparisonLinkId: string;
  readonly approvalId: string;
  /** A change of texts that can be taken back. */
  readonly textUndoId: string;
  /** A change in the history of the document. */
  readonly changeId: string;
  /** The title of the document, and what was written of its creation. */
  readonly titleId: string;
  readonly operationId: string;
  /** A recognition of the zone, and a click that followed it. */
  readonly matchId: string;
  readonly clickId: string;
  /** An application of the engine, a reference in it, and an import into it. */
  readonly applicationId: string;
  readonly referenceId: string;
  readonly importId: string;
  /** A folder of the organization that lies in the trash. */
  readonly trashedId: string;
}

const canaries = new AsyncLocalStorage<string>();

/** Every text that is written into the target's organization holds this; nobody else may ever read it. */
export const canary = (): string => canaries.getStore() ?? 'Zaunkoenig-7f3a91';

/** Fills another organization, whose texts hold a word of their own. */
export const withCanary = async <T>(word: string, fill: () => Promise<T>): Promise<T> =>
  canaries.run(word, fill);

/** What a phone sends besides the ApiKey. */
export const deviceHeaders = {
  applicationname: 'Test',
  applicationversion: '1',
  devicename: 'Test',
  devicesystemversion: '1',
  sdkversion: '1',
};
