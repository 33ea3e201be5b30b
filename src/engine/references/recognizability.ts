/** How well photos can find a page, zone or picture, in words for its owner. */
import type { Extraction, GradeReason } from '../../engine-host/types.js';

export interface Recognizability {
  /** False for what holds too little detail: it is kept, never found, and takes no credit. */
  readonly isRecognizable: boolean;
  /** 0 (hardly ever) to 5 (excellent); null for what was stored before grades were kept. */
  readonly grade: number | null;
  /** Why the grade is not better; null for what was stored before grades were kept. */
  readonly reason: GradeReason | null;
}

/** The columns that keep it. */
export interface GradedRow {
  readonly isRecognizable: boolean;
  readonly gradeValue?: number | null;
  readonly gradeReason?: string | null;
}

export function recognizabilityOf({
  isRecognizable,
  grade,
}: Omit<Extraction, 'dna' | 'keypointCount'>): Recognizability {
  return { isRecognizable, grade: grade.value, reason: grade.reason };
}

export function toGradedRow({ isRecognizable, grade, reason }: Recognizability) {
  return { isRecognizable, gradeValue: grade, gradeReason: reason };
}

export function readRecognizability({ isRecognizable, gradeValue, gradeReason }: GradedRow): Recognizability {
  return { isRecognizable, grade: gradeValue ?? null, reason: (gradeReason ?? null) as GradeReason | null };
}
