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
  'SecondFactorProblem',
  'ValidationProblem',
] as const;
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> =
  | T
  | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** An action and what to change of it. */
export type ActionChange = {
  /** Guid of the action. */
  readonly id: string;
  /** What to change. */
  readonly patch: ActionPatch;
};

/** What to change of an action. */
export type ActionPatch = {
  /** Icon shown with it; null removes it. */
  readonly iconId?: string | null | undefined;
  /** Language. */
  readonly languageCode?: string | null | undefined;
  /** Text shown to the reader. */
  readonly name?: string | null | undefined;
  /** Document, image or zone of the same organization to move it to. */
  readonly nodeId?: string | null | undefined;
  /** Sorting, second criterion; null empties it. */
  readonly order?: number | null | undefined;
  /** Sorting, first criterion; null empties it. */
  readonly priority?: number | null | undefined;
  /** Where some readers are led instead of its address: the first that fits. Those by platform stand before those by share; null, and none, remove them, left out they stay. */
  readonly rules?: ReadonlyArray<AddressRuleInput> | null | undefined;
  /** Free text read by the client; null leaves it to the defaults. */
  readonly style?: string | null | undefined;
  /** What it opens. */
  readonly target?: ActionTargetInput | null | undefined;
  /** When readers are shown it; null removes the window, left out it stays. */
  readonly timeWindow?: TimeWindowInput | null | undefined;
};

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

/** Input of `addDocumentLanguage`. */
export type AddDocumentLanguageInput = {
  /** Guid of the document. */
  readonly documentId: string;
  /** Language, for example fr-FR. */
  readonly languageCode: string;
};

/** Where some readers are led instead: exactly one of the members. */
export type AddressRuleInput =
  | {
      /** Readers of a platform. */
      readonly platform: PlatformRuleInput;
      readonly share?: never;
    }
  | { readonly platform?: never /** A share of the sessions. */; readonly share: ShareRuleInput };

/** Input of `applyChanges`. */
export type ApplyChangesInput = {
  /** At most 1,000. */
  readonly changes: ReadonlyArray<ChangeInput>;
};

/** Input of `changeDraft`. */
export type ChangeDraftInput = {
  /** Guid of the document. */
  readonly documentId: string;
  /** At most 1,000; a draft changes at most 1,000 titles, actions and zones. */
  readonly edits: ReadonlyArray<DraftEdit>;
};

/** One change: exactly one of the members. */
export type ChangeInput =
  | {
      /** As `createAction`. */
      readonly createAction: CreateActionInput;
      readonly deleteAction?: never;
      readonly move?: never;
      readonly rename?: never;
      readonly setStatus?: never;
      readonly setTitle?: never;
      readonly updateAction?: never;
      readonly updateTitle?: never;
    }
  | {
      readonly createAction?: never /** As `deleteAction`: Guid of the action. */;
      readonly deleteAction: string;
      readonly move?: never;
      readonly rename?: never;
      readonly setStatus?: never;
      readonly setTitle?: never;
      readonly updateAction?: never;
      readonly updateTitle?: never;
    }
  | {
      readonly createAction?: never;
      readonly deleteAction?: never /** Moves an element with everything below it. */;
      readonly move: MoveInput;
      readonly rename?: never;
      readonly setStatus?: never;
      readonly setTitle?: never;
      readonly updateAction?: never;
      readonly updateTitle?: never;
    }
  | {
      readonly createAction?: never;
      readonly deleteAction?: never;
      readonly move?: never /** Renames an element. */;
      readonly rename: RenameInput;
      readonly setStatus?: never;
      readonly setTitle?: never;
      readonly updateAction?: never;
      readonly updateTitle?: never;
    }
  | {
      readonly createAction?: never;
      readonly deleteAction?: never;
      readonly move?: never;
      readonly rename?: never /** Activates or deactivates a document or a page. */;
      readonly setStatus: StatusInput;
      readonly setTitle?: never;
      readonly updateAction?: never;
      readonly updateTitle?: never;
    }
  | {
      readonly createAction?: never;
      readonly deleteAction?: never;
      readonly move?: never;
      readonly rename?: never;
      readonly setStatus?: never /** As `setTitle` and `setDefaultTitle`. */;
      readonly setTitle: TitleInput;
      readonly updateAction?: never;
      readonly updateTitle?: never;
    }
  | {
      readonly createAction?: never;
      readonly deleteAction?: never;
      readonly move?: never;
      readonly rename?: never;
      readonly setStatus?: never;
      readonly setTitle?: never /** As `updateAction`. */;
      readonly updateAction: ActionChange;
      readonly updateTitle?: never;
    }
  | {
      readonly createAction?: never;
      readonly deleteAction?: never;
      readonly move?: never;
      readonly rename?: never;
      readonly setStatus?: never;
      readonly setTitle?: never;
      readonly updateAction?: never /** As `updateTitle`. */;
      readonly updateTitle: TitleChange;
    };

/** Input of `checkLinks`. */
export type CheckLinksInput = {
  /** Guid of the document. */
  readonly documentId: string;
};

/** Input of `compare`. */
export type CompareInput = {
  /** Also match both by a baseline. */
  readonly baseline?: ComparisonBaseline | null | undefined;
  /** The second picture. */
  readonly query: ComparedPictureInput;
  /** The first picture. */
  readonly reference: ComparedPictureInput;
  /** What counts as a difference. */
  readonly settings?: FineComparisonInput | null | undefined;
};

/** Input of `comparePdfs`. */
export type ComparePdfsInput = {
  /** All that differs unless given. */
  readonly compares?: ComparedMatter | null | undefined;
  /** With `sheet`: how many copies are to stand on all sheets, 1–500. */
  readonly copies?: number | null | undefined;
  /** Dots to the inch that pages are looked at with, 150–600; by need unless given. */
  readonly dpi?: number | null | undefined;
  /** Keeps the result, not the files, for a day, so that reports can be written of it and links made to it. Of an organization the last 30 are kept. */
  readonly keeps?: boolean | null | undefined;
  /** Of the report; English unless given. */
  readonly language?: ComparisonReportLanguage | null | undefined;
  /** Name of a profile, whose settings hold where nothing else is given: `print ready`, `text only`, `scan` or one of the organization. */
  readonly profile?: string | null | undefined;
  /** The PDF as it is now. */
  readonly query: Blob;
  /** The PDF as it was. */
  readonly reference: Blob;
  /** Also writes a report. */
  readonly report?: ComparisonReportFormat | null | undefined;
  /** What counts as a difference; `ignore` holds for every page. */
  readonly settings?: FineComparisonInput | null | undefined;
  /** Finds the trimmed pages of the first file on sheets of the second, where they stand many times, and compares each copy. `pages` lists copies then. */
  readonly sheet?: boolean | null | undefined;
  /** Places of single pages that are not compared, beside those of `settings`. */
  readonly zones?: ReadonlyArray<ComparedZoneInput> | null | undefined;
};

/** What is compared: all that differs, or the words alone. */
export type ComparedMatter = 'EVERYTHING' | 'TEXT';

/** What became of a page. */
export type ComparedPageStatus = 'CHANGED' | 'INSERTED' | 'REMOVED' | 'UNCHANGED';

/** A picture to compare: a page of yours, or a file that is not kept. */
export type ComparedPictureInput =
  | {
      /** JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP. */
      readonly file: Blob;
      readonly imageId?: never;
    }
  | { readonly file?: never /** Guid of a page. */; readonly imageId: string };

/** A place where two PDFs differ. */
export type ComparedPlaceInput = {
  /** Number of the difference on the page. */
  readonly number: number;
  /** Place of the page in the list `pages`, from 0. */
  readonly page: number;
};

/** A place of a page that is not compared, as fractions of its width and height. */
export type ComparedZoneInput = {
  /** Its height, 0–1. */
  readonly height: number;
  /** From the left edge, 0–1. */
  readonly left: number;
  /** Of the first file, from 1; every page unless given. */
  readonly page?: number | null | undefined;
  /** From the top edge, 0–1. */
  readonly top: number;
  /** Its width, 0–1. */
  readonly width: number;
};

/** A baseline to set beside the answer of recognition. */
export type ComparisonBaseline =
  /** OpenCV’s ORB and findHomography. */
  'ORB';

/** Kinds of reports: one HTML file that needs nothing else, a PDF, or JSON for programs. */
export type ComparisonReportFormat = 'HTML' | 'JSON' | 'PDF';

/** Languages that reports are written in. */
export type ComparisonReportLanguage = 'ENGLISH' | 'FRENCH' | 'GERMAN';

/** What the second picture of a comparison is: a file of the same print, a scan of it, or a photo. */
export type ComparisonSensitivity = 'PHOTO' | 'PROOF' | 'SCAN';

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
  /** Where some readers are led instead of its address: the first that fits. Those by platform stand before those by share; null, and none, remove them, left out they stay. */
  readonly rules?: ReadonlyArray<AddressRuleInput> | null | undefined;
  /** Free text read by the client. */
  readonly style?: string | null | undefined;
  /** What it opens. */
  readonly target: ActionTargetInput;
  /** When readers are shown it. */
  readonly timeWindow?: TimeWindowInput | null | undefined;
};

/** Input of `createComparisonLink`. */
export type CreateComparisonLinkInput = {
  /** Places to leave out; a page that has nothing else counts as unchanged. */
  readonly ignored?: ReadonlyArray<ComparedPlaceInput> | null | undefined;
  /** Guid of the kept comparison. */
  readonly keptId: string;
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

/** Input of `createFolder`. */
export type CreateFolderInput = {
  /** Name of the folder. */
  readonly name: string;
  /** The folder or organization it goes into. */
  readonly parentId: string;
};

/** Input of `createPack`. */
export type CreatePackInput = {
  /** Guid of an organization, folder or document. */
  readonly elementId: string;
  /** Of a page: 500, or 300 for a pack that is a third smaller and recognizes a little less; 500 when left out. */
  readonly keypoints?: number | null | undefined;
  /** Languages that readers are shown; those of each document when left out. */
  readonly languages?: ReadonlyArray<string> | null | undefined;
  /** 1–366; 30 when left out. */
  readonly validDays?: number | null | undefined;
  /** Whether it holds the icons of actions; not when left out. */
  readonly withIcons?: boolean | null | undefined;
  /** Whether it holds a small picture of each page and zone, of at most 24 KB; not when left out. */
  readonly withThumbnails?: boolean | null | undefined;
};

/** Input of `createPreviewLink`. */
export type CreatePreviewLinkInput = {
  /** Guid of the document. */
  readonly documentId: string;
  /** Whether those who have it may comment: up to twenty people, who give a name. */
  readonly mayComment?: boolean | null | undefined;
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
  /** Trigger a sole action at once. */
  readonly autoTrigger?: boolean | null | undefined;
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
  /** When readers are shown it. */
  readonly timeWindow?: TimeWindowInput | null | undefined;
  /** Width; the zone ends within the page. */
  readonly widthPercent: number;
};

/** Input of `deleteAction`. */
export type DeleteActionInput = {
  /** Guid of the action. */
  readonly id: string;
  /** The version that was read: the change is made only while it is in force; else the problem is CHANGED_MEANWHILE. */
  readonly ifVersion?: string | null | undefined;
};

/** Input of `deleteDocument`. */
export type DeleteDocumentInput = {
  /** Guid of the document. */
  readonly id: string;
  /** The version that was read: the change is made only while it is in force; else the problem is CHANGED_MEANWHILE. */
  readonly ifVersion?: string | null | undefined;
};

/** Input of `deleteFolder`. */
export type DeleteFolderInput = {
  /** Delete what is in it, too; otherwise one that holds something is refused. */
  readonly deleteChildren?: boolean | null | undefined;
  /** Guid of the folder. */
  readonly id: string;
  /** The version that was read: the change is made only while it is in force; else the problem is CHANGED_MEANWHILE. */
  readonly ifVersion?: string | null | undefined;
};

/** Input of `deleteWebhook`. */
export type DeleteWebhookInput = {
  /** Guid of the webhook. */
  readonly id: string;
};

/** Input of `deleteZone`. */
export type DeleteZoneInput = {
  /** Guid of the zone. */
  readonly id: string;
  /** The version that was read: the change is made only while it is in force; else the problem is CHANGED_MEANWHILE. */
  readonly ifVersion?: string | null | undefined;
};

/** How a place differs: the query has something more, something less, something else, elsewhere, or in another color. */
export type DifferenceKind = 'ADDED' | 'CHANGED' | 'MISSING' | 'MOVED' | 'RECOLORED';

/** Input of `discardDraft`. */
export type DiscardDraftInput = {
  /** Guid of the document. */
  readonly documentId: string;
  /** The version that was read: the change is made only while it is in force; else the problem is CHANGED_MEANWHILE. */
  readonly ifVersion?: string | null | undefined;
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
  /** When readers are shown it; null removes the window, left out it stays. */
  readonly timeWindow?: TimeWindowInput | null | undefined;
};

/** What a change of a draft is about. */
export type DraftChangeKind =
  /** An action. */
  | 'ACTION'
  /** A title. */
  | 'TITLE'
  /** A zone: its place, its name, or whether it is there at all. */
  | 'ZONE';

/** Why a change of a draft cannot simply be made. */
export type DraftConflictReason =
  /** The title, action or zone was changed outside of the draft since. */
  | 'CHANGED'
  /** Its page or zone is gone; the change can only be taken out of the draft. */
  | 'GONE';

/** One edit in a draft: `change`, `createZone`, `updateZone` or `deleteZone`. */
export type DraftEdit = {
  /** As in `applyChanges`: `setTitle`, `createAction`, `updateAction` or `deleteAction`. What else it may hold is not collected in a draft: NOT_IN_DRAFT. */
  readonly change?: ChangeInput | null | undefined;
  /** Adds a zone to a page. */
  readonly createZone?: NewDraftedZone | null | undefined;
  /** Deletes a zone, with its titles and actions where only the draft has it: its guid. */
  readonly deleteZone?: string | null | undefined;
  /** The version of the title, action or zone that was read in the draft: the edit is made only while it is in force; else the problem is CHANGED_MEANWHILE. */
  readonly ifVersion?: string | null | undefined;
  /** Changes a zone. */
  readonly updateZone?: DraftedZoneChange | null | undefined;
};

/** A zone and what a draft changes of it. */
export type DraftedZoneChange = {
  /** Guid of the zone. */
  readonly id: string;
  /** What to change. */
  readonly patch: DraftedZonePatch;
};

/** What a draft changes of a zone. */
export type DraftedZonePatch = {
  /** Trigger a sole action at once; null leaves it to the application. */
  readonly autoTrigger?: boolean | null | undefined;
  /** Height. */
  readonly heightPercent?: number | null | undefined;
  /** Name for the publisher. */
  readonly name?: string | null | undefined;
  /** Left edge, 0–100. */
  readonly positionXPercent?: number | null | undefined;
  /** Top edge, 0–100. */
  readonly positionYPercent?: number | null | undefined;
  /** When readers are shown it; null removes the window, left out it stays. */
  readonly timeWindow?: TimeWindowInput | null | undefined;
  /** Width. */
  readonly widthPercent?: number | null | undefined;
};

/** Input of `dropDraftChanges`. */
export type DropDraftChangesInput = {
  /** Guids of changes of the draft. */
  readonly changeIds: ReadonlyArray<string>;
  /** Guid of the document. */
  readonly documentId: string;
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

/** What counts as a difference. */
export type FineComparisonInput = {
  /** Places of the first picture that are not compared, at most 100. */
  readonly ignore?: ReadonlyArray<FractionBoxInput> | null | undefined;
  /** Mean color difference (CIE 1976) from which on a place is reported, 0–100. */
  readonly minDeltaE?: number | null | undefined;
  /** Longer side from which on a place is reported, in pixels of the first picture. */
  readonly minSize?: number | null | undefined;
  /** What the second picture is; unless set, how it lies says it. */
  readonly sensitivity?: ComparisonSensitivity | null | undefined;
};

/** What to change of a folder. */
export type FolderPatch = {
  /** Name of the folder. */
  readonly name?: string | null | undefined;
  /** Folder or organization to move it to. */
  readonly parentId?: string | null | undefined;
};

/** A place of a picture, as fractions of its width and height. */
export type FractionBoxInput = {
  /** Its height, 0–1. */
  readonly height: number;
  /** Its left edge, 0–1. */
  readonly left: number;
  /** Its upper edge, 0–1. */
  readonly top: number;
  /** Its width, 0–1. */
  readonly width: number;
};

/** Why a photo of an element is not answered. */
export type HiddenReason =
  | 'DOCUMENT_INACTIVE'
  | 'ELEMENT_INACTIVE'
  | 'NO_ACTION'
  | 'OUTSIDE_WINDOW'
  | 'PAGES_NOT_READY'
  | 'TOO_LITTLE_DETAIL'
  | 'ZONES_INSTEAD';

/** A part of a day. */
export type HoursOfDayInput = {
  /** When it begins, for example 07:00. */
  readonly from: string;
  /** When it ends, exclusive; 24:00 for the end of the day. Earlier than the begin goes on past midnight. */
  readonly until: string;
};

/** Input of `insertPages`. */
export type InsertPagesInput = {
  /** Guid of the document. */
  readonly documentId: string;
  /** The file: JPEG, PNG, GIF, TIFF, WebP, AVIF, BMP or PDF. */
  readonly file?: Blob | null | undefined;
  /** The version that was read: the change is made only while it is in force; else the problem is CHANGED_MEANWHILE. */
  readonly ifVersion?: string | null | undefined;
  /** Place of the first new page, from 1; behind the last one when left out. */
  readonly order?: number | null | undefined;
  /** ACTIVE, when left out, is found in an active document at once, which takes credits. */
  readonly status?: ActivityStatus | null | undefined;
  /** Instead of file: the last part of the address that POST /api/uploads (tus) returned. */
  readonly uploadId?: string | null | undefined;
};

/** Input of `keepDraftChange`. */
export type KeepDraftChangeInput = {
  /** Guid of the change. */
  readonly changeId: string;
  /** Version of the conflict that was seen. */
  readonly conflictVersion: string;
  /** Guid of the document. */
  readonly documentId: string;
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

/** ANSWERS: a page. GUARDED: somebody who does not answer servers. BROKEN: that there is no such page, or an error. SILENT: nobody, or not in time. PRIVATE: an address that only a private network has. NOT_ASKED: beyond the limits. */
export type LinkState = 'ANSWERS' | 'BROKEN' | 'GUARDED' | 'NOT_ASKED' | 'PRIVATE' | 'SILENT';

/** Input of `login`. */
export type LoginInput = {
  /** ApiKey of the organization, when there is no ApiKey header. */
  readonly apiKey?: string | null | undefined;
  /** The password. */
  readonly password: string;
  /** Name or mail address of the user. */
  readonly userName: string;
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

/** What the engine decides of a picture and a reference. */
export type MatchDecision =
  /** The same picture. */
  | 'CLONE'
  /** They have nothing in common. */
  | 'DIFFERENT'
  /** The reference is in it. */
  | 'MATCH'
  /** The reference would lie in it in a shape that no photo gives. */
  | 'REJECTED_BY_BOX'
  /** What they share does not lie as it would on one surface. */
  | 'REJECTED_BY_GEOMETRY'
  /** It looks like the reference, and shows something else. */
  | 'SIMILAR';

/** An element and where to move it. */
export type MoveInput = {
  /** Guid of the element. */
  readonly id: string;
  /** The organization or folder to move it to. */
  readonly parentId: string;
};

/** A zone that a draft adds. */
export type NewDraftedZone = {
  /** Trigger a sole action at once. */
  readonly autoTrigger?: boolean | null | undefined;
  /** Height; the zone ends within the page. */
  readonly heightPercent: number;
  /** Guid of a zone that was deleted in the draft, to have it back; made by the server when left out. */
  readonly id?: string | null | undefined;
  /** The page. */
  readonly imageId: string;
  /** Name for the publisher; “Zone 1” and so on when left out. */
  readonly name?: string | null | undefined;
  /** Left edge, 0–100. */
  readonly positionXPercent: number;
  /** Top edge, 0–100. */
  readonly positionYPercent: number;
  /** When readers are shown it. */
  readonly timeWindow?: TimeWindowInput | null | undefined;
  /** Width; the zone ends within the page. */
  readonly widthPercent: number;
};

/** Kinds of elements in the tree. */
export type NodeType = 'DOCUMENT' | 'FOLDER' | 'IMAGE' | 'ORGANIZATION' | 'ZONE';

/** What becomes of a page: Same and Moved keep their content, Changed is the same page with other content, New has no forerunner. */
export type PageFate = 'CHANGED' | 'MOVED' | 'NEW' | 'SAME';

/** Somebody to call. */
export type PhoneTargetInput = {
  /** Members that the type does not name; they are stored as they are. */
  readonly extras?: Readonly<Record<string, unknown>> | null | undefined;
  /** Telephone number. */
  readonly number: string;
};

/** Input of `planReplacement`. */
export type PlanReplacementInput = {
  /** The file: JPEG, PNG, GIF, TIFF, WebP, AVIF, BMP or PDF. */
  readonly file?: Blob | null | undefined;
  /** Guid of the document. */
  readonly id: string;
  /** Instead of the file: an upload that was finished before. It stays, so that it can be used afterwards. */
  readonly uploadId?: string | null | undefined;
  /** Draws the new pages small, too. */
  readonly withThumbnails?: boolean | null | undefined;
};

/** An address for readers of a platform. */
export type PlatformRuleInput = {
  /** The devices that it is for. */
  readonly platforms: ReadonlyArray<ReaderPlatform>;
  /** Where these readers are led. */
  readonly url: string;
};

/** How far the pages of a document are. */
export type ProcessingState = 'FAILED' | 'PENDING' | 'PROCESSING' | 'READY';

/** Input of `publishDraft`. */
export type PublishDraftInput = {
  /** Guid of the document. */
  readonly documentId: string;
  /** The version that was read: the change is made only while it is in force; else the problem is CHANGED_MEANWHILE. */
  readonly ifVersion?: string | null | undefined;
};

/** The system of a reader’s device. */
export type ReaderPlatform =
  /** Android. */
  | 'ANDROID'
  /** Windows, macOS, Linux or ChromeOS. */
  | 'DESKTOP'
  /** iPhone or iPad. */
  | 'IOS';

/** Input of `recognizeById`. */
export type RecognizeByIdInput = {
  /** The page or zone. */
  readonly id: string;
  /** The reader’s language; the document’s default when left out. */
  readonly languageCode?: string | null | undefined;
  /** Session of earlier calls; a new one is made when left out. */
  readonly sessionId?: string | null | undefined;
};

/** Input of `recognize`. */
export type RecognizeInput = {
  /** Instead of photo: the address of the picture, where the operator allows it. */
  readonly imageUrl?: string | null | undefined;
  /** The reader’s language, for example fr-FR. */
  readonly languageCode: string;
  /** JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP. */
  readonly photo?: Blob | null | undefined;
  /** Session of earlier calls; a new one is made when left out. */
  readonly sessionId?: string | null | undefined;
};

/** Input of `recordClick`. */
export type RecordClickInput = {
  /** The action. */
  readonly actionId: string;
  /** Session of the recognition. Without it, or with an unknown one, the click is joined to the last recognition that offered the action to this device, or counts for itself. */
  readonly sessionId?: string | null | undefined;
};

/** How often an event comes again. */
export type RecurrenceFrequency =
  | 'DAILY'
  | 'HOURLY'
  | 'MINUTELY'
  | 'MONTHLY'
  | 'SECONDLY'
  | 'WEEKLY'
  | 'YEARLY';

/** Input of `redeliverWebhook`. */
export type RedeliverWebhookInput = {
  /** Guid of the delivery. */
  readonly deliveryId: string;
};

/** Input of `remakePack`. */
export type RemakePackInput = {
  /** Guid of the pack. */
  readonly id: string;
};

/** Input of `removeDocumentLanguage`. */
export type RemoveDocumentLanguageInput = {
  /** Guid of the document. */
  readonly documentId: string;
  /** Language, for example fr-FR. */
  readonly languageCode: string;
};

/** An element and its name. */
export type RenameInput = {
  /** Guid of the element. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
};

/** Input of `replaceDocumentFile`. */
export type ReplaceDocumentFileInput = {
  /** The file: JPEG, PNG, GIF, TIFF, WebP, AVIF, BMP or PDF. */
  readonly file?: Blob | null | undefined;
  /** Guid of the document. */
  readonly id: string;
  /** The version that was read: the change is made only while it is in force; else the problem is CHANGED_MEANWHILE. */
  readonly ifVersion?: string | null | undefined;
  /** For each page of the file the page that it continues, null for a new one; compared by content when left out. */
  readonly pages?: ReadonlyArray<string | null | undefined> | null | undefined;
  /** Instead of file: the last part of the address that POST /api/uploads (tus) returned. */
  readonly uploadId?: string | null | undefined;
  /** Answer only when the pages are ready. */
  readonly waitForImages?: boolean | null | undefined;
};

/** Input of `replayWebhook`. */
export type ReplayWebhookInput = {
  /** The time. */
  readonly from: string;
  /** Guid of the webhook. */
  readonly id: string;
};

/** Input of `restoreFromTrash`. */
export type RestoreFromTrashInput = {
  /** Guid of the element. */
  readonly id: string;
  /** Restores documents as inactive ones, which takes no credits. */
  readonly isInactive?: boolean | null | undefined;
  /** Where a folder or document goes; to where it was when left out. */
  readonly parentId?: string | null | undefined;
};

/** Input of `retryDocument`. */
export type RetryDocumentInput = {
  /** Guid of the document. */
  readonly id: string;
};

/** Input of `revokePack`. */
export type RevokePackInput = {
  /** Guid of the pack. */
  readonly id: string;
};

/** Input of `revokePreviewLink`. */
export type RevokePreviewLinkInput = {
  /** Guid of the link. */
  readonly id: string;
};

/** Roles of users. A user may hold several, and roles that the organization made (`MadeRole`). */
export type RoleName = 'ADMINISTRATOR' | 'EDITOR' | 'VIEWER';

/** Where a text was found: in the name of an element, in a title, in the name of an action, in what an action opens, or in the words of a page. */
export type SearchField = 'ACTION_NAME' | 'ACTION_TARGET' | 'NAME' | 'PAGE_TEXT' | 'TITLE';

/** Kinds of steps on the way to what was found. */
export type SearchStepType = 'DOCUMENT' | 'FOLDER' | 'IMAGE' | 'ORGANIZATION' | 'USER' | 'ZONE';

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
  /** When readers are shown it; null removes the window, left out it stays. */
  readonly timeWindow?: TimeWindowInput | null | undefined;
  /** The name; may be empty. */
  readonly value: string;
};

/** An address for a share of the sessions. */
export type ShareRuleInput = {
  /** Of the sessions that no rule by platform fits, from 1 to 99. */
  readonly percent: number;
  /** Where these readers are led. */
  readonly url: string;
  /** The name that its readers are counted by; A is the action’s own address. The next letter when left out. */
  readonly variant?: string | null | undefined;
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

/** Input of `startDraft`. */
export type StartDraftInput = {
  /** Guid of the document. */
  readonly documentId: string;
};

/** What statistics can be counted by. */
export type StatisticsDimension =
  | 'ACTION'
  | 'DAY'
  | 'DEVICE'
  | 'DOCUMENT'
  | 'FOLDER'
  | 'HOUR'
  | 'LANGUAGE'
  | 'PAGE'
  | 'SDK'
  | 'ZONE';

/** A document or page and its status. */
export type StatusInput = {
  /** Guid of the document or page. */
  readonly id: string;
  /** Its status. */
  readonly status: ActivityStatus;
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

/** When readers are shown something, by the clocks of its organization. Without a member: always. */
export type TimeWindowInput = {
  /** On these days of the week; on every day where there is none. */
  readonly days?: ReadonlyArray<Weekday> | null | undefined;
  /** From this time, for example 2026-12-01T00:00, without a zone; null where it is open. */
  readonly from?: string | null | undefined;
  /** At these hours; the whole day where there is none. */
  readonly hours?: ReadonlyArray<HoursOfDayInput> | null | undefined;
  /** Until this time, exclusive; null where it is open. A day alone belongs to the window whole. */
  readonly until?: string | null | undefined;
};

/** A title and what to change of it. */
export type TitleChange = {
  /** Language, for example fr-FR. */
  readonly languageCode: string;
  /** The element that is named. */
  readonly nodeId: string;
  /** What to change. */
  readonly patch: TitlePatch;
};

/** A title to set. */
export type TitleInput = {
  /** Language, for example fr-FR. */
  readonly languageCode: string;
  /** The element that is named. */
  readonly nodeId: string;
  /** Free text read by the client; leave out to keep what is there. */
  readonly style?: string | null | undefined;
  /** When readers are shown it; null removes the window, left out it stays. */
  readonly timeWindow?: TimeWindowInput | null | undefined;
  /** The name; may be empty. */
  readonly value: string;
};

/** What to change of a title. */
export type TitlePatch = {
  /** Free text read by the client; null leaves it to the defaults. */
  readonly style?: string | null | undefined;
  /** When readers are shown it; null removes the window, left out it stays. */
  readonly timeWindow?: TimeWindowInput | null | undefined;
  /** The name; may be empty, then it inherits. */
  readonly value?: string | null | undefined;
};

/** Kinds of elements that can lie in the trash. */
export type TrashType = 'DOCUMENT' | 'FOLDER' | 'IMAGE' | 'PICTURE' | 'ZONE';

/** What came of a candidate. */
export type TrialOutcome =
  /** A reader gets it. */
  | 'ANSWERED'
  /** Recognized; another one suits the photo better. */
  | 'NOT_THE_MEANT_ONE'
  /** Recognized; it offers nothing. */
  | 'NO_ACTION'
  /** Recognized; its time window is closed now. */
  | 'OUTSIDE_WINDOW'
  /** Not recognized; `match.decision` says which test it failed. */
  | 'REFUSED';

/** Input of `tryRecognition`. */
export type TryRecognitionInput = {
  /** Instead of photo: the address of the picture, where the operator allows it. */
  readonly imageUrl?: string | null | undefined;
  /** The reader’s language, for example fr-FR. */
  readonly languageCode?: string | null | undefined;
  /** Whose ApiKey the reader would have. */
  readonly organizationId: string;
  /** JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP. */
  readonly photo?: Blob | null | undefined;
};

/** Input of `undoTextChange`. */
export type UndoTextChangeInput = {
  /** The `undoId` of the change. */
  readonly id: string;
};

/** Input of `updateAction`. */
export type UpdateActionInput = {
  /** Guid of the action. */
  readonly id: string;
  /** The version that was read: the change is made only while it is in force; else the problem is CHANGED_MEANWHILE. */
  readonly ifVersion?: string | null | undefined;
  /** What to change. */
  readonly patch: ActionPatch;
};

/** Input of `updateDocument`. */
export type UpdateDocumentInput = {
  /** Guid of the document. */
  readonly id: string;
  /** The version that was read: the change is made only while it is in force; else the problem is CHANGED_MEANWHILE. */
  readonly ifVersion?: string | null | undefined;
  /** What to change. */
  readonly patch: DocumentPatch;
};

/** Input of `updateFolder`. */
export type UpdateFolderInput = {
  /** Guid of the folder. */
  readonly id: string;
  /** The version that was read: the change is made only while it is in force; else the problem is CHANGED_MEANWHILE. */
  readonly ifVersion?: string | null | undefined;
  /** What to change. */
  readonly patch: FolderPatch;
};

/** Input of `updateWebhook`. */
export type UpdateWebhookInput = {
  /** Guid of the webhook. */
  readonly id: string;
  /** What to change. */
  readonly patch: WebhookPatch;
};

/** Input of `updateZone`. */
export type UpdateZoneInput = {
  /** Guid of the zone. */
  readonly id: string;
  /** The version that was read: the change is made only while it is in force; else the problem is CHANGED_MEANWHILE. */
  readonly ifVersion?: string | null | undefined;
  /** What to change. */
  readonly patch: ZonePatch;
};

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

/** How far a delivery is. */
export type WebhookDeliveryState = 'DELIVERED' | 'FAILED' | 'WAITING';

/** Events that a webhook can receive. */
export type WebhookEvent =
  | 'CONFLICT_FOUND'
  | 'CREDIT_LOW'
  | 'DOCUMENT_FAILED'
  | 'DOCUMENT_READY'
  | 'IMPORT_DONE'
  | 'READERS_RECORDED';

/** What to change of a webhook. */
export type WebhookPatch = {
  /** The events that it receives. */
  readonly events?: ReadonlyArray<WebhookEvent> | null | undefined;
  /** Whether events are sent. */
  readonly isActive?: boolean | null | undefined;
  /** Where events are posted to. */
  readonly url?: string | null | undefined;
};

/** A day of the week. */
export type Weekday = 'FRIDAY' | 'MONDAY' | 'SATURDAY' | 'SUNDAY' | 'THURSDAY' | 'TUESDAY' | 'WEDNESDAY';

/** Input of `writeComparisonReport`. */
export type WriteComparisonReportInput = {
  /** Kind of the report. */
  readonly format: ComparisonReportFormat;
  /** Places to leave out; a page that has nothing else counts as unchanged. */
  readonly ignored?: ReadonlyArray<ComparedPlaceInput> | null | undefined;
  /** Guid of the kept comparison. */
  readonly keptId: string;
  /** English unless given. */
  readonly language?: ComparisonReportLanguage | null | undefined;
};

/** What to change of a zone. */
export type ZonePatch = {
  /** Default style of its actions; null removes it. */
  readonly actionStyle?: string | null | undefined;
  /** Trigger a sole action at once; null leaves it to the application. */
  readonly autoTrigger?: boolean | null | undefined;
  /** Height. */
  readonly heightPercent?: number | null | undefined;
  /** Name for the publisher. */
  readonly name?: string | null | undefined;
  /** Place among the zones of its page, from 1. */
  readonly order?: number | null | undefined;
  /** Left edge, 0–100. */
  readonly positionXPercent?: number | null | undefined;
  /** Top edge, 0–100. */
  readonly positionYPercent?: number | null | undefined;
  /** When readers are shown it; null removes the window, left out it stays. */
  readonly timeWindow?: TimeWindowInput | null | undefined;
  /** Default style of its titles; null removes it. */
  readonly titleStyle?: string | null | undefined;
  /** Width. */
  readonly widthPercent?: number | null | undefined;
};

export type ReadContentVariables = Exact<{
  id: string;
}>;

export type ReadContent = {
  readonly node:
    | { readonly __typename: 'Action' }
    | { readonly __typename: 'Click' }
    | {
        readonly __typename: 'Document';
        readonly id: string;
        readonly titles: ReadonlyArray<{
          readonly languageCode: string;
          readonly value: string;
          readonly style: string | null;
          readonly version: string;
        }>;
        readonly actions: ReadonlyArray<{
          readonly id: string;
          readonly nodeId: string;
          readonly languageCode: string;
          readonly name: string;
          readonly type: ActionType;
          readonly iconId: string | null;
          readonly style: string | null;
          readonly order: number | null;
          readonly isValid: boolean;
          readonly version: string;
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
    | { readonly __typename: 'Folder' }
    | { readonly __typename: 'Icon' }
    | {
        readonly __typename: 'Image';
        readonly id: string;
        readonly titles: ReadonlyArray<{
          readonly languageCode: string;
          readonly value: string;
          readonly style: string | null;
          readonly version: string;
        }>;
        readonly actions: ReadonlyArray<{
          readonly id: string;
          readonly nodeId: string;
          readonly languageCode: string;
          readonly name: string;
          readonly type: ActionType;
          readonly iconId: string | null;
          readonly style: string | null;
          readonly order: number | null;
          readonly isValid: boolean;
          readonly version: string;
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
    | { readonly __typename: 'Match' }
    | { readonly __typename: 'Operation' }
    | { readonly __typename: 'Organization' }
    | { readonly __typename: 'Picture' }
    | { readonly __typename: 'Property' }
    | { readonly __typename: 'Title' }
    | { readonly __typename: 'User' }
    | {
        readonly __typename: 'Zone';
        readonly id: string;
        readonly titles: ReadonlyArray<{
          readonly languageCode: string;
          readonly value: string;
          readonly style: string | null;
          readonly version: string;
        }>;
        readonly actions: ReadonlyArray<{
          readonly id: string;
          readonly nodeId: string;
          readonly languageCode: string;
          readonly name: string;
          readonly type: ActionType;
          readonly iconId: string | null;
          readonly style: string | null;
          readonly order: number | null;
          readonly isValid: boolean;
          readonly version: string;
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
    | null;
};

export type ActionFields = {
  readonly id: string;
  readonly nodeId: string;
  readonly languageCode: string;
  readonly name: string;
  readonly type: ActionType;
  readonly iconId: string | null;
  readonly style: string | null;
  readonly order: number | null;
  readonly isValid: boolean;
  readonly version: string;
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
    | { readonly __typename: 'UrlTarget'; readonly url: string; readonly isEmbeddedWebView: boolean | null };
};

export type SetTitleVariables = Exact<{
  input: SetTitleInput;
}>;

export type SetTitle = {
  readonly setTitle:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'ChangedProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'Title';
        readonly languageCode: string;
        readonly value: string;
        readonly version: string;
      }
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
        readonly nodeId: string;
        readonly languageCode: string;
        readonly name: string;
        readonly type: ActionType;
        readonly iconId: string | null;
        readonly style: string | null;
        readonly order: number | null;
        readonly isValid: boolean;
        readonly version: string;
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

export type UpdateActionVariables = Exact<{
  input: UpdateActionInput;
}>;

export type UpdateAction = {
  readonly updateAction:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'Action';
        readonly id: string;
        readonly nodeId: string;
        readonly languageCode: string;
        readonly name: string;
        readonly type: ActionType;
        readonly iconId: string | null;
        readonly style: string | null;
        readonly order: number | null;
        readonly isValid: boolean;
        readonly version: string;
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
    | { readonly __typename: 'ChangedProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type DeleteActionVariables = Exact<{
  input: DeleteActionInput;
}>;

export type DeleteAction = {
  readonly deleteAction:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'ChangedProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'Deleted'; readonly id: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string };
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
    | { readonly __typename: 'Zone'; readonly id: string; readonly name: string; readonly version: string };
};

export type UpdateZoneVariables = Exact<{
  input: UpdateZoneInput;
}>;

export type UpdateZone = {
  readonly updateZone:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'ChangedProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'CreditProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      }
    | { readonly __typename: 'Zone'; readonly id: string; readonly name: string; readonly version: string };
};

export type DeleteZoneVariables = Exact<{
  input: DeleteZoneInput;
}>;

export type DeleteZone = {
  readonly deleteZone:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'ChangedProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'CreditProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'Deleted'; readonly id: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string };
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
  input: UpdateDocumentInput;
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

export type ReplaceDocumentFileVariables = Exact<{
  input: ReplaceDocumentFileInput;
}>;

export type ReplaceDocumentFile = {
  readonly replaceDocumentFile:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'ChangedProblem'; readonly code: string; readonly message: string }
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

export type PlanReplacementVariables = Exact<{
  input: PlanReplacementInput;
}>;

export type PlanReplacement = {
  readonly planReplacement:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'MediaProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ReplacementPlan';
        readonly pages: ReadonlyArray<{
          readonly order: number;
          readonly fate: PageFate;
          readonly image: { readonly id: string; readonly name: string } | null;
        }>;
        readonly gone: ReadonlyArray<{ readonly id: string; readonly name: string }>;
      }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type InsertPagesVariables = Exact<{
  input: InsertPagesInput;
}>;

export type InsertPages = {
  readonly insertPages:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'ChangedProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'CreditProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'InsertedPages';
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
        };
        readonly pages: ReadonlyArray<{ readonly id: string; readonly name: string; readonly order: number }>;
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

export type RetryDocumentVariables = Exact<{
  input: RetryDocumentInput;
}>;

export type RetryDocument = {
  readonly retryDocument:
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
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type AddDocumentLanguageVariables = Exact<{
  input: AddDocumentLanguageInput;
}>;

export type AddDocumentLanguage = {
  readonly addDocumentLanguage:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'Document'; readonly id: string; readonly languages: ReadonlyArray<string> }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type RemoveDocumentLanguageVariables = Exact<{
  input: RemoveDocumentLanguageInput;
}>;

export type RemoveDocumentLanguage = {
  readonly removeDocumentLanguage:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'Document'; readonly id: string; readonly languages: ReadonlyArray<string> }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type DeleteDocumentVariables = Exact<{
  input: DeleteDocumentInput;
}>;

export type DeleteDocument = {
  readonly deleteDocument:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'ChangedProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'Deleted'; readonly id: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string };
};

export type RestoreFromTrashVariables = Exact<{
  input: RestoreFromTrashInput;
}>;

export type RestoreFromTrash = {
  readonly restoreFromTrash:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'CreditProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'RestoredElement';
        readonly elementId: string;
        readonly name: string;
        readonly parentId: string | null;
        readonly type: TrashType;
      }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
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

export type DraftFields = {
  readonly id: string;
  readonly documentId: string;
  readonly version: string;
  readonly changeCount: number;
  readonly user: string;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type ReadDraftVariables = Exact<{
  documentId: string;
}>;

export type ReadDraft = {
  readonly document: {
    readonly id: string;
    readonly draft: {
      readonly id: string;
      readonly documentId: string;
      readonly version: string;
      readonly changeCount: number;
      readonly user: string;
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly changes: ReadonlyArray<{
        readonly id: string;
        readonly kind: DraftChangeKind;
        readonly languageCode: string | null;
        readonly actionName: string | null;
        readonly conflict: { readonly reason: DraftConflictReason; readonly version: string } | null;
      }>;
    } | null;
  };
};

export type StartDraftVariables = Exact<{
  input: StartDraftInput;
}>;

export type StartDraft = {
  readonly startDraft:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'Draft';
        readonly id: string;
        readonly documentId: string;
        readonly version: string;
        readonly changeCount: number;
        readonly user: string;
        readonly createdAt: string;
        readonly updatedAt: string;
      }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string };
};

export type ChangeDraftVariables = Exact<{
  input: ChangeDraftInput;
}>;

export type ChangeDraft = {
  readonly changeDraft:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'ChangedProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'EditedDraft';
        readonly draft: {
          readonly id: string;
          readonly documentId: string;
          readonly version: string;
          readonly changeCount: number;
          readonly user: string;
          readonly createdAt: string;
          readonly updatedAt: string;
        };
        readonly edited: ReadonlyArray<{ readonly id: string; readonly version: string | null }>;
      }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type DropDraftChangesVariables = Exact<{
  input: DropDraftChangesInput;
}>;

export type DropDraftChanges = {
  readonly dropDraftChanges:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'Draft';
        readonly id: string;
        readonly documentId: string;
        readonly version: string;
        readonly changeCount: number;
        readonly user: string;
        readonly createdAt: string;
        readonly updatedAt: string;
      }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type KeepDraftChangeVariables = Exact<{
  input: KeepDraftChangeInput;
}>;

export type KeepDraftChange = {
  readonly keepDraftChange:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'ChangedProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'Draft';
        readonly id: string;
        readonly documentId: string;
        readonly version: string;
        readonly changeCount: number;
        readonly user: string;
        readonly createdAt: string;
        readonly updatedAt: string;
      }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type PublishDraftVariables = Exact<{
  input: PublishDraftInput;
}>;

export type PublishDraft = {
  readonly publishDraft:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'ChangedProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'CreditProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'PublishedDraft'; readonly changed: number; readonly undoId: string | null }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type UndoTextChangeVariables = Exact<{
  input: UndoTextChangeInput;
}>;

export type UndoTextChange = {
  readonly undoTextChange:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'ChangedProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'CreditProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'Done'; readonly isDone: boolean }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string };
};

export type DiscardDraftVariables = Exact<{
  input: DiscardDraftInput;
}>;

export type DiscardDraft = {
  readonly discardDraft:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'ChangedProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'Deleted'; readonly id: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string };
};

export type PackFields = {
  readonly id: string;
  readonly elementId: string;
  readonly languages: ReadonlyArray<string>;
  readonly validDays: number;
  readonly version: number;
  readonly pageCount: number;
  readonly sizeBytes: number;
  readonly expiresAt: string | null;
  readonly isBeingMade: boolean;
  readonly progress: number;
  readonly failureReason: string | null;
  readonly publicKey: string;
};

export type ReadPackVariables = Exact<{
  id: string;
  key: string;
}>;

export type ReadPack = {
  readonly pack: {
    readonly url: string | null;
    readonly scanUrl: string;
    readonly id: string;
    readonly elementId: string;
    readonly languages: ReadonlyArray<string>;
    readonly validDays: number;
    readonly version: number;
    readonly pageCount: number;
    readonly sizeBytes: number;
    readonly expiresAt: string | null;
    readonly isBeingMade: boolean;
    readonly progress: number;
    readonly failureReason: string | null;
    readonly publicKey: string;
  };
};

export type CreatePackVariables = Exact<{
  input: CreatePackInput;
}>;

export type CreatePack = {
  readonly createPack:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'Pack';
        readonly id: string;
        readonly elementId: string;
        readonly languages: ReadonlyArray<string>;
        readonly validDays: number;
        readonly version: number;
        readonly pageCount: number;
        readonly sizeBytes: number;
        readonly expiresAt: string | null;
        readonly isBeingMade: boolean;
        readonly progress: number;
        readonly failureReason: string | null;
        readonly publicKey: string;
      }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type RemakePackVariables = Exact<{
  input: RemakePackInput;
}>;

export type RemakePack = {
  readonly remakePack:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'Pack';
        readonly id: string;
        readonly elementId: string;
        readonly languages: ReadonlyArray<string>;
        readonly validDays: number;
        readonly version: number;
        readonly pageCount: number;
        readonly sizeBytes: number;
        readonly expiresAt: string | null;
        readonly isBeingMade: boolean;
        readonly progress: number;
        readonly failureReason: string | null;
        readonly publicKey: string;
      };
};

export type RevokePackVariables = Exact<{
  input: RevokePackInput;
}>;

export type RevokePack = {
  readonly revokePack:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'Deleted'; readonly id: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string };
};

type ProblemFields_AccessProblem = { readonly code: string; readonly message: string };

type ProblemFields_BusyProblem = { readonly code: string; readonly message: string };

type ProblemFields_ChangedProblem = { readonly code: string; readonly message: string };

type ProblemFields_CreditProblem = { readonly code: string; readonly message: string };

type ProblemFields_MediaProblem = { readonly code: string; readonly message: string };

type ProblemFields_NotFoundProblem = { readonly code: string; readonly message: string };

type ProblemFields_SecondFactorProblem = { readonly code: string; readonly message: string };

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
  | ProblemFields_SecondFactorProblem
  | ProblemFields_ValidationProblem;

export type ComparePdfsVariables = Exact<{
  input: ComparePdfsInput;
}>;

export type ComparePdfs = {
  readonly comparePdfs:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'MediaProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'PdfComparison';
        readonly hasDifferences: boolean;
        readonly differenceCount: number;
        readonly keptId: string | null;
        readonly pages: ReadonlyArray<{
          readonly status: ComparedPageStatus;
          readonly referencePage: number | null;
          readonly queryPage: number | null;
          readonly differences: ReadonlyArray<{ readonly number: number; readonly kind: DifferenceKind }>;
        }>;
      }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type CompareInDetailVariables = Exact<{
  input: CompareInput;
}>;

export type CompareInDetail = {
  readonly compare:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'MediaProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'PictureComparison';
        readonly match: { readonly decision: MatchDecision };
        readonly fine: { readonly score: number; readonly differenceCount: number } | null;
      }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type WriteComparisonReportVariables = Exact<{
  input: WriteComparisonReportInput;
}>;

export type WriteComparisonReport = {
  readonly writeComparisonReport:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ComparisonReport';
        readonly fileName: string;
        readonly contentType: string;
        readonly base64: string;
      }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type CreateComparisonLinkVariables = Exact<{
  input: CreateComparisonLinkInput;
}>;

export type CreateComparisonLink = {
  readonly createComparisonLink:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'CreatedComparisonLink';
        readonly url: string;
        readonly link: { readonly id: string; readonly expiresAt: string };
      }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type ReadActivationPlanVariables = Exact<{
  documentId: string;
}>;

export type ReadActivationPlan = {
  readonly activationPlan: {
    readonly pages: number;
    readonly recognizedPages: number;
    readonly credits: number;
    readonly remainingCredit: number | null;
    readonly pagesWithoutActions: ReadonlyArray<number>;
    readonly unrecognizedPages: ReadonlyArray<number>;
    readonly languages: ReadonlyArray<{ readonly code: string }>;
  };
};

export type ReadReaderPreviewVariables = Exact<{
  elementId: string;
  languageCode: string;
  inDraft?: boolean | null | undefined;
}>;

export type ReadReaderPreview = {
  readonly readerPreview: {
    readonly title: string;
    readonly languageCode: string;
    readonly hiddenReasons: ReadonlyArray<HiddenReason>;
    readonly actions: ReadonlyArray<{
      readonly actionId: string;
      readonly name: string;
      readonly type: ActionType;
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
  };
};

export type CheckLinksVariables = Exact<{
  input: CheckLinksInput;
}>;

export type CheckLinks = {
  readonly checkLinks:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'LinkReport';
        readonly links: ReadonlyArray<{
          readonly url: string;
          readonly state: LinkState;
          readonly status: number | null;
        }>;
      }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string };
};

export type CreatePreviewLinkVariables = Exact<{
  input: CreatePreviewLinkInput;
}>;

export type CreatePreviewLink = {
  readonly createPreviewLink:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'CreatedPreviewLink';
        readonly url: string;
        readonly link: { readonly id: string; readonly expiresAt: string };
      }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type RevokePreviewLinkVariables = Exact<{
  input: RevokePreviewLinkInput;
}>;

export type RevokePreviewLink = {
  readonly revokePreviewLink:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'Deleted'; readonly id: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string };
};

export type RecognizedFields = {
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
};

export type RecognizeVariables = Exact<{
  input: RecognizeInput;
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

export type RecognizeByIdVariables = Exact<{
  input: RecognizeByIdInput;
}>;

export type RecognizeById = {
  readonly recognizeById:
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
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      }
    | null;
};

export type RecordClickVariables = Exact<{
  input: RecordClickInput;
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

export type TryRecognitionVariables = Exact<{
  input: TryRecognitionInput;
}>;

export type TryRecognition = {
  readonly tryRecognition:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'MediaProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'RecognitionTrial';
        readonly answer: {
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
        } | null;
        readonly candidates: ReadonlyArray<{
          readonly outcome: TrialOutcome;
          readonly element: { readonly id: string; readonly name: string } | null;
          readonly match: { readonly decision: MatchDecision; readonly inlierCount: number };
        }>;
      };
};

export type ReadStatisticsVariables = Exact<{
  elementId: string;
  by: ReadonlyArray<StatisticsDimension> | StatisticsDimension;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;

export type ReadStatistics = {
  readonly statistics: {
    readonly total: { readonly matches: number; readonly clicks: number };
    readonly rows: ReadonlyArray<{
      readonly keys: ReadonlyArray<{ readonly id: string | null; readonly name: string }>;
      readonly counts: { readonly matches: number; readonly clicks: number };
    }>;
  };
};

export type LogInVariables = Exact<{
  input: LoginInput;
}>;

export type LogIn = {
  readonly login:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'SecondFactorProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'Session';
        readonly accessToken: string;
        readonly expiresAt: string;
        readonly organizationId: string;
      };
};

export type LogOutVariables = Exact<{ [key: string]: never }>;

export type LogOut = {
  readonly logout:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'Done' };
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

export type ListFoldersVariables = Exact<{
  parentId: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type ListFolders = {
  readonly node:
    | { readonly __typename: 'Action' }
    | { readonly __typename: 'Click' }
    | { readonly __typename: 'Document' }
    | {
        readonly __typename: 'Folder';
        readonly folders: {
          readonly nodes: ReadonlyArray<{
            readonly id: string;
            readonly name: string;
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
        readonly folders: {
          readonly nodes: ReadonlyArray<{
            readonly id: string;
            readonly name: string;
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

export type ReadPathVariables = Exact<{
  id: string;
}>;

export type ReadPath = {
  readonly treeNode: {
    readonly id: string;
    readonly name: string;
    readonly type: NodeType;
    readonly path: ReadonlyArray<{ readonly id: string; readonly name: string; readonly type: NodeType }>;
  };
};

export type SearchTextsVariables = Exact<{
  text: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type SearchTexts = {
  readonly searchTexts: {
    readonly totalCount: number;
    readonly nodes: ReadonlyArray<{
      readonly element:
        | { readonly __typename: 'Document'; readonly id: string }
        | { readonly __typename: 'Folder'; readonly id: string }
        | { readonly __typename: 'Image'; readonly id: string }
        | { readonly __typename: 'Organization'; readonly id: string }
        | { readonly __typename: 'Zone'; readonly id: string };
      readonly matches: ReadonlyArray<{
        readonly field: SearchField;
        readonly languageCode: string | null;
        readonly text: string;
      }>;
      readonly path: ReadonlyArray<{
        readonly id: string;
        readonly name: string;
        readonly type: SearchStepType;
      }>;
    }>;
    readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  };
};

export type CreateFolderVariables = Exact<{
  input: CreateFolderInput;
}>;

export type CreateFolder = {
  readonly createFolder:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'Folder'; readonly id: string; readonly name: string; readonly version: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type UpdateFolderVariables = Exact<{
  input: UpdateFolderInput;
}>;

export type UpdateFolder = {
  readonly updateFolder:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'ChangedProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'Folder'; readonly id: string; readonly name: string; readonly version: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type DeleteFolderVariables = Exact<{
  input: DeleteFolderInput;
}>;

export type DeleteFolder = {
  readonly deleteFolder:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'ChangedProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'Deleted'; readonly id: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type ApplyChangesVariables = Exact<{
  input: ApplyChangesInput;
}>;

export type ApplyChanges = {
  readonly applyChanges:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'ChangesResult'; readonly ids: ReadonlyArray<string> }
    | { readonly __typename: 'CreditProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | {
        readonly __typename: 'ValidationProblem';
        readonly code: string;
        readonly message: string;
        readonly fields: ReadonlyArray<{ readonly path: string; readonly messages: ReadonlyArray<string> }>;
      };
};

export type WebhookFields = {
  readonly id: string;
  readonly url: string;
  readonly events: ReadonlyArray<WebhookEvent>;
  readonly isActive: boolean;
  readonly secret: string;
};

export type ListWebhooksVariables = Exact<{
  organizationId: string;
}>;

export type ListWebhooks = {
  readonly organization: {
    readonly id: string;
    readonly webhooks: ReadonlyArray<{
      readonly id: string;
      readonly url: string;
      readonly events: ReadonlyArray<WebhookEvent>;
      readonly isActive: boolean;
      readonly secret: string;
      readonly deliveries: ReadonlyArray<{
        readonly id: string;
        readonly event: WebhookEvent;
        readonly state: WebhookDeliveryState;
        readonly attempts: number;
        readonly lastStatus: number | null;
        readonly lastError: string | null;
        readonly createdAt: string;
      }>;
    }>;
  };
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
        readonly isActive: boolean;
        readonly secret: string;
      };
};

export type UpdateWebhookVariables = Exact<{
  input: UpdateWebhookInput;
}>;

export type UpdateWebhook = {
  readonly updateWebhook:
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
        readonly isActive: boolean;
        readonly secret: string;
      };
};

export type DeleteWebhookVariables = Exact<{
  input: DeleteWebhookInput;
}>;

export type DeleteWebhook = {
  readonly deleteWebhook:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'Deleted'; readonly id: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string };
};

export type RedeliverWebhookVariables = Exact<{
  input: RedeliverWebhookInput;
}>;

export type RedeliverWebhook = {
  readonly redeliverWebhook:
    | { readonly __typename: 'AccessProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'BusyProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'NotFoundProblem'; readonly code: string; readonly message: string }
    | { readonly __typename: 'WebhookDelivery'; readonly id: string; readonly state: WebhookDeliveryState };
};

export type ReplayWebhookVariables = Exact<{
  input: ReplayWebhookInput;
}>;

export type ReplayWebhook = {
  readonly replayWebhook:
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
        readonly isActive: boolean;
        readonly secret: string;
      };
};

export const readContent = /* @__PURE__ */ typedDocument<ReadContent, ReadContentVariables>(
  'query ReadContent($id:ID!){node(id:$id){__typename ...on ContentElement{id titles{languageCode value style version}actions{...ActionFields}}}} fragment ActionFields on Action{id nodeId languageCode name type target{...TargetFields}iconId style order isValid version} fragment TargetFields on ActionTarget{__typename ...on UrlTarget{url isEmbeddedWebView}...on MailTarget{address subject body}...on PhoneTarget{number}...on SmsTarget{number body}...on MapTarget{latitude longitude searchAddress}...on ShareTarget{url text}...on ContactTarget{firstName lastName organization vCard}...on EventTarget{summary start end iCalendar}...on LegacyTarget{json source}}',
);
export const setTitle = /* @__PURE__ */ typedDocument<SetTitle, SetTitleVariables>(
  'mutation SetTitle($input:SetTitleInput!){setTitle(input:$input){__typename ...on Title{languageCode value version}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const createAction = /* @__PURE__ */ typedDocument<CreateAction, CreateActionVariables>(
  'mutation CreateAction($input:CreateActionInput!){createAction(input:$input){__typename ...on Action{...ActionFields}...ProblemFields}} fragment ActionFields on Action{id nodeId languageCode name type target{...TargetFields}iconId style order isValid version} fragment TargetFields on ActionTarget{__typename ...on UrlTarget{url isEmbeddedWebView}...on MailTarget{address subject body}...on PhoneTarget{number}...on SmsTarget{number body}...on MapTarget{latitude longitude searchAddress}...on ShareTarget{url text}...on ContactTarget{firstName lastName organization vCard}...on EventTarget{summary start end iCalendar}...on LegacyTarget{json source}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const updateAction = /* @__PURE__ */ typedDocument<UpdateAction, UpdateActionVariables>(
  'mutation UpdateAction($input:UpdateActionInput!){updateAction(input:$input){__typename ...on Action{...ActionFields}...ProblemFields}} fragment ActionFields on Action{id nodeId languageCode name type target{...TargetFields}iconId style order isValid version} fragment TargetFields on ActionTarget{__typename ...on UrlTarget{url isEmbeddedWebView}...on MailTarget{address subject body}...on PhoneTarget{number}...on SmsTarget{number body}...on MapTarget{latitude longitude searchAddress}...on ShareTarget{url text}...on ContactTarget{firstName lastName organization vCard}...on EventTarget{summary start end iCalendar}...on LegacyTarget{json source}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const deleteAction = /* @__PURE__ */ typedDocument<DeleteAction, DeleteActionVariables>(
  'mutation DeleteAction($input:DeleteActionInput!){deleteAction(input:$input){__typename ...on Deleted{id}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const createZone = /* @__PURE__ */ typedDocument<CreateZone, CreateZoneVariables>(
  'mutation CreateZone($input:CreateZoneInput!){createZone(input:$input){__typename ...on Zone{id name version}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const updateZone = /* @__PURE__ */ typedDocument<UpdateZone, UpdateZoneVariables>(
  'mutation UpdateZone($input:UpdateZoneInput!){updateZone(input:$input){__typename ...on Zone{id name version}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const deleteZone = /* @__PURE__ */ typedDocument<DeleteZone, DeleteZoneVariables>(
  'mutation DeleteZone($input:DeleteZoneInput!){deleteZone(input:$input){__typename ...on Deleted{id}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const listDocuments = /* @__PURE__ */ typedDocument<ListDocuments, ListDocumentsVariables>(
  'query ListDocuments($parentId:ID!$first:Int$after:String){node(id:$parentId){__typename ...on Folder{documents(first:$first after:$after){nodes{...DocumentFields}pageInfo{endCursor hasNextPage}}}...on Organization{documents(first:$first after:$after){nodes{...DocumentFields}pageInfo{endCursor hasNextPage}}}}} fragment DocumentFields on Document{id name defaultLanguage status processing progress failureReason pages unrecognizablePages coverUrl version}',
);
export const readDocument = /* @__PURE__ */ typedDocument<ReadDocument, ReadDocumentVariables>(
  'query ReadDocument($id:ID!){document(id:$id){...DocumentFields images{id name order status smallThumbnailUrl pictureUrl widthPx heightPx}}} fragment DocumentFields on Document{id name defaultLanguage status processing progress failureReason pages unrecognizablePages coverUrl version}',
);
export const createDocument = /* @__PURE__ */ typedDocument<CreateDocument, CreateDocumentVariables>(
  'mutation CreateDocument($input:CreateDocumentInput!){createDocument(input:$input){__typename ...on Document{...DocumentFields}...ProblemFields}} fragment DocumentFields on Document{id name defaultLanguage status processing progress failureReason pages unrecognizablePages coverUrl version} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const updateDocument = /* @__PURE__ */ typedDocument<UpdateDocument, UpdateDocumentVariables>(
  'mutation UpdateDocument($input:UpdateDocumentInput!){updateDocument(input:$input){__typename ...on Document{...DocumentFields}...ProblemFields}} fragment DocumentFields on Document{id name defaultLanguage status processing progress failureReason pages unrecognizablePages coverUrl version} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const replaceDocumentFile = /* @__PURE__ */ typedDocument<
  ReplaceDocumentFile,
  ReplaceDocumentFileVariables
>(
  'mutation ReplaceDocumentFile($input:ReplaceDocumentFileInput!){replaceDocumentFile(input:$input){__typename ...on Document{...DocumentFields}...ProblemFields}} fragment DocumentFields on Document{id name defaultLanguage status processing progress failureReason pages unrecognizablePages coverUrl version} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const planReplacement = /* @__PURE__ */ typedDocument<PlanReplacement, PlanReplacementVariables>(
  'query PlanReplacement($input:PlanReplacementInput!){planReplacement(input:$input){__typename ...on ReplacementPlan{pages{order fate image{id name}}gone{id name}}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const insertPages = /* @__PURE__ */ typedDocument<InsertPages, InsertPagesVariables>(
  'mutation InsertPages($input:InsertPagesInput!){insertPages(input:$input){__typename ...on InsertedPages{document{...DocumentFields}pages{id name order}}...ProblemFields}} fragment DocumentFields on Document{id name defaultLanguage status processing progress failureReason pages unrecognizablePages coverUrl version} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const retryDocument = /* @__PURE__ */ typedDocument<RetryDocument, RetryDocumentVariables>(
  'mutation RetryDocument($input:RetryDocumentInput!){retryDocument(input:$input){__typename ...on Document{...DocumentFields}...ProblemFields}} fragment DocumentFields on Document{id name defaultLanguage status processing progress failureReason pages unrecognizablePages coverUrl version} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const addDocumentLanguage = /* @__PURE__ */ typedDocument<
  AddDocumentLanguage,
  AddDocumentLanguageVariables
>(
  'mutation AddDocumentLanguage($input:AddDocumentLanguageInput!){addDocumentLanguage(input:$input){__typename ...on Document{id languages}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const removeDocumentLanguage = /* @__PURE__ */ typedDocument<
  RemoveDocumentLanguage,
  RemoveDocumentLanguageVariables
>(
  'mutation RemoveDocumentLanguage($input:RemoveDocumentLanguageInput!){removeDocumentLanguage(input:$input){__typename ...on Document{id languages}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const deleteDocument = /* @__PURE__ */ typedDocument<DeleteDocument, DeleteDocumentVariables>(
  'mutation DeleteDocument($input:DeleteDocumentInput!){deleteDocument(input:$input){__typename ...on Deleted{id}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const restoreFromTrash = /* @__PURE__ */ typedDocument<RestoreFromTrash, RestoreFromTrashVariables>(
  'mutation RestoreFromTrash($input:RestoreFromTrashInput!){restoreFromTrash(input:$input){__typename ...on RestoredElement{elementId name parentId type}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const followDocument = /* @__PURE__ */ typedDocument<FollowDocument, FollowDocumentVariables>(
  'subscription FollowDocument($id:ID!){documentProgress(id:$id){...DocumentFields images{id name order smallThumbnailUrl}}} fragment DocumentFields on Document{id name defaultLanguage status processing progress failureReason pages unrecognizablePages coverUrl version}',
);
export const readDraft = /* @__PURE__ */ typedDocument<ReadDraft, ReadDraftVariables>(
  'query ReadDraft($documentId:ID!){document(id:$documentId){id draft{...DraftFields changes{id kind languageCode actionName conflict{reason version}}}}} fragment DraftFields on Draft{id documentId version changeCount user createdAt updatedAt}',
);
export const startDraft = /* @__PURE__ */ typedDocument<StartDraft, StartDraftVariables>(
  'mutation StartDraft($input:StartDraftInput!){startDraft(input:$input){__typename ...on Draft{...DraftFields}...ProblemFields}} fragment DraftFields on Draft{id documentId version changeCount user createdAt updatedAt} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const changeDraft = /* @__PURE__ */ typedDocument<ChangeDraft, ChangeDraftVariables>(
  'mutation ChangeDraft($input:ChangeDraftInput!){changeDraft(input:$input){__typename ...on EditedDraft{draft{...DraftFields}edited{id version}}...ProblemFields}} fragment DraftFields on Draft{id documentId version changeCount user createdAt updatedAt} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const dropDraftChanges = /* @__PURE__ */ typedDocument<DropDraftChanges, DropDraftChangesVariables>(
  'mutation DropDraftChanges($input:DropDraftChangesInput!){dropDraftChanges(input:$input){__typename ...on Draft{...DraftFields}...ProblemFields}} fragment DraftFields on Draft{id documentId version changeCount user createdAt updatedAt} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const keepDraftChange = /* @__PURE__ */ typedDocument<KeepDraftChange, KeepDraftChangeVariables>(
  'mutation KeepDraftChange($input:KeepDraftChangeInput!){keepDraftChange(input:$input){__typename ...on Draft{...DraftFields}...ProblemFields}} fragment DraftFields on Draft{id documentId version changeCount user createdAt updatedAt} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const publishDraft = /* @__PURE__ */ typedDocument<PublishDraft, PublishDraftVariables>(
  'mutation PublishDraft($input:PublishDraftInput!){publishDraft(input:$input){__typename ...on PublishedDraft{changed undoId}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const undoTextChange = /* @__PURE__ */ typedDocument<UndoTextChange, UndoTextChangeVariables>(
  'mutation UndoTextChange($input:UndoTextChangeInput!){undoTextChange(input:$input){__typename ...on Done{isDone}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const discardDraft = /* @__PURE__ */ typedDocument<DiscardDraft, DiscardDraftVariables>(
  'mutation DiscardDraft($input:DiscardDraftInput!){discardDraft(input:$input){__typename ...on Deleted{id}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const readPack = /* @__PURE__ */ typedDocument<ReadPack, ReadPackVariables>(
  'query ReadPack($id:ID!$key:String!){pack(id:$id){...PackFields url(key:$key)scanUrl(key:$key)}} fragment PackFields on Pack{id elementId languages validDays version pageCount sizeBytes expiresAt isBeingMade progress failureReason publicKey}',
);
export const createPack = /* @__PURE__ */ typedDocument<CreatePack, CreatePackVariables>(
  'mutation CreatePack($input:CreatePackInput!){createPack(input:$input){__typename ...on Pack{...PackFields}...ProblemFields}} fragment PackFields on Pack{id elementId languages validDays version pageCount sizeBytes expiresAt isBeingMade progress failureReason publicKey} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const remakePack = /* @__PURE__ */ typedDocument<RemakePack, RemakePackVariables>(
  'mutation RemakePack($input:RemakePackInput!){remakePack(input:$input){__typename ...on Pack{...PackFields}...ProblemFields}} fragment PackFields on Pack{id elementId languages validDays version pageCount sizeBytes expiresAt isBeingMade progress failureReason publicKey} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const revokePack = /* @__PURE__ */ typedDocument<RevokePack, RevokePackVariables>(
  'mutation RevokePack($input:RevokePackInput!){revokePack(input:$input){__typename ...on Deleted{id}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const comparePdfs = /* @__PURE__ */ typedDocument<ComparePdfs, ComparePdfsVariables>(
  'mutation ComparePdfs($input:ComparePdfsInput!){comparePdfs(input:$input){__typename ...on PdfComparison{hasDifferences differenceCount keptId pages{status referencePage queryPage differences{number kind}}}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const compareInDetail = /* @__PURE__ */ typedDocument<CompareInDetail, CompareInDetailVariables>(
  'query CompareInDetail($input:CompareInput!){compare(input:$input){__typename ...on PictureComparison{match{decision}fine{score differenceCount}}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const writeComparisonReport = /* @__PURE__ */ typedDocument<
  WriteComparisonReport,
  WriteComparisonReportVariables
>(
  'mutation WriteComparisonReport($input:WriteComparisonReportInput!){writeComparisonReport(input:$input){__typename ...on ComparisonReport{fileName contentType base64}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const createComparisonLink = /* @__PURE__ */ typedDocument<
  CreateComparisonLink,
  CreateComparisonLinkVariables
>(
  'mutation CreateComparisonLink($input:CreateComparisonLinkInput!){createComparisonLink(input:$input){__typename ...on CreatedComparisonLink{url link{id expiresAt}}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const readActivationPlan = /* @__PURE__ */ typedDocument<
  ReadActivationPlan,
  ReadActivationPlanVariables
>(
  'query ReadActivationPlan($documentId:ID!){activationPlan(documentId:$documentId){pages recognizedPages credits remainingCredit pagesWithoutActions unrecognizedPages languages{code}}}',
);
export const readReaderPreview = /* @__PURE__ */ typedDocument<ReadReaderPreview, ReadReaderPreviewVariables>(
  'query ReadReaderPreview($elementId:ID!$languageCode:Locale!$inDraft:Boolean){readerPreview(elementId:$elementId languageCode:$languageCode inDraft:$inDraft){title languageCode hiddenReasons actions{actionId name type target{...TargetFields}}}} fragment TargetFields on ActionTarget{__typename ...on UrlTarget{url isEmbeddedWebView}...on MailTarget{address subject body}...on PhoneTarget{number}...on SmsTarget{number body}...on MapTarget{latitude longitude searchAddress}...on ShareTarget{url text}...on ContactTarget{firstName lastName organization vCard}...on EventTarget{summary start end iCalendar}...on LegacyTarget{json source}}',
);
export const checkLinks = /* @__PURE__ */ typedDocument<CheckLinks, CheckLinksVariables>(
  'mutation CheckLinks($input:CheckLinksInput!){checkLinks(input:$input){__typename ...on LinkReport{links{url state status}}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const createPreviewLink = /* @__PURE__ */ typedDocument<CreatePreviewLink, CreatePreviewLinkVariables>(
  'mutation CreatePreviewLink($input:CreatePreviewLinkInput!){createPreviewLink(input:$input){__typename ...on CreatedPreviewLink{url link{id expiresAt}}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const revokePreviewLink = /* @__PURE__ */ typedDocument<RevokePreviewLink, RevokePreviewLinkVariables>(
  'mutation RevokePreviewLink($input:RevokePreviewLinkInput!){revokePreviewLink(input:$input){__typename ...on Deleted{id}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const recognize = /* @__PURE__ */ typedDocument<Recognize, RecognizeVariables>(
  'mutation Recognize($input:RecognizeInput!){recognize(input:$input){__typename ...on EnrichedImage{...RecognizedFields}...ProblemFields}} fragment RecognizedFields on EnrichedImage{id documentId title languageCode score sessionId data outline{x y}photoShare actions{id name type target{...TargetFields}iconUrl style}} fragment TargetFields on ActionTarget{__typename ...on UrlTarget{url isEmbeddedWebView}...on MailTarget{address subject body}...on PhoneTarget{number}...on SmsTarget{number body}...on MapTarget{latitude longitude searchAddress}...on ShareTarget{url text}...on ContactTarget{firstName lastName organization vCard}...on EventTarget{summary start end iCalendar}...on LegacyTarget{json source}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const recognizeById = /* @__PURE__ */ typedDocument<RecognizeById, RecognizeByIdVariables>(
  'mutation RecognizeById($input:RecognizeByIdInput!){recognizeById(input:$input){__typename ...on EnrichedImage{...RecognizedFields}...ProblemFields}} fragment RecognizedFields on EnrichedImage{id documentId title languageCode score sessionId data outline{x y}photoShare actions{id name type target{...TargetFields}iconUrl style}} fragment TargetFields on ActionTarget{__typename ...on UrlTarget{url isEmbeddedWebView}...on MailTarget{address subject body}...on PhoneTarget{number}...on SmsTarget{number body}...on MapTarget{latitude longitude searchAddress}...on ShareTarget{url text}...on ContactTarget{firstName lastName organization vCard}...on EventTarget{summary start end iCalendar}...on LegacyTarget{json source}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const recordClick = /* @__PURE__ */ typedDocument<RecordClick, RecordClickVariables>(
  'mutation RecordClick($input:RecordClickInput!){recordClick(input:$input){__typename ...on RecordedClick{actionId}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const tryRecognition = /* @__PURE__ */ typedDocument<TryRecognition, TryRecognitionVariables>(
  'query TryRecognition($input:TryRecognitionInput!){tryRecognition(input:$input){__typename ...on RecognitionTrial{answer{...RecognizedFields}candidates{outcome element{id name}match{decision inlierCount}}}...ProblemFields}} fragment RecognizedFields on EnrichedImage{id documentId title languageCode score sessionId data outline{x y}photoShare actions{id name type target{...TargetFields}iconUrl style}} fragment TargetFields on ActionTarget{__typename ...on UrlTarget{url isEmbeddedWebView}...on MailTarget{address subject body}...on PhoneTarget{number}...on SmsTarget{number body}...on MapTarget{latitude longitude searchAddress}...on ShareTarget{url text}...on ContactTarget{firstName lastName organization vCard}...on EventTarget{summary start end iCalendar}...on LegacyTarget{json source}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const readStatistics = /* @__PURE__ */ typedDocument<ReadStatistics, ReadStatisticsVariables>(
  'query ReadStatistics($elementId:ID!$by:[StatisticsDimension!]!$from:DateTime$to:DateTime){statistics(elementId:$elementId by:$by from:$from to:$to){total{matches clicks}rows{keys{id name}counts{matches clicks}}}}',
);
export const logIn = /* @__PURE__ */ typedDocument<LogIn, LogInVariables>(
  'mutation LogIn($input:LoginInput!){login(input:$input){__typename ...on Session{accessToken expiresAt organizationId}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const logOut = /* @__PURE__ */ typedDocument<LogOut, LogOutVariables>(
  'mutation LogOut{logout{__typename ...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const whoAmI = /* @__PURE__ */ typedDocument<WhoAmI, WhoAmIVariables>(
  'query WhoAmI{me{id userName mail roles organization{id name}}}',
);
export const listFolders = /* @__PURE__ */ typedDocument<ListFolders, ListFoldersVariables>(
  'query ListFolders($parentId:ID!$first:Int$after:String){node(id:$parentId){__typename ...on Folder{folders(first:$first after:$after){nodes{id name version}pageInfo{endCursor hasNextPage}}}...on Organization{folders(first:$first after:$after){nodes{id name version}pageInfo{endCursor hasNextPage}}}}}',
);
export const readPath = /* @__PURE__ */ typedDocument<ReadPath, ReadPathVariables>(
  'query ReadPath($id:ID!){treeNode(id:$id){id name type path{id name type}}}',
);
export const searchTexts = /* @__PURE__ */ typedDocument<SearchTexts, SearchTextsVariables>(
  'query SearchTexts($text:String!$first:Int$after:String){searchTexts(text:$text first:$first after:$after){totalCount nodes{element{__typename ...on Node{id}}matches{field languageCode text}path{id name type}}pageInfo{endCursor hasNextPage}}}',
);
export const createFolder = /* @__PURE__ */ typedDocument<CreateFolder, CreateFolderVariables>(
  'mutation CreateFolder($input:CreateFolderInput!){createFolder(input:$input){__typename ...on Folder{id name version}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const updateFolder = /* @__PURE__ */ typedDocument<UpdateFolder, UpdateFolderVariables>(
  'mutation UpdateFolder($input:UpdateFolderInput!){updateFolder(input:$input){__typename ...on Folder{id name version}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const deleteFolder = /* @__PURE__ */ typedDocument<DeleteFolder, DeleteFolderVariables>(
  'mutation DeleteFolder($input:DeleteFolderInput!){deleteFolder(input:$input){__typename ...on Deleted{id}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const applyChanges = /* @__PURE__ */ typedDocument<ApplyChanges, ApplyChangesVariables>(
  'mutation ApplyChanges($input:ApplyChangesInput!){applyChanges(input:$input){__typename ...on ChangesResult{ids}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const listWebhooks = /* @__PURE__ */ typedDocument<ListWebhooks, ListWebhooksVariables>(
  'query ListWebhooks($organizationId:ID!){organization(id:$organizationId){id webhooks{...WebhookFields deliveries{id event state attempts lastStatus lastError createdAt}}}} fragment WebhookFields on Webhook{id url events isActive secret}',
);
export const createWebhook = /* @__PURE__ */ typedDocument<CreateWebhook, CreateWebhookVariables>(
  'mutation CreateWebhook($input:CreateWebhookInput!){createWebhook(input:$input){__typename ...on Webhook{...WebhookFields}...ProblemFields}} fragment WebhookFields on Webhook{id url events isActive secret} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const updateWebhook = /* @__PURE__ */ typedDocument<UpdateWebhook, UpdateWebhookVariables>(
  'mutation UpdateWebhook($input:UpdateWebhookInput!){updateWebhook(input:$input){__typename ...on Webhook{...WebhookFields}...ProblemFields}} fragment WebhookFields on Webhook{id url events isActive secret} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const deleteWebhook = /* @__PURE__ */ typedDocument<DeleteWebhook, DeleteWebhookVariables>(
  'mutation DeleteWebhook($input:DeleteWebhookInput!){deleteWebhook(input:$input){__typename ...on Deleted{id}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const redeliverWebhook = /* @__PURE__ */ typedDocument<RedeliverWebhook, RedeliverWebhookVariables>(
  'mutation RedeliverWebhook($input:RedeliverWebhookInput!){redeliverWebhook(input:$input){__typename ...on WebhookDelivery{id state}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const replayWebhook = /* @__PURE__ */ typedDocument<ReplayWebhook, ReplayWebhookVariables>(
  'mutation ReplayWebhook($input:ReplayWebhookInput!){replayWebhook(input:$input){__typename ...on Webhook{...WebhookFields}...ProblemFields}} fragment WebhookFields on Webhook{id url events isActive secret} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
