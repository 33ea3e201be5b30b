/** Members of the elements of the tree as the platform's clients know them. */
import type {
  DocumentView,
  FileView,
  FolderView,
  ImageAndZonesView,
  ImageView,
  NodeView,
  OrganizationView,
  ZoneView,
} from '../../publishing/views.js';

/** Makes a file's address from its id. */
export type FileUrl = (fileId: string | null) => string | null;

const dates = ({ dateCreated, dateModified }: FolderView) => ({
  DateCreated: dateCreated,
  DateModified: dateModified,
});

export function nodeWire({ id, type, parentId, name }: NodeView) {
  return { Id: id, Type: type, ParentId: parentId, Name: name };
}

/** One step of the way from an element up to its organization. */
export function stepWire({ id, type, name }: NodeView) {
  return { Id: id, Type: type, Name: name };
}

export function folderWire(folder: FolderView) {
  return { Id: folder.id, ParentId: folder.parentId, Name: folder.name, ...dates(folder) };
}

export function organizationWire(organization: OrganizationView, fileUrl: FileUrl) {
  return {
    Id: organization.id,
    ParentId: organization.parentId,
    Logo: fileUrl(organization.logoFileId),
    LanguageCode: organization.languageCode,
    Name: organization.name,
    ApiKey: organization.apiKey,
    AccountType: organization.accountType,
    MobileApiAuthorized: organization.mobileApiAuthorized,
    WebApiAuthorized: organization.webApiAuthorized,
    IRProviderId: organization.irProviderId,
    ActivationCumul: organization.activationCumul,
    DeactivationCumul: organization.deactivationCumul,
    TotalDebit: organization.totalDebit,
    TotalCredit: organization.totalCredit,
    PicturesCount: organization.picturesCount,
    ...dates(organization),
  };
}

/** `Processing`, `FailureReason` and `Progress` tell of the creation of pages in the background. */
export function documentWire(document: DocumentView, fileUrl: FileUrl) {
  return {
    Id: document.id,
    ParentId: document.parentId,
    DefaultLanguage: document.defaultLanguage,
    Name: document.name,
    ContentType: document.contentType,
    Pages: document.pages,
    ActionCount: document.actionCount,
    Status: document.status,
    Cover: fileUrl(document.coverFileId),
    Processing: document.processing,
    FailureReason: document.failureReason,
    Progress: document.progress,
    ...dates(document),
  };
}

export function imageWire(image: ImageView, fileUrl: FileUrl) {
  return {
    Id: image.id,
    DocumentId: image.documentId,
    Status: image.status,
    Name: image.name,
    ActionCount: image.actionCount,
    ZoneCount: image.zoneCount,
    Order: image.order,
    AutoTrigger: image.autoTrigger,
    SmallThumbnail: fileUrl(image.smallThumbnailFileId),
    BigThumbnail: fileUrl(image.bigThumbnailFileId),
    ...dates(image),
  };
}

export function imageAndZonesWire(image: ImageAndZonesView, fileUrl: FileUrl) {
  return {
    ...imageWire(image, fileUrl),
    AutoTrigger: image.autoTrigger ?? false,
    Zones: image.zones.map((zone) => zoneWire(zone, fileUrl)),
  };
}

export function zoneWire(zone: ZoneView, fileUrl: FileUrl) {
  return {
    Id: zone.id,
    ImageId: zone.imageId,
    Height: zone.heightPercent,
    Width: zone.widthPercent,
    PositionX: zone.positionXPercent,
    PositionY: zone.positionYPercent,
    Status: zone.status,
    Name: zone.name,
    ActionCount: zone.actionCount,
    Order: zone.order,
    AutoTrigger: zone.autoTrigger,
    SmallThumbnail: fileUrl(zone.smallThumbnailFileId),
    BigThumbnail: fileUrl(zone.bigThumbnailFileId),
    ...dates(zone),
  };
}

export function fileWire(file: FileView, fileUrl: FileUrl) {
  return {
    Id: file.id,
    DocumentId: file.documentId,
    ImageId: file.imageId,
    ZoneId: file.zoneId,
    Type: file.kind,
    ContentType: file.contentType,
    Url: fileUrl(file.id),
    Size: file.sizeBytes,
  };
}
