/** What a job is to do, and its row. */
import { newId } from '../kernel/ids.js';
import { RANK_MS_PER_PAGE } from './job-turns.js';

export interface NewJob {
  readonly type: string;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly organizationId?: string | null;
  /** The element that the job works on. */
  readonly subjectId?: string | null;
  readonly work?: AmountOfWork;
}

/** How much a job is to do, so that small work need not wait for large work. */
export interface AmountOfWork {
  /** Pages or pictures to be made, roughly. */
  readonly size: number;
  /** A single picture: a slot is kept free for these. */
  readonly isSingle?: boolean;
}

/** What is known least is taken for as much as a small document. */
const UNKNOWN_SIZE = 10;

/** The row of a job that waits for its turn. */
export function newJobRow(
  now: Date,
  { type, payload, organizationId = null, subjectId = null, work }: NewJob,
) {
  const { size = UNKNOWN_SIZE, isSingle = false } = work ?? {};
  return {
    id: newId(),
    type,
    payload: { ...payload },
    state: 'Waiting' as const,
    attempts: 0,
    progress: 0,
    runAfter: now,
    lane: organizationId ?? '',
    size,
    isSingle,
    isPostponed: false,
    rankAt: new Date(now.getTime() + size * RANK_MS_PER_PAGE),
    organizationId,
    subjectId,
    error: null,
    dateCreated: now,
    dateModified: now,
  };
}
