/** What the engine's services answer. */
import type { GradeReason, LocalMatch } from '../engine-host/types.js';
import type { Metadata } from './references/metadata.rules.js';
import type { ApplicationKind, ApplicationPurpose, ApplicationSettings } from './application.entity.js';

export interface ApplicationView {
  readonly id: string;
  readonly name: string;
  readonly kind: ApplicationKind;
  readonly purpose: ApplicationPurpose;
  readonly organizationId: string | null;
  /** Keys, for managers of the application; null for an organization's own applications. */
  readonly modifyKey: string | null;
  readonly queryKey: string | null;
  readonly isActive: boolean;
  readonly settings: ApplicationSettings;
  /** Whether small copies of the pictures of references are kept. */
  readonly keepsThumbnails: boolean;
  readonly dateCreated: Date;
  readonly dateModified: Date;
}

export interface ReferenceView {
  readonly id: string;
  readonly keywords: readonly string[];
  /** What the caller keeps with it; null for nothing. */
  readonly metadata: Metadata | null;
  readonly keypointCount: number;
  /** 0 (hardly recognizable) to 5 (excellent); null for a reference that was given as a signature. */
  readonly grade: number | null;
  readonly gradeReason: GradeReason | null;
  /** Stored file with a small copy of the first image; null where none is kept. */
  readonly thumbnailFileId: string | null;
  /** Whether searches find it. */
  readonly isActive: boolean;
  /** Answers of searches by pictures in which it was recognized, since it was added. */
  readonly recognitionCount: number;
  /** When it was last recognized; null when never. */
  readonly dateRecognized: Date | null;
  readonly dateCreated: Date;
  readonly dateModified: Date;
}

/** A reference that looks nearly like one that is being added. */
export interface NearDuplicate {
  readonly id: string;
  /** 0 (same) to 1. */
  readonly distance: number;
}

export interface AddedReference extends ReferenceView {
  /** Number of the change within its application, from 1. */
  readonly changeNumber: number;
  /** Images of the same id, this one included. */
  readonly imageCount: number;
  /** Other references that are nearly the same picture, nearest first; a warning only. */
  readonly nearDuplicates: readonly NearDuplicate[];
}

export interface SimilarityScores {
  readonly shapeDistance: number;
  readonly colorDistance: number;
  /** distance = (1 - colorWeight) * shapeDistance + colorWeight * colorDistance; all 0..1. */
  readonly colorWeight: number;
}

export interface ReferenceHit {
  readonly id: string;
  readonly keywords: readonly string[];
  readonly metadata: Metadata | null;
  /** 0 (same, or as wanted) to 1; 0 when the search compared no pictures. */
  readonly distance: number;
  /** Of applications that match. */
  readonly match: LocalMatch | null;
  /** Of similarity applications. */
  readonly similarity: SimilarityScores | null;
}

export interface SearchPage {
  /** All that matched, not only this page. */
  readonly total: number;
  readonly hits: readonly ReferenceHit[];
}
