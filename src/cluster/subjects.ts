/** Subjects of NATS. They name the installation, so that several Loupes can share one NATS, and the version of what is said. */
const VERSION = 'v3';

export interface Subjects {
  /** Asks one of the searchers that hold a part. */
  search(part: number): string;
  /** Asks one searcher, by its id. */
  to(searcherId: string): string;
  /** A searcher listens here while it works: NATS reports at once when nobody listens. */
  alive(searcherId: string): string;
  /** Asks all of them: for those whom the first did not answer. */
  again(part: number): string;
  /** Gives up what was asked for. */
  readonly abort: string;
  /** Announces changes and deleted indexes to searchers. */
  readonly changed: string;
  readonly dropped: string;
  /** Searchers tell that they are there, regularly and when they are asked. */
  readonly here: string;
  readonly who: string;
}

export function subjectsOf(installation: string): Subjects {
  const base = `loupe.${installation}.${VERSION}`;
  return {
    search: (part) => `${base}.search.${part}`,
    to: (searcherId) => `${base}.to.${searcherId}`,
    alive: (searcherId) => `${base}.alive.${searcherId}`,
    again: (part) => `${base}.again.${part}`,
    abort: `${base}.abort`,
    changed: `${base}.changed`,
    dropped: `${base}.dropped`,
    here: `${base}.here`,
    who: `${base}.who`,
  };
}

/** The queue group of the searchers that hold a part. */
export const QUEUE = 'searchers';
