/** Imports and their reports as services answer them. */
import type { ReferenceImport, ReferenceImportLine } from './reference-import.entity.js';

export interface ImportView {
  readonly id: string;
  readonly state: ReferenceImport['state'];
  readonly fileName: string | null;
  /** 0 until a large archive was counted. */
  readonly total: number;
  readonly added: number;
  readonly refused: number;
  /** 0..1 */
  readonly progress: number;
  /** What is left at the speed of the present run; null unless it runs and has begun. */
  readonly secondsLeft: number | null;
  /** Whether it only tries: nothing is added. */
  readonly isDryRun: boolean;
  readonly failureReason: string | null;
  readonly dateCreated: Date;
  readonly dateModified: Date;
}

export interface ImportLine {
  readonly position: number;
  readonly fileName: string;
  readonly imageId: string;
  /** Name in the error catalogue; null when it was added. */
  readonly code: string | null;
  /** Why it was refused, or what to know about it all the same. */
  readonly message: string | null;
  readonly grade: number | null;
  readonly gradeReason: string | null;
  readonly nearDuplicates: readonly string[];
  /** Line (CSV) or entry (JSON) of the manifest, from 1; null for what no manifest names. */
  readonly manifestLine: number | null;
}

/** @param now for what is left */
export function toImportView(row: ReferenceImport, now: Date): ImportView {
  const { id, state, total, added = 0, refused = 0, dateCreated, dateModified } = row;
  return {
    id,
    state,
    fileName: row.fileName ?? null,
    total,
    added,
    refused,
    progress: state === 'Done' ? 1 : Math.min(1, (added + refused) / Math.max(1, total)),
    secondsLeft: secondsLeft(row, now),
    isDryRun: row.isDryRun ?? false,
    failureReason: row.failureReason ?? null,
    dateCreated,
    dateModified,
  };
}

export function toLine(row: ReferenceImportLine): ImportLine {
  const { position, fileName, imageId, nearDuplicates, manifestLine = null } = row;
  return {
    position,
    fileName,
    imageId,
    code: row.code ?? null,
    message: row.message ?? null,
    grade: row.grade ?? null,
    gradeReason: row.gradeReason ?? null,
    nearDuplicates,
    manifestLine,
  };
}

function secondsLeft(row: ReferenceImport, now: Date): number | null {
  const { state, total, added = 0, refused = 0, doneAtStart = 0, dateStarted } = row;
  const done = added + refused - doneAtStart;
  if (state !== 'Running' || dateStarted == null || done <= 0 || total === 0) return null;
  const perFile = (now.getTime() - dateStarted.getTime()) / 1000 / done;
  return Math.max(0, Math.ceil(perFile * (total - added - refused)));
}
