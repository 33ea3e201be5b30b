// Generated from the schema by `npm run client:types`; a test compares it.
import { typedDocument } from '../typed-document.js';

/** The types that say why a change was not made. */
export const problemNames = [
  'AccessProblem',
  'BusyProblem',
  'ChangedProblem',
  'CreditProblem',
  'MediaProblem',
  'NotFoundProblem',
  'ValidationProblem',
] as const;
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> =
  | T
  | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** What an action opens: exactly one of the members, which says its type, too. */
export type ActionTargetInput =
  | {
      /** Adds a contact. */
      readonly contact: ContactTargetInput;
      readonly event?: never;
      readonly legacy?: never;
      readonly mail?: never;
      readonly map?: never;
      readonly phone?: never;
      readonly share?: never;
      readonly sms?: never;
      readonly url?: never;
    }
  | {
      readonly contact?: never /** Adds an event. */;
      readonly event: EventTargetInput;
      readonly legacy?: never;
      readonly mail?: never;
      readonly map?: never;
      readonly phone?: never;
      readonly share?: never;
      readonly sms?: never;
      readonly url?: never;
    }
  | {
      readonly contact?: never;
      readonly event?: never /** A content that is stored as it is. */;
      readonly legacy: LegacyTargetInput;
      readonly mail?: never;
      readonly map?: never;
      readonly phone?: never;
      readonly share?: never;
      readonly sms?: never;
      readonly url?: never;
    }
  | {
      readonly contact?: never;
      readonly event?: never;
      readonly legacy?: never /** Begins a mail. */;
      readonly mail: MailTargetInput;
      readonly map?: never;
      readonly phone?: never;
      readonly share?: never;
      readonly sms?: never;
      readonly url?: never;
    }
  | {
      readonly contact?: never;
      readonly event?: never;
      readonly legacy?: never;
      readonly mail?: never /** Shows a place. */;
      readonly map: MapTargetInput;
      readonly phone?: never;
      readonly share?: never;
      readonly sms?: never;
      readonly url?: never;
    }
  | {
      readonly contact?: never;
      readonly event?: never;
      readonly legacy?: never;
      readonly mail?: never;
      readonly map?: never /** Calls somebody. */;
      readonly phone: PhoneTargetInput;
      readonly share?: never;
      readonly sms?: never;
      readonly url?: never;
    }
  | {
      readonly contact?: never;
      readonly event?: never;
      readonly legacy?: never;
      readonly mail?: never;
      readonly map?: never;
      readonly phone?: never /** Lets the reader share an address. */;
      readonly share: ShareTargetInput;
      readonly sms?: never;
      readonly url?: never;
    }
  | {
      readonly contact?: never;
      readonly event?: never;
      readonly legacy?: never;
      readonly mail?: never;
      readonly map?: never;
      readonly phone?: never;
      readonly share?: never /** Begins a text message. */;
      readonly sms: SmsTargetInput;
      readonly url?: never;
    }
  | {
      readonly contact?: never;
      readonly event?: never;
      readonly legacy?: never;
      readonly mail?: never;
      readonly map?: never;
      readonly phone?: never;
      readonly share?: never;
      readonly sms?: never /** Opens an address. */;
      readonly url: UrlTargetInput;
    };

/** What an action does. */
export type ActionType = 'MAIL' | 'MAP' | 'RAW' | 'SHARE' | 'SMS' | 'TEL' | 'URL' | 'VCALENDAR' | 'VCARD';

/** Whether an element is recognized. */
export type ActivityStatus = 'ACTIVE' | 'INACTIVE';

/** A postal address of a contact. */
export type ContactAddressInput = {
  /** City. */
  readonly city?: string | null | undefined;
  /** Country. */
  readonly country?: string | null | undefined;
  /** Street and number. */
  readonly street?: string | null | undefined;
  /** Where. */
  readonly type: ContactPlace;
  /** Postal code. */
  readonly zipCode?: string | null | undefined;
};

/** A mail address of a contact. */
export type ContactEmailInput = {
  /** The address. */
  readonly address: string;
  /** Where. */
  readonly type: ContactPlace;
};

/** Where somebody is reached. */
export type ContactPlace = 'HOME' | 'WORK';

/** A contact to add. */
export type ContactTargetInput = {
  /** Postal addresses. */
  readonly addresses?: ReadonlyArray<ContactAddressInput> | null | undefined;
  /** Mail addresses. */
  readonly emails?: ReadonlyArray<ContactEmailInput> | null | undefined;
  /** Members that the type does not name; they are stored as they are. */
  readonly extras?: Readonly<Record<string, unknown>> | null | undefined;
  /** First name. */
  readonly firstName?: string | null | undefined;
  /** Last name. */
  readonly lastName?: string | null | undefined;
  /** Organization. */
  readonly organization?: string | null | undefined;
  /** Address of a photo. */
  readonly photoUrl?: string | null | undefined;
  /** Telephone numbers. */
  readonly telephones?: ReadonlyArray<ContactTelephoneInput> | null | undefined;
  /** Instead of the other members: the contact as vCard. */
  readonly vCard?: string | null | undefined;
};

/** A telephone of a contact. */
export type ContactTelephoneInput = {
  /** Telephone number. */
  readonly number: string;
  /** What it is, or where. */
  readonly type: TelephoneType;
};

/** Input of `createAction`. */
export type CreateActionInput = {
  /** Icon shown with it. */
  readonly iconId?: string | null | undefined;
  /** Language, for example fr-FR. */
  readonly languageCode: string;
  /** Text shown to the reader. */
  readonly name: string;
  /** Document, image or zone with a title in the language. */
  readonly nodeId: string;
  /** Sorting, second criterion. */
  readonly order?: number | null | undefined;
  /** Sorting, first criterion. */
  readonly priority?: number | null | undefined;
  /** Free text read by the client. */
  readonly style?: string | null | undefined;
  /** What it opens. */
  readonly target: ActionTargetInput;
};

/** Input of `createDocument`. */
export type CreateDocumentInput = {
  /** Language, for example fr-FR; that of the organization when left out. */
  readonly defaultLanguage?: string | null | undefined;
  /** The file. */
  readonly file?: Blob | null | undefined;
  /** Name for the publisher. */
  readonly name: string;
  /** The folder or organization it goes into. */
  readonly parentId: string;
  /** ACTIVE recognizes its pages as soon as they are ready, which takes credits; INACTIVE when left out. */
  readonly status?: ActivityStatus | null | undefined;
  /** Instead of file: the last part of the address that POST /api/uploads (tus) returned. */
  readonly uploadId?: string | null | undefined;
  /** Answer only when the pages are ready. */
  readonly waitForImages?: boolean | null | undefined;
};

/** Input of `createWebhook`. */
export type CreateWebhookInput = {
  /** The events that it receives. */
  readonly events: ReadonlyArray<WebhookEvent>;
  /** Whether events are sent. */
  readonly isActive?: boolean | null | undefined;
  /** The organization whose events it receives. */
  readonly organizationId: string;
  /** Where events are posted to; https in production. */
  readonly url: string;
};

/** Input of `createZone`. */
export type CreateZoneInput = {
  /** Height; the zone ends within the page. */
  readonly heightPercent: number;
  /** The page. */
  readonly imageId: string;
  /** Name for the publisher. */
  readonly name?: string | null | undefined;
  /** Left edge, 0–100. */
  readonly positionXPercent: number;
  /** Top edge, 0–100. */
  readonly positionYPercent: number;
  /** Width; the zone ends within the page. */
  readonly widthPercent: number;
};

/** What to change of a document. */
export type DocumentPatch = {
  /** Language; it is added to the languages of the document. */
  readonly defaultLanguage?: string | null | undefined;
  /** Name for the publisher. */
  readonly name?: string | null | undefined;
  /** Folder or organization to move it to. */
  readonly parentId?: string | null | undefined;
  /** Whether it is recognized. */
  readonly status?: ActivityStatus | null | undefined;
};

/** How an event comes again. */
export type EventRecurrenceInput = {
  /** Every day, week, month … */
  readonly frequency: RecurrenceFrequency;
  /** Every how many of them; 1 when left out. */
  readonly interval?: number | null | undefined;
};

/** An event to add to the calendar. */
export type EventTargetInput = {
  /** Mail address of an attendee. */
  readonly attendeeMail?: string | null | undefined;
  /** More about it. */
  readonly description?: string | null | undefined;
  /** When it ends, after its start. */
  readonly end?: string | null | undefined;
  /** Members that the type does not name; they are stored as they are. */
  readonly extras?: Readonly<Record<string, unknown>> | null | undefined;
  /** Instead of the other members: the event as iCalendar. */
  readonly iCalendar?: string | null | undefined;
  /** Where. */
  readonly location?: string | null | undefined;
  /** Mail address of the organizer. */
  readonly organizerMail?: string | null | undefined;
  /** How it comes again; never when left out. */
  readonly recurrence?: EventRecurrenceInput | null | undefined;
  /** When it begins. */
  readonly start?: string | null | undefined;
  /** What takes place. */
  readonly summary?: string | null | undefined;
};

/** A content that is stored as it is: `json` or `source`. Readers do not see one that breaks the rules of its type. */
export type LegacyTargetInput = {
  /** The content. */
  readonly json?: unknown;
  /** The content as text; of RAW it may be no JSON. */
  readonly source?: string | null | undefined;
  /** RAW when left out. */
  readonly type?: ActionType | null | undefined;
};

/** A mail to begin. */
export type MailTargetInput = {
  /** Who is written to. */
  readonly address: string;
  /** Text of the message. */
  readonly body?: string | null | undefined;
  /** Members that the type does not name; they are stored as they are. */
  readonly extras?: Readonly<Record<string, unknown>> | null | undefined;
  /** Subject. */
  readonly subject?: string | null | undefined;
};

/** A place to show: latitude and longitude, or what is searched for. */
export type MapTargetInput = {
  /** Members that the type does not name; they are stored as they are. */
  readonly extras?: Readonly<Record<string, unknown>> | null | undefined;
  /** Degrees, −90 to 90; with longitude. */
  readonly latitude?: number | null | undefined;
  /** Degrees, −180 to 180; with latitude. */
  readonly longitude?: number | null | undefined;
  /** What is searched for on the map, instead of a point. */
  readonly searchAddress?: string | null | undefined;
};

/** Somebody to call. */
export type PhoneTargetInput = {
  /** Members that the type does not name; they are stored as they are. */
  readonly extras?: Readonly<Record<string, unknown>> | null | undefined;
  /** Telephone number. */
  readonly number: string;
};

/** How far the pages of a document are. */
export type ProcessingState = 'FAILED' | 'PENDING' | 'PROCESSING' | 'READY';

/** How often an event comes again. */
export type RecurrenceFrequency =
  | 'DAILY'
  | 'HOURLY'
  | 'MINUTELY'
  | 'MONTHLY'
  | 'SECONDLY'
  | 'WEEKLY'
  | 'YEARLY';

/** Roles of users. They cannot be added to; a user may hold several. */
export type RoleName = 'ADMINISTRATOR' | 'EDITOR' | 'VIEWER';

/** Input of `setTitle`. */
export type SetTitleInput = {
  /** The version that was read: the change is made only while it is in force; else the problem is CHANGED_MEANWHILE. */
  readonly ifVersion?: string | null | undefined;
  /** Language, for example fr-FR. */
  readonly languageCode: string;
  /** The element that is named. */
  readonly nodeId: string;
  /** Free text read by the client; leave out to keep what is there. */
  readonly style?: string | null | undefined;
  /** The name; may be empty. */
  readonly value: string;
};

/** An address to share. */
export type ShareTargetInput = {
  /** Members that the type does not name; they are stored as they are. */
  readonly extras?: Readonly<Record<string, unknown>> | null | undefined;
  /** Text beside the address. */
  readonly text?: string | null | undefined;
  /** The address; not one that runs code or reads files of the phone. */
  readonly url: string;
};

/** A text message to begin. */
export type SmsTargetInput = {
  /** Text of the message. */
  readonly body?: string | null | undefined;
  /** Members that the type does not name; they are stored as they are. */
  readonly extras?: Readonly<Record<string, unknown>> | null | undefined;
  /** Telephone number. */
  readonly number: string;
};

/** What a telephone is, or where. */
export type TelephoneType =
  | 'CELL'
  | 'FAX'
  | 'HOME'
  | 'PAGER'
  | 'TEXT'
  | 'TEXTPHONE'
  | 'VIDEO'
  | 'VOICE'
  | 'WORK';

/** An address to open. */
export type UrlTargetInput = {
  /** MIME type of what the address answers. */
  readonly contentType?: string | null | undefined;
  /** Members that the type does not name; they are stored as they are. */
  readonly extras?: Readonly<Record<string, unknown>> | null | undefined;
  /** Open it without saying who the reader is. */
  readonly isAnonymous?: boolean | null | undefined;
  /** Open it within the application. */
  readonly isEmbeddedWebView?: boolean | null | undefined;
  /** The address; not one that runs code or reads files of the phone. */
  readonly url: string;
};

/** Events that a webhook can receive. */
export type WebhookEvent =
  | 'CONFLICT_FOUND'
  | 'CREDIT_LOW'
  | 'DOCUMENT_FAILED'
  | 'DOCUMENT_READY'
  | 'IMPORT_DONE';

export type SetTitleVariables = Exact<{
  input: SetTitleInput;
}>;

export type SetTitle = {
  readonly setTitle:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'ChangedProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'Title'; readonly languageCode: string; readonly value: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type CreateActionVariables = Exact<{
  input: CreateActionInput;
}>;

export type CreateAction = {
  readonly createAction:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'Action';
        readonly id: string;
        readonly name: string;
        readonly type: ActionType;
        readonly isValid: boolean;
        readonly target:
          | {
              readonly __typename: 'ContactTarget';
              readonly firstName: string | null;
              readonly lastName: string | null;
              readonly organization: string | null;
              readonly vCard: string;
            }
          | {
              readonly __typename: 'EventTarget';
              readonly summary: string | null;
              readonly start: string | null;
              readonly end: string | null;
              readonly iCalendar: string;
            }
          | { readonly __typename: 'LegacyTarget'; readonly json: unknown; readonly source: string }
          | {
              readonly __typename: 'MailTarget';
              readonly address: string;
              readonly subject: string | null;
              readonly body: string | null;
            }
          | {
              readonly __typename: 'MapTarget';
              readonly latitude: number | null;
              readonly longitude: number | null;
              readonly searchAddress: string | null;
            }
          | { readonly __typename: 'PhoneTarget'; readonly number: string }
          | { readonly __typename: 'ShareTarget'; readonly url: string; readonly text: string | null }
          | { readonly __typename: 'SmsTarget'; readonly number: string; readonly body: string | null }
          | {
              readonly __typename: 'UrlTarget';
              readonly url: string;
              readonly isEmbeddedWebView: boolean | null;
            };
      }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type CreateZoneVariables = Exact<{
  input: CreateZoneInput;
}>;

export type CreateZone = {
  readonly createZone:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'CreditProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      }
    | { readonly __typename: 'Zone'; readonly id: string; readonly name: string };
};

export type CreateWebhookVariables = Exact<{
  input: CreateWebhookInput;
}>;

export type CreateWebhook = {
  readonly createWebhook:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      }
    | {
        readonly __typename: 'Webhook';
        readonly id: string;
        readonly url: string;
        readonly events: ReadonlyArray<WebhookEvent>;
        readonly secret: string;
      };
};

export type DocumentFields = {
  readonly id: string;
  readonly name: string;
  readonly defaultLanguage: string;
  readonly status: ActivityStatus;
  readonly processing: ProcessingState;
  readonly progress: number;
  readonly failureReason: string | null;
  readonly pages: number;
  readonly unrecognizablePages: number;
  readonly coverUrl: string | null;
  readonly version: string;
};

export type ListDocumentsVariables = Exact<{
  parentId: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type ListDocuments = {
  readonly node:
    | { readonly __typename: 'Action' }
    | { readonly __typename: 'Click' }
    | { readonly __typename: 'Document' }
    | {
        readonly __typename: 'Folder';
        readonly documents: {
          readonly nodes: ReadonlyArray<{
            readonly id: string;
            readonly name: string;
            readonly defaultLanguage: string;
            readonly status: ActivityStatus;
            readonly processing: ProcessingState;
            readonly progress: number;
            readonly failureReason: string | null;
            readonly pages: number;
            readonly unrecognizablePages: number;
            readonly coverUrl: string | null;
            readonly version: string;
          }>;
          readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
        };
      }
    | { readonly __typename: 'Icon' }
    | { readonly __typename: 'Image' }
    | { readonly __typename: 'Match' }
    | { readonly __typename: 'Operation' }
    | {
        readonly __typename: 'Organization';
        readonly documents: {
          readonly nodes: ReadonlyArray<{
            readonly id: string;
            readonly name: string;
            readonly defaultLanguage: string;
            readonly status: ActivityStatus;
            readonly processing: ProcessingState;
            readonly progress: number;
            readonly failureReason: string | null;
            readonly pages: number;
            readonly unrecognizablePages: number;
            readonly coverUrl: string | null;
            readonly version: string;
          }>;
          readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
        };
      }
    | { readonly __typename: 'Picture' }
    | { readonly __typename: 'Property' }
    | { readonly __typename: 'Title' }
    | { readonly __typename: 'User' }
    | { readonly __typename: 'Zone' }
    | null;
};

export type ReadDocumentVariables = Exact<{
  id: string;
}>;

export type ReadDocument = {
  readonly document: {
    readonly id: string;
    readonly name: string;
    readonly defaultLanguage: string;
    readonly status: ActivityStatus;
    readonly processing: ProcessingState;
    readonly progress: number;
    readonly failureReason: string | null;
    readonly pages: number;
    readonly unrecognizablePages: number;
    readonly coverUrl: string | null;
    readonly version: string;
    readonly images: ReadonlyArray<{
      readonly id: string;
      readonly name: string;
      readonly order: number;
      readonly status: ActivityStatus;
      readonly smallThumbnailUrl: string | null;
      readonly pictureUrl: string | null;
      readonly widthPx: number;
      readonly heightPx: number;
    }>;
  };
};

export type CreateFolderVariables = Exact<{
  parentId: string;
  name: string;
}>;

export type CreateFolder = {
  readonly createFolder:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'Folder'; readonly id: string; readonly name: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type CreateDocumentVariables = Exact<{
  input: CreateDocumentInput;
}>;

export type CreateDocument = {
  readonly createDocument:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'Document';
        readonly id: string;
        readonly name: string;
        readonly defaultLanguage: string;
        readonly status: ActivityStatus;
        readonly processing: ProcessingState;
        readonly progress: number;
        readonly failureReason: string | null;
        readonly pages: number;
        readonly unrecognizablePages: number;
        readonly coverUrl: string | null;
        readonly version: string;
      }
    | { readonly __typename: 'MediaProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type UpdateDocumentVariables = Exact<{
  id: string;
  patch: DocumentPatch;
  ifVersion?: string | null | undefined;
}>;

export type UpdateDocument = {
  readonly updateDocument:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'ChangedProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'CreditProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'Document';
        readonly id: string;
        readonly name: string;
        readonly defaultLanguage: string;
        readonly status: ActivityStatus;
        readonly processing: ProcessingState;
        readonly progress: number;
        readonly failureReason: string | null;
        readonly pages: number;
        readonly unrecognizablePages: number;
        readonly coverUrl: string | null;
        readonly version: string;
      }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type DeleteDocumentVariables = Exact<{
  id: string;
}>;

export type DeleteDocument = {
  readonly deleteDocument:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'ChangedProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'Deleted'; readonly id: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string };
};

export type FollowDocumentVariables = Exact<{
  id: string;
}>;

export type FollowDocument = {
  readonly documentProgress: {
    readonly id: string;
    readonly name: string;
    readonly defaultLanguage: string;
    readonly status: ActivityStatus;
    readonly processing: ProcessingState;
    readonly progress: number;
    readonly failureReason: string | null;
    readonly pages: number;
    readonly unrecognizablePages: number;
    readonly coverUrl: string | null;
    readonly version: string;
    readonly images: ReadonlyArray<{
      readonly id: string;
      readonly name: string;
      readonly order: number;
      readonly smallThumbnailUrl: string | null;
    }>;
  };
};

type ProblemFields_AccessProblem = { readonly code: string; readonly message: string };

type ProblemFields_BusyProblem = { readonly code: string; readonly message: string };

type ProblemFields_ChangedProblem = { readonly code: string; readonly message: string };

type ProblemFields_CreditProblem = { readonly code: string; readonly message: string };

type ProblemFields_MediaProblem = { readonly code: string; readonly message: string };

type ProblemFields_NotFoundProblem = { readonly code: string; readonly message: string };

type ProblemFields_ValidationProblem = {
  readonly code: string;
  readonly message: string;
  readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
};

export type ProblemFields =
  | ProblemFields_AccessProblem
  | ProblemFields_BusyProblem
  | ProblemFields_ChangedProblem
  | ProblemFields_CreditProblem
  | ProblemFields_MediaProblem
  | ProblemFields_NotFoundProblem
  | ProblemFields_ValidationProblem;

export type RecognizeVariables = Exact<{
  photo: Blob;
  languageCode: string;
  sessionId?: string | null | undefined;
}>;

export type Recognize = {
  readonly recognize:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'EnrichedImage';
        readonly id: string;
        readonly documentId: string | null;
        readonly title: string | null;
        readonly languageCode: string | null;
        readonly score: number;
        readonly sessionId: string;
        readonly data: string;
        readonly photoShare: number | null;
        readonly outline: ReadonlyArray<{ readonly x: number; readonly y: number }>;
        readonly actions: ReadonlyArray<{
          readonly id: string;
          readonly name: string;
          readonly type: ActionType;
          readonly iconUrl: string | null;
          readonly style: string | null;
          readonly target:
            | {
                readonly __typename: 'ContactTarget';
                readonly firstName: string | null;
                readonly lastName: string | null;
                readonly organization: string | null;
                readonly vCard: string;
              }
            | {
                readonly __typename: 'EventTarget';
                readonly summary: string | null;
                readonly start: string | null;
                readonly end: string | null;
                readonly iCalendar: string;
              }
            | { readonly __typename: 'LegacyTarget'; readonly json: unknown; readonly source: string }
            | {
                readonly __typename: 'MailTarget';
                readonly address: string;
                readonly subject: string | null;
                readonly body: string | null;
              }
            | {
                readonly __typename: 'MapTarget';
                readonly latitude: number | null;
                readonly longitude: number | null;
                readonly searchAddress: string | null;
              }
            | { readonly __typename: 'PhoneTarget'; readonly number: string }
            | { readonly __typename: 'ShareTarget'; readonly url: string; readonly text: string | null }
            | { readonly __typename: 'SmsTarget'; readonly number: string; readonly body: string | null }
            | {
                readonly __typename: 'UrlTarget';
                readonly url: string;
                readonly isEmbeddedWebView: boolean | null;
              };
        }>;
      }
    | { readonly __typename: 'MediaProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      }
    | null;
};

export type RecordClickVariables = Exact<{
  actionId: string;
  sessionId?: string | null | undefined;
}>;

export type RecordClick = {
  readonly recordClick:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'RecordedClick'; readonly actionId: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type LogInVariables = Exact<{
  userName: string;
  password: string;
  apiKey?: string | null | undefined;
}>;

export type LogIn = {
  readonly login:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'Session';
        readonly accessToken: string;
        readonly expiresAt: string;
        readonly organizationId: string;
      };
};

export type WhoAmIVariables = Exact<{ [key: string]: never }>;

export type WhoAmI = {
  readonly me: {
    readonly id: string;
    readonly userName: string;
    readonly mail: string;
    readonly roles: ReadonlyArray<RoleName>;
    readonly organization: { readonly id: string; readonly name: string };
  };
};

type TargetFields_ContactTarget = {
  readonly __typename: 'ContactTarget';
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly organization: string | null;
  readonly vCard: string;
};

type TargetFields_EventTarget = {
  readonly __typename: 'EventTarget';
  readonly summary: string | null;
  readonly start: string | null;
  readonly end: string | null;
  readonly iCalendar: string;
};

type TargetFields_LegacyTarget = {
  readonly __typename: 'LegacyTarget';
  readonly json: unknown;
  readonly source: string;
};

type TargetFields_MailTarget = {
  readonly __typename: 'MailTarget';
  readonly address: string;
  readonly subject: string | null;
  readonly body: string | null;
};

type TargetFields_MapTarget = {
  readonly __typename: 'MapTarget';
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly searchAddress: string | null;
};

type TargetFields_PhoneTarget = { readonly __typename: 'PhoneTarget'; readonly number: string };

type TargetFields_ShareTarget = {
  readonly __typename: 'ShareTarget';
  readonly url: string;
  readonly text: string | null;
};

type TargetFields_SmsTarget = {
  readonly __typename: 'SmsTarget';
  readonly number: string;
  readonly body: string | null;
};

type TargetFields_UrlTarget = {
  readonly __typename: 'UrlTarget';
  readonly url: string;
  readonly isEmbeddedWebView: boolean | null;
};

export type TargetFields =
  | TargetFields_ContactTarget
  | TargetFields_EventTarget
  | TargetFields_LegacyTarget
  | TargetFields_MailTarget
  | TargetFields_MapTarget
  | TargetFields_PhoneTarget
  | TargetFields_ShareTarget
  | TargetFields_SmsTarget
  | TargetFields_UrlTarget;

export const setTitle = /* @__PURE__ */ typedDocument<SetTitle, SetTitleVariables>(
  'mutation SetTitle($input:SetTitleInput!){setTitle(input:$input){__typename ...on Title{languageCode value}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const createAction = /* @__PURE__ */ typedDocument<CreateAction, CreateActionVariables>(
  'mutation CreateAction($input:CreateActionInput!){createAction(input:$input){__typename ...on Action{id name type target{...TargetFields}isValid}...ProblemFields}} fragment TargetFields on ActionTarget{__typename ...on UrlTarget{url isEmbeddedWebView}...on MailTarget{address subject body}...on PhoneTarget{number}...on SmsTarget{number body}...on MapTarget{latitude longitude searchAddress}...on ShareTarget{url text}...on ContactTarget{firstName lastName organization vCard}...on EventTarget{summary start end iCalendar}...on LegacyTarget{json source}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const createZone = /* @__PURE__ */ typedDocument<CreateZone, CreateZoneVariables>(
  'mutation CreateZone($input:CreateZoneInput!){createZone(input:$input){__typename ...on Zone{id name}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const createWebhook = /* @__PURE__ */ typedDocument<CreateWebhook, CreateWebhookVariables>(
  'mutation CreateWebhook($input:CreateWebhookInput!){createWebhook(input:$input){__typename ...on Webhook{id url events secret}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const listDocuments = /* @__PURE__ */ typedDocument<ListDocuments, ListDocumentsVariables>(
  'query ListDocuments($parentId:ID!$first:Int$after:String){node(id:$parentId){__typename ...on Folder{documents(first:$first after:$after){nodes{...DocumentFields}pageInfo{endCursor hasNextPage}}}...on Organization{documents(first:$first after:$after){nodes{...DocumentFields}pageInfo{endCursor hasNextPage}}}}} fragment DocumentFields on Document{id name defaultLanguage status processing progress failureReason pages unrecognizablePages coverUrl version}',
);
export const readDocument = /* @__PURE__ */ typedDocument<ReadDocument, ReadDocumentVariables>(
  'query ReadDocument($id:ID!){document(id:$id){...DocumentFields images{id name order status smallThumbnailUrl pictureUrl widthPx heightPx}}} fragment DocumentFields on Document{id name defaultLanguage status processing progress failureReason pages unrecognizablePages coverUrl version}',
);
export const createFolder = /* @__PURE__ */ typedDocument<CreateFolder, CreateFolderVariables>(
  'mutation CreateFolder($parentId:ID!$name:String!){createFolder(input:{parentId:$parentId name:$name}){__typename ...on Folder{id name}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const createDocument = /* @__PURE__ */ typedDocument<CreateDocument, CreateDocumentVariables>(
  'mutation CreateDocument($input:CreateDocumentInput!){createDocument(input:$input){__typename ...on Document{...DocumentFields}...ProblemFields}} fragment DocumentFields on Document{id name defaultLanguage status processing progress failureReason pages unrecognizablePages coverUrl version} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const updateDocument = /* @__PURE__ */ typedDocument<UpdateDocument, UpdateDocumentVariables>(
  'mutation UpdateDocument($id:ID!$patch:DocumentPatch!$ifVersion:String){updateDocument(input:{id:$id patch:$patch ifVersion:$ifVersion}){__typename ...on Document{...DocumentFields}...ProblemFields}} fragment DocumentFields on Document{id name defaultLanguage status processing progress failureReason pages unrecognizablePages coverUrl version} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const deleteDocument = /* @__PURE__ */ typedDocument<DeleteDocument, DeleteDocumentVariables>(
  'mutation DeleteDocument($id:ID!){deleteDocument(input:{id:$id}){__typename ...on Deleted{id}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const followDocument = /* @__PURE__ */ typedDocument<FollowDocument, FollowDocumentVariables>(
  'subscription FollowDocument($id:ID!){documentProgress(id:$id){...DocumentFields images{id name order smallThumbnailUrl}}} fragment DocumentFields on Document{id name defaultLanguage status processing progress failureReason pages unrecognizablePages coverUrl version}',
);
export const recognize = /* @__PURE__ */ typedDocument<Recognize, RecognizeVariables>(
  'mutation Recognize($photo:Upload!$languageCode:Locale!$sessionId:String){recognize(input:{photo:$photo languageCode:$languageCode sessionId:$sessionId}){__typename ...on EnrichedImage{id documentId title languageCode score sessionId data outline{x y}photoShare actions{id name type target{...TargetFields}iconUrl style}}...ProblemFields}} fragment TargetFields on ActionTarget{__typename ...on UrlTarget{url isEmbeddedWebView}...on MailTarget{address subject body}...on PhoneTarget{number}...on SmsTarget{number body}...on MapTarget{latitude longitude searchAddress}...on ShareTarget{url text}...on ContactTarget{firstName lastName organization vCard}...on EventTarget{summary start end iCalendar}...on LegacyTarget{json source}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const recordClick = /* @__PURE__ */ typedDocument<RecordClick, RecordClickVariables>(
  'mutation RecordClick($actionId:ID!$sessionId:String){recordClick(input:{actionId:$actionId sessionId:$sessionId}){__typename ...on RecordedClick{actionId}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const logIn = /* @__PURE__ */ typedDocument<LogIn, LogInVariables>(
  'mutation LogIn($userName:String!$password:String!$apiKey:String){login(input:{userName:$userName password:$password apiKey:$apiKey}){__typename ...on Session{accessToken expiresAt organizationId}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const whoAmI = /* @__PURE__ */ typedDocument<WhoAmI, WhoAmIVariables>(
  'query WhoAmI{me{id userName mail roles organization{id name}}}',
);
