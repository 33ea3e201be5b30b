/** What every resolver gets: who is asking, the services, and the way to make addresses. */
import type { Viewer } from '../access/viewer.js';
import type { AuthService } from '../accounts/auth.service.js';
import type { OrganizationService } from '../tree/organization.service.js';
import type { ActionService } from '../content/action.service.js';
import type { DocumentLanguageService } from '../content/document-language.service.js';
import type { LanguageService } from '../content/language.service.js';
import type { TitleService } from '../content/title.service.js';
import type { FileService } from '../media/file.service.js';
import type { UploadIntake } from '../media/upload-intake.js';
import type { ClickService } from '../recognition/click.service.js';
import type { RecognitionService } from '../recognition/recognition.service.js';
import type { DocumentService } from '../tree/document.service.js';
import type { FolderService } from '../tree/folder.service.js';
import type { ImageService } from '../tree/image.service.js';
import type { NodeService } from '../tree/node.service.js';
import type { ZoneService } from '../tree/zone.service.js';

/** The services that the GraphQL API stands on. */
export interface GraphqlServices {
  readonly auth: AuthService;
  readonly organizations: OrganizationService;
  readonly nodes: NodeService;
  readonly folders: FolderService;
  readonly documents: DocumentService;
  readonly images: ImageService;
  readonly zones: ZoneService;
  readonly titles: TitleService;
  readonly actions: ActionService;
  readonly languages: LanguageService;
  readonly documentLanguages: DocumentLanguageService;
  readonly recognition: RecognitionService;
  readonly clicks: ClickService;
  readonly files: FileService;
  readonly uploads: UploadIntake;
}

export interface GraphqlContext {
  readonly viewer: Viewer;
  /** The organization whose ApiKey header came along; anonymous without one. */
  readonly keyHolder: Viewer;
  readonly services: GraphqlServices;
  readonly limits: { readonly maxFileBytes: number };
  /** The caller's address. */
  readonly host: string | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Address of a stored file, for whoever was given it. */
  readonly fileUrl: (fileId: string) => string;
}
