/** Answers of services about the elements of the tree. Files are given by id; each surface makes its own address. */
import type { ZoneMembers } from './zones/zone.members.js';
import type { Recognizability } from '../engine/references/recognizability.js';
import type { DrawingWarning } from '../kernel/drawing-warning.js';
import type { ActivityStatus, ProcessingState } from './document.entity.js';
import type { NodeType } from '../tree/node.entity.js';
import type { AccountType } from '../organizations/organization.entity.js';
import type { ListedFileKind } from '../media/blobs/stored-file.entity.js';

export interface NodeView {
  readonly id: string;
  readonly type: NodeType;
  readonly parentId: string | null;
  readonly name: string;
}

export interface FolderView {
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly dateCreated: Date;
  readonly dateModified: Date;
  /** When the element was itself changed last; null: not since it was made. */
  readonly dateOwnChange: Date | null;
}

export interface OrganizationView extends FolderView {
  readonly logoFileId: string | null;
  readonly languageCode: string;
  /** Name in the time zone database. */
  readonly timeZone: string;
  /** null for viewers who may not see it. */
  readonly apiKey: string | null;
  readonly accountType: AccountType;
  readonly mobileApiAuthorized: boolean;
  readonly webApiAuthorized: boolean;
  readonly irProviderId: string;
  /** End of the contract; null when it has none. */
  readonly validityDate: Date | null;
  readonly activationCumul: number;
  readonly deactivationCumul: number;
  readonly totalDebit: number;
  readonly totalCredit: number;
  readonly picturesCount: number | null;
  /** Of what readers are shown, as #rrggbb. */
  readonly brandColor: string | null;
  readonly imprintUrl: string | null;
  readonly privacyUrl: string | null;
}

export interface DocumentView extends FolderView {
  readonly defaultLanguage: string;
  readonly contentType: string;
  readonly pages: number;
  /** Pages that no photo can find: neither they nor a zone of theirs holds enough detail. */
  readonly unrecognizablePages: number;
  readonly actionCount: number;
  readonly status: ActivityStatus;
  /** When readers are shown it; null: always. */
  readonly timeWindow: string | null;
  readonly processing: ProcessingState;
  readonly failureReason: string | null;
  /** Parts of its file that are not drawn as they are printed. */
  readonly warnings: readonly DrawingWarning[];
  /** 0..1 */
  readonly progress: number;
  readonly coverFileId: string | null;
}

export interface ImageView extends FolderView {
  readonly documentId: string;
  readonly status: ActivityStatus;
  readonly actionCount: number;
  readonly zoneCount: number;
  readonly recognizability: Recognizability;
  /** Parts of the page that are not drawn as they are printed. */
  readonly warnings: readonly DrawingWarning[];
  /** From 1. */
  readonly order: number;
  readonly autoTrigger: boolean | null;
  /** When readers are shown it; null: always. */
  readonly timeWindow: string | null;
  readonly smallThumbnailFileId: string | null;
  readonly bigThumbnailFileId: string | null;
  /** The picture that is kept of it, at most 3000 pixels on its longest side. */
  readonly pictureFileId: string | null;
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface ZoneView extends FolderView, ZoneMembers {
  readonly imageId: string;
  readonly status: ActivityStatus;
  readonly actionCount: number;
  readonly recognizability: Recognizability;
  readonly order: number;
  readonly smallThumbnailFileId: string | null;
  readonly bigThumbnailFileId: string | null;
}

export interface ImageAndZonesView extends ImageView {
  readonly zones: readonly ZoneView[];
}

export interface FileView {
  readonly id: string;
  readonly documentId: string;
  /** The document, page or zone that the file belongs to. */
  readonly ownerId: string;
  /** The page, for files of pages and zones. */
  readonly imageId: string | null;
  readonly zoneId: string | null;
  readonly kind: ListedFileKind;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly originalName: string | null;
}
