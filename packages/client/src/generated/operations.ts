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
/** What an action does; it decides the shape of its content. */
export type ActionType = 'MAIL' | 'MAP' | 'RAW' | 'SHARE' | 'SMS' | 'TEL' | 'URL' | 'VCALENDAR' | 'VCARD';

/** Whether an element is recognized. */
export type ActivityStatus = 'ACTIVE' | 'INACTIVE';

/** Input of `createAction`. */
export type CreateActionInput = {
  /** Serialized JSON of the type’s shape. */
  readonly content: string;
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
  /** RAW when left out. */
  readonly type?: ActionType | null | undefined;
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

/** How far the pages of a document are. */
export type ProcessingState = 'FAILED' | 'PENDING' | 'PROCESSING' | 'READY';

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
        readonly content: string;
        readonly isValid: boolean;
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
          readonly content: string;
          readonly iconUrl: string | null;
          readonly style: string | null;
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

export const setTitle = /* @__PURE__ */ typedDocument<SetTitle, SetTitleVariables>(
  'mutation SetTitle($input:SetTitleInput!){setTitle(input:$input){__typename ...on Title{languageCode value}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
);
export const createAction = /* @__PURE__ */ typedDocument<CreateAction, CreateActionVariables>(
  'mutation CreateAction($input:CreateActionInput!){createAction(input:$input){__typename ...on Action{id name type content isValid}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
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
  'mutation Recognize($photo:Upload!$languageCode:Locale!$sessionId:String){recognize(input:{photo:$photo languageCode:$languageCode sessionId:$sessionId}){__typename ...on EnrichedImage{id documentId title languageCode score sessionId data outline{x y}photoShare actions{id name type content iconUrl style}}...ProblemFields}} fragment ProblemFields on Problem{code message ...on ValidationProblem{fields{path messages}}}',
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
