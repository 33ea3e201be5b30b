/** Who calls, in the table of who may do what. */

export const actors = [
  /** Neither token nor ApiKey. */
  'anonymous',
  /** Users of the organization that the target belongs to. */
  'administrator',
  'editor',
  'viewer',
  /** With a made role of all that editors may do, and with one for a folder beside the target besides the role of viewers. */
  'madeEditor',
  'folderEditor',
  /** Of the organization above it. */
  'parentAdministrator',
  /** Of an organization beside it, below the same parent. */
  'siblingAdministrator',
  /** Administrators of the target's organization whose login is no longer valid. */
  'disabled',
  'expired',
  'revoked',
  /** No token, the ApiKey of the target's organization. */
  'ownApiKey',
  /** No token, the ApiKey of an unrelated organization. */
  'foreignApiKey',
  /** No token, a publishable key of the target's organization on one of the server's own pages. */
  'publishableKey',
  /** Machine tokens of the administrator: with the scopes that a viewer has, and an editor. */
  'readingMachine',
  'writingMachine',
  /** With all scopes, on a folder beside the target. */
  'folderMachine',
  'revokedMachine',
] as const;
export type Actor = (typeof actors)[number];

/** Users whose rights come from roles that their organization made. */
type Made = 'madeEditor' | 'folderEditor';

export type Machine = 'readingMachine' | 'writingMachine' | 'folderMachine' | 'revokedMachine';

/** Whose like somebody is where the table says nothing else. */
const likeness: Readonly<Record<Machine | Made, Actor>> = {
  madeEditor: 'editor',
  folderEditor: 'viewer',
  readingMachine: 'viewer',
  writingMachine: 'editor',
  folderMachine: 'siblingAdministrator',
  revokedMachine: 'revoked',
};

/** Those who must never see what belongs to the target's organization. */
export const strangers: readonly Actor[] = [
  'anonymous',
  'siblingAdministrator',
  'disabled',
  'expired',
  'revoked',
  'foreignApiKey',
  'folderMachine',
  'revokedMachine',
];

/** `empty` is an answer that says nothing: null, or 204. */
export type Outcome = 'ok' | 'empty' | 'unauthenticated' | 'forbidden' | 'notFound';

type Cells = Readonly<Record<Exclude<Actor, Machine | Made>, Outcome>>;

const noToken = {
  anonymous: 'unauthenticated',
  disabled: 'unauthenticated',
  expired: 'unauthenticated',
  revoked: 'unauthenticated',
  ownApiKey: 'unauthenticated',
  foreignApiKey: 'unauthenticated',
  publishableKey: 'unauthenticated',
} as const satisfies Partial<Cells>;

const reader: Cells = {
  ...noToken,
  administrator: 'ok',
  editor: 'ok',
  viewer: 'ok',
  parentAdministrator: 'ok',
  siblingAdministrator: 'notFound',
};
const writer: Cells = { ...reader, viewer: 'forbidden' };
const administrator: Cells = { ...writer, editor: 'forbidden' };

const everybody = (outcome: Outcome): Cells => ({
  anonymous: outcome,
  administrator: outcome,
  editor: outcome,
  viewer: outcome,
  parentAdministrator: outcome,
  siblingAdministrator: outcome,
  disabled: outcome,
  expired: outcome,
  revoked: outcome,
  ownApiKey: outcome,
  foreignApiKey: outcome,
  publishableKey: outcome,
});

/** What a row of the table says of each actor. */
const policies = {
  /** Every role of the organization or of one above it. */
  reader,
  /** Administrators and editors. */
  writer,
  /** Administrators. */
  administrator,
  /** As `reader`, but strangers are answered null instead of an error. */
  readerOrNull: { ...reader, siblingAdministrator: 'empty' },
  /** As `administrator` and `reader`, where strangers are promised 403. */
  administratorOr403: { ...administrator, siblingAdministrator: 'forbidden' },
  /** Everybody who is logged in, about themselves or about nothing in particular. */
  user: { ...reader, siblingAdministrator: 'ok' },
  /** Every role anywhere that may list what is theirs; administrators of their own organization. */
  ownAdministrator: { ...administrator, siblingAdministrator: 'ok' },
  /** A program on the same machine, not a page of a browser. */
  programsHere: { ...everybody('ok'), publishableKey: 'forbidden' },
  /** The ApiKey alone counts; other keys find nothing. */
  keyHolder: { ...everybody('unauthenticated'), ownApiKey: 'ok', foreignApiKey: 'notFound' },
  /** The ApiKey alone counts; any key may ask and gets what is its own. */
  anyKeyHolder: { ...everybody('unauthenticated'), ownApiKey: 'ok', foreignApiKey: 'ok' },
  /** As `anyKeyHolder`, and a key that has nothing of the kind is answered nothing. */
  keyHolderOrNothing: { ...everybody('unauthenticated'), ownApiKey: 'ok', foreignApiKey: 'empty' },
  /** Administrators by token, or the ApiKey; others are treated as strangers. */
  signUp: {
    ...administrator,
    ownApiKey: 'ok',
    foreignApiKey: 'notFound',
  },
  /** No rights needed. */
  anybody: everybody('ok'),
} as const satisfies Readonly<Record<string, Cells>>;
export type Policy = keyof typeof policies;

/** @param but what a row says of single actors */
export function outcomeOf(
  policy: Policy,
  actor: Actor,
  but: Partial<Readonly<Record<Actor, Outcome>>> = {},
): Outcome {
  const like = actor in likeness ? likeness[actor as Machine | Made] : actor;
  const cells: Partial<Record<Actor, Outcome>> = policies[policy];
  return but[actor] ?? but[like] ?? cells[like] ?? 'forbidden';
}
