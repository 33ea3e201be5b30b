/** The page of all errors, made of the table in the code. */
import { errorCatalogue, type ErrorCode, type Remedy } from '../../src/kernel/errors.js';

const meanings: Readonly<Record<ErrorCode, string>> = {
  BAD_USER_INPUT:
    'a field, parameter or header is missing, of the wrong type or out of range; `fields` says which',
  CHANGED_MEANWHILE: 'somebody else changed the element since you read it (`If-Match`, `ifUnmodifiedSince`)',
  COLORS_BY_ID_NOT_AVAILABLE: 'this application keeps no colors of its references',
  COLORS_BY_UPLOAD_NOT_AVAILABLE: 'this application finds no colors of photos',
  COLOR_SEARCH_NOT_AVAILABLE: 'this application does not search by color',
  CURSOR_TOO_OLD:
    'what comes after the cursor is not kept any more; the message says from where one can begin',
  CONFLICT: 'the name, key or place is taken, or the element is in a state that does not allow it',
  EXPLANATION_NOT_AVAILABLE: 'this application cannot explain matches',
  FINE_COMPARISON_NOT_AVAILABLE: 'this application does not compare finely',
  FORBIDDEN: 'you are known, and your role or key does not allow it',
  IMAGES_DO_NOT_MATCH: 'two pictures that were to be compared do not show the same thing',
  IMAGE_AND_DNA: 'a picture and a signature were sent; one of the two is wanted',
  IMAGE_TOO_SIMPLE: 'the picture holds too little detail to be recognized',
  IMAGE_TO_DELETE_NOT_FOUND: 'the picture that was to be deleted is not there',
  INACTIVE_APPLICATION: 'the application is switched off',
  INSUFFICIENT_CREDIT: 'the account has too few page credits, or its contract ended',
  LIMIT_REACHED:
    'the organization keeps as many bytes, or has scanned as often this month, as the operator allows',
  INTERNAL_SERVER_ERROR: 'the server failed; its log names the request by its `X-Request-Id`',
  INVALID_CLIENT: 'the log-in carries no ApiKey of an organization',
  INVALID_COLOR: 'a color cannot be read',
  INVALID_DNA: 'a signature is damaged, or of another version',
  INVALID_GRANT: 'user name, password or code is wrong, used or too old',
  INVALID_IMAGE: 'the bytes claim to be a picture or PDF and cannot be decoded',
  INVALID_KEYWORD: 'a keyword holds characters that keywords may not hold',
  KEY_MAY_ONLY_QUERY: 'the application_key may search, not change',
  METHOD_NOT_ALLOWED: 'the address is known, the method is not offered there; `Allow` lists those that are',
  MISSING_PARAMETER: 'a parameter of the engine is missing',
  NEITHER_IMAGE_NOR_DNA: 'a picture or a signature is needed',
  NOT_IN_DRAFT: 'a draft holds titles, actions and zones of its document; everything else is changed at once',
  NOT_FOUND: 'it is not there, or not for you: both look alike',
  OPERATION_NOT_AVAILABLE: 'this kind of application does not offer the operation',
  APPROVAL_NEEDED:
    'readers get the change from a draft that somebody who has not edited it has approved: a rule of the organization',
  OVERLOADED: 'the server is overloaded, or is shutting down',
  PALETTE_NOT_AVAILABLE: 'this application has no palette',
  PAYLOAD_TOO_LARGE: 'the file or body is larger than the operator allows',
  RATE_LIMITED: 'there were too many requests of this kind',
  STORAGE_FULL: 'the disk of the server is full; nothing was stored, and scans are still answered',
  STORAGE_UNAVAILABLE: 'what keeps files or data does not answer; what needs neither is still answered',
  SIGN_IN_FAILED:
    'the log-in at another provider came to nothing: what it sent back is not signed by it, too old, or of another attempt',
  SECOND_FACTOR_REQUIRED: 'the password is right, and the user proves who they are in a second way besides',
  SEARCH_BY_ID_NOT_AVAILABLE: 'this application does not search by the id of a reference',
  INVALID_MANIFEST: 'the list in a ZIP of references cannot be read, or a line of it cannot be followed',
  MANIFEST_FILE_MISSING: 'the list in a ZIP of references names a file that the ZIP does not hold',
  DUPLICATE_IMAGE_ID: 'two files of a ZIP of references would get the same id',
  TOO_MANY_IDS: 'a list holds more ids than one request may',
  UNAUTHENTICATED: 'token or key is missing, unknown or expired',
  UNKNOWN_APPLICATION: 'no application has this application_key',
  UNKNOWN_IMAGE_ID: 'no reference has this id',
  UNKNOWN_OPERATION: 'the engine has no operation of this name here',
  UNSUPPORTED_GRANT: 'log-in knows `grant_type=password` only',
  UNSUPPORTED_MEDIA: 'the file is of a kind that is not taken',
  UPLOAD_INCOMPLETE: 'the request ended before its body did',
};

const remedies: Readonly<Record<Remedy, string>> = {
  input: 'Change what you send.',
  missing: 'Check the id or the key.',
  access: 'Log in, or ask for the right.',
  media: 'Send another file.',
  credit: 'Get credits.',
  busy: 'Try again after `Retry-After` seconds.',
  rereading: 'Read it again, then decide.',
  secondFactor:
    'Prove it in the second step (`finishSession`, `finishLogin`); programs show a machine token.',
  internal: 'Try again; if it happens again, tell the operator.',
};

/** Markdown with a row for each error. */
export function errorsPage(): string {
  const codes = (Object.keys(errorCatalogue) as ErrorCode[]).toSorted();
  const rows = codes.map((code) => {
    const { status, engineCode, remedy } = errorCatalogue[code];
    return `| \`${code}\` | ${status} | ${engineCode} | ${meanings[code]} | ${remedies[remedy]} |`;
  });
  return `# Errors A to Z

Every refusal has a name that does not change. REST of the platform answers the HTTP status and a \`Message\`; the engine's older interface
answers HTTP 200 with the number as \`status.code\`; its management interface (\`/api/v3/engine\`) answers a problem document with
\`code\`; GraphQL puts \`code\` in a problem of the payload, or in \`extensions\`. Texts are for people and may change. This page is
made of the table in the code (\`npm run docs:errors\`).

| Name | HTTP | Engine | What happened | What to do |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}
