/** Results of an examination: each names what was looked at, what is the case, and what to do where something is wrong. */
export interface Finding {
  readonly what: string;
  /** `uneasy` works, and may soon not, or not as somebody expects. */
  readonly state: 'well' | 'uneasy' | 'ill';
  readonly said: string;
  /** Null where there is nothing to do. */
  readonly remedy: string | null;
}

export const well = (what: string, said: string): Finding => ({ what, state: 'well', said, remedy: null });

export const uneasy = (what: string, said: string, remedy: string): Finding => ({
  what,
  state: 'uneasy',
  said,
  remedy,
});

export const ill = (what: string, said: string, remedy: string): Finding => ({
  what,
  state: 'ill',
  said,
  remedy,
});

/** Passwords of addresses stand in messages of some libraries. */
const PASSWORD = /(:\/\/[^:@/\s]*):[^@/\s]*@/g;

/** The finding of `look`; a failure is one as well. */
export async function found(
  what: string,
  look: () => Promise<Finding>,
  remedy = 'Correct this, then look again.',
): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    return ill(what, wordsOf(error), remedy);
  }
}

/** The message of a failure without passwords. */
export function wordsOf(error: unknown): string {
  const said = error instanceof Error && error.message !== '' ? error.message : String(error);
  return said.replaceAll(PASSWORD, '$1:***@');
}
