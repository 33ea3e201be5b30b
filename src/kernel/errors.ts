/**
 * The error catalogue. Services throw `LoupeError` with a name from here; every surface projects it: HTTP status
 * for REST, `extensions.code` for GraphQL, a negative number for the engine API, an exit code for the command line.
 */

/**
 * What the caller can do about it: change the input, look for what is there, log in or ask for the right, send
 * another file, get credits, try again later, reload what somebody else changed, prove who they are in a second way; nothing, when the server itself failed.
 */
export type Remedy =
  | 'input'
  | 'missing'
  | 'access'
  | 'media'
  | 'credit'
  | 'busy'
  | 'rereading'
  | 'secondFactor'
  | 'internal';

export interface ErrorKind {
  /** HTTP status on the platform's REST surface. */
  readonly status: number;
  /** Negative status code on the engine API. */
  readonly engineCode: number;
  readonly remedy: Remedy;
}

const kind = (status: number, engineCode: number, remedy: Remedy): ErrorKind => ({
  status,
  engineCode,
  remedy,
});

export const errorCatalogue = {
  /** A field, parameter or header is missing, of the wrong type or out of range; `fields` says which. */
  BAD_USER_INPUT: kind(400, -2004, 'input'),
  MISSING_PARAMETER: kind(400, -2003, 'input'),
  /** The login failed: wrong user name, password or grant. */
  INVALID_GRANT: kind(400, -2001, 'access'),
  /** The log-in at another provider came to nothing: what it sent back is not signed, too old, or of another attempt. */
  SIGN_IN_FAILED: kind(400, -2001, 'access'),
  /** The password is right, and this user proves who they are in a second way besides. */
  SECOND_FACTOR_REQUIRED: kind(400, -2001, 'secondFactor'),
  UNSUPPORTED_GRANT: kind(400, -2001, 'access'),
  /** The login carries no known ApiKey. */
  INVALID_CLIENT: kind(400, -2001, 'access'),
  UNAUTHENTICATED: kind(401, -2001, 'access'),
  FORBIDDEN: kind(403, -2006, 'access'),
  INSUFFICIENT_CREDIT: kind(403, -2006, 'credit'),
  /** The operator lets the organization keep no more bytes, or scan no more this month. */
  LIMIT_REACHED: kind(403, -2006, 'access'),
  NOT_FOUND: kind(404, -2601, 'missing'),
  METHOD_NOT_ALLOWED: kind(405, -2015, 'input'),
  CONFLICT: kind(409, -2004, 'input'),
  /** The change was asked for on condition that nobody made another one meanwhile. */
  CHANGED_MEANWHILE: kind(412, -2004, 'rereading'),
  /** The cursor is older than what is kept. */
  CURSOR_TOO_OLD: kind(410, -2004, 'input'),
  /** A draft holds titles, actions and zones; everything else is changed at once. */
  NOT_IN_DRAFT: kind(400, -2004, 'input'),
  /** Readers get the change from a draft that somebody else has approved: a rule of the organization. */
  APPROVAL_NEEDED: kind(403, -2006, 'access'),
  PAYLOAD_TOO_LARGE: kind(413, -1003, 'media'),
  UNSUPPORTED_MEDIA: kind(415, -1001, 'media'),
  /** The bytes claim to be an image or PDF but cannot be decoded. */
  INVALID_IMAGE: kind(400, -1004, 'media'),
  /** The request ended before its body did. */
  UPLOAD_INCOMPLETE: kind(400, -1005, 'media'),
  /** The picture holds too little detail to be recognized. */
  IMAGE_TOO_SIMPLE: kind(400, -1002, 'media'),
  RATE_LIMITED: kind(429, -2007, 'busy'),
  OVERLOADED: kind(503, -2008, 'busy'),
  /** The store of files does not answer. */
  STORAGE_UNAVAILABLE: kind(503, -2008, 'busy'),
  /** The disk is full. */
  STORAGE_FULL: kind(507, -2016, 'busy'),
  INTERNAL_SERVER_ERROR: kind(500, -2009, 'internal'),

  UNKNOWN_APPLICATION: kind(404, -2001, 'missing'),
  INACTIVE_APPLICATION: kind(403, -2002, 'access'),
  UNKNOWN_OPERATION: kind(404, -2005, 'input'),
  OPERATION_NOT_AVAILABLE: kind(400, -2006, 'input'),
  /** The key may search, not change. */
  KEY_MAY_ONLY_QUERY: kind(403, -2010, 'access'),
  IMAGE_AND_DNA: kind(400, -2011, 'input'),
  NEITHER_IMAGE_NOR_DNA: kind(400, -2012, 'input'),
  TOO_MANY_IDS: kind(400, -2013, 'input'),
  INVALID_COLOR: kind(400, -2014, 'input'),
  INVALID_KEYWORD: kind(400, -1404, 'input'),
  /** The list in a ZIP of references cannot be read, or a line of it cannot be followed. */
  INVALID_MANIFEST: kind(400, -2004, 'input'),
  MANIFEST_FILE_MISSING: kind(400, -2004, 'input'),
  DUPLICATE_IMAGE_ID: kind(400, -2004, 'input'),
  UNKNOWN_IMAGE_ID: kind(404, -2601, 'missing'),
  SEARCH_BY_ID_NOT_AVAILABLE: kind(400, -2609, 'input'),
  INVALID_DNA: kind(400, -2610, 'media'),
  COLOR_SEARCH_NOT_AVAILABLE: kind(400, -2611, 'input'),
  COLORS_BY_ID_NOT_AVAILABLE: kind(400, -2612, 'input'),
  COLORS_BY_UPLOAD_NOT_AVAILABLE: kind(400, -2613, 'input'),
  PALETTE_NOT_AVAILABLE: kind(400, -2614, 'input'),
  FINE_COMPARISON_NOT_AVAILABLE: kind(400, -2615, 'input'),
  EXPLANATION_NOT_AVAILABLE: kind(400, -2616, 'input'),
  IMAGES_DO_NOT_MATCH: kind(400, -2620, 'media'),
  IMAGE_TO_DELETE_NOT_FOUND: kind(404, -2802, 'missing'),
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Messages by field path, for example `{ PositionX: ['must be between 0 and 100'] }`. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** An expected failure. Its message is shown to the caller: it says what is wrong and what to do, never a secret. */
export class LoupeError extends Error {
  override readonly name = 'LoupeError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly fields: FieldErrors = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }

  get remedy(): Remedy {
    return errorCatalogue[this.code].remedy;
  }

  get engineCode(): number {
    return errorCatalogue[this.code].engineCode;
  }
}

/** Whether a failure passes by itself, so that the same may be tried again later. */
export function isPassing(error: unknown): error is LoupeError {
  return error instanceof LoupeError && ['OVERLOADED', 'STORAGE_UNAVAILABLE'].includes(error.code);
}

/** Bad input in one field. */
export function badInput(field: string, message: string): LoupeError {
  return new LoupeError('BAD_USER_INPUT', `${field}: ${message}`, { [field]: [message] });
}

/** Bad input in several fields, all reported at once. */
export function badFields(fields: FieldErrors): LoupeError {
  const text = Object.entries(fields).map(([field, messages]) => `${field}: ${messages.join(', ')}`);
  return new LoupeError('BAD_USER_INPUT', text.join('; '), fields);
}

/** The answer for what is absent and for what a stranger may not know of: both look alike. */
export function notFound(what: string): LoupeError {
  return new LoupeError('NOT_FOUND', `${what} was not found. Check the id.`);
}

export function forbidden(what: string): LoupeError {
  return new LoupeError('FORBIDDEN', `Your role does not allow you to ${what}.`);
}
