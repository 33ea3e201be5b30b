/** What the engine's services answer. */
import type { GradeReason, LocalMatch } from '../vision/types.js';
import type { ApplicationKind, ApplicationPurpose } from './application.entity.js';

export interface ApplicationView {
  readonly id: string;
  readonly name: string;
  readonly kind: ApplicationKind;
  readonly purpose: ApplicationPurpose;
  readonly organizationId: string | null;
  /** Keys are shown to whoever may manage the application; null for an organization's own applications. */
  readonly modifyKey: string | null;
  readonly queryKey: string | null;
  readonly isActive: boolean;
  readonly dateCreated: Date;
  readonly dateModified: Date;
}

export interface ReferenceView {
  readonly id: string;
  readonly keywords: readonly string[];
  readonly keypointCount: number;
  /** 0 (hardly recognizable) to 5 (excellent); null for a reference that was given as a signature. */
  readonly grade: number | null;
  readonly gradeReason: GradeReason | null;
  readonly dateCreated: Date;
  readonly dateModified: Date;
}

export interface ReferenceHit {
  readonly id: string;
  readonly keywords: readonly string[];
  /** 0 (same) to 1; null when the search compared no pictures. */
  readonly match: LocalMatch | null;
}

export interface SearchPage {
  /** All that matched, not only this page. */
  readonly total: number;
  readonly hits: readonly ReferenceHit[];
}
