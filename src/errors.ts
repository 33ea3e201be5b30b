/**
 * The error catalogue. Services throw `LoupeError` with a name from here; every surface projects it: HTTP status
 * for REST, `extensions.code` for GraphQL, a negative number for the engine API, an exit code for the command line.
 */

export interface ErrorKind {
  /** HTTP status on the platform's REST surface. */
  readonly status: number;
  /** Negative status code on the engine API. */
  readonly engineCode: number;
}

const kind = (status: number, engineCode: number): ErrorKind => ({ status, engineCode });

export const errorCatalogue = {
  /** A field, parameter or header is missing, of the wrong type or out of range; `fields` says which. */
  BAD_USER_INPUT: kind(400, -2004),
  MISSING_PARAMETER: kind(400, -2003),
  /** The login failed: wrong user name, password or grant. */
  INVALID_GRANT: kind(400, -2001),
  UNSUPPORTED_GRANT: kind(400, -2001),
  /** The login carries no known ApiKey. */
  INVALID_CLIENT: kind(400, -2001),
  UNAUTHENTICATED: kind(401, -2001),
  FORBIDDEN: kind(403, -2006),
  INSUFFICIENT_CREDIT: kind(403, -2006),
  NOT_FOUND: kind(404, -2601),
  METHOD_NOT_ALLOWED: kind(405, -2015),
  CONFLICT: kind(409, -2004),
  PAYLOAD_TOO_LARGE: kind(413, -1003),
  UNSUPPORTED_MEDIA: kind(415, -1001),
  /** The bytes claim to be an image or PDF but cannot be decoded. */
  INVALID_IMAGE: kind(400, -1004),
  /** The request ended before its body did. */
  UPLOAD_INCOMPLETE: kind(400, -1005),
  /** The picture holds too little detail to be recognized. */
  IMAGE_TOO_SIMPLE: kind(400, -1002),
  RATE_LIMITED: kind(429, -2007),
  OVERLOADED: kind(503, -2008),
  INTERNAL_SERVER_ERROR: kind(500, -2009),

  UNKNOWN_APPLICATION: kind(404, -2001),
  INACTIVE_APPLICATION: kind(403, -2002),
  UNKNOWN_OPERATION: kind(404, -2005),
  OPERATION_NOT_AVAILABLE: kind(400, -2006),
  /** The key may search, not change. */
  KEY_MAY_ONLY_QUERY: kind(403, -2010),
  IMAGE_AND_DNA: kind(400, -2011),
  NEITHER_IMAGE_NOR_DNA: kind(400, -2012),
  TOO_MANY_IDS: kind(400, -2013),
  INVALID_COLOR: kind(400, -2014),
  INVALID_KEYWORD: kind(400, -1404),
  UNKNOWN_IMAGE_ID: kind(404, -2601),
  SEARCH_BY_ID_NOT_AVAILABLE: kind(400, -2609),
  INVALID_DNA: kind(400, -2610),
  COLOR_SEARCH_NOT_AVAILABLE: kind(400, -2611),
  COLORS_BY_ID_NOT_AVAILABLE: kind(400, -2612),
  COLORS_BY_UPLOAD_NOT_AVAILABLE: kind(400, -2613),
  PALETTE_NOT_AVAILABLE: kind(400, -2614),
  FINE_COMPARISON_NOT_AVAILABLE: kind(400, -2615),
  EXPLANATION_NOT_AVAILABLE: kind(400, -2616),
  IMAGES_DO_NOT_MATCH: kind(400, -2620),
  IMAGE_TO_DELETE_NOT_FOUND: kind(404, -2802),
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

  get engineCode(): number {
    return errorCatalogue[this.code].engineCode;
  }
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
