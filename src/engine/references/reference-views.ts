/** References as services answer them. */
import type { GradeReason } from '../../engine-host/types.js';
import type { ReferenceView } from '../views.js';
import type { RecognitionCounters } from './recognition-counters.js';
import type { ReferenceWithoutDna } from './reference.entity.js';

export class ReferenceViews {
  constructor(private readonly counters: Pick<RecognitionCounters, 'read'>) {}

  async of(applicationId: string, row: ReferenceWithoutDna): Promise<ReferenceView> {
    return this.counted(applicationId, toView(row));
  }

  /** A view with how often its reference was recognized. Not within a transaction: what is counted so far is written first. */
  async counted<View extends ReferenceView>(applicationId: string, view: View): Promise<View> {
    const [counted] = await this.allCounted(applicationId, [view]);
    return counted ?? view;
  }

  /** As `counted`, of many at once. */
  async allCounted<View extends ReferenceView>(
    applicationId: string,
    views: readonly View[],
  ): Promise<readonly View[]> {
    const found = await this.counters.read(
      applicationId,
      views.map(({ id }) => id),
    );
    return views.map((view) => {
      const recognitions = found.get(view.id);
      if (recognitions === undefined) return view;
      return { ...view, recognitionCount: recognitions.count, dateRecognized: recognitions.dateLast };
    });
  }
}

/** Without how often it was recognized. */
export function toView(row: ReferenceWithoutDna): ReferenceView {
  return {
    id: row.externalId ?? '',
    keywords: row.keywords,
    metadata: row.metadata ?? null,
    keypointCount: row.keypointCount,
    grade: row.gradeValue ?? null,
    gradeReason: (row.gradeReason ?? null) as GradeReason | null,
    thumbnailFileId: row.thumbnailId ?? null,
    isActive: row.isPresent,
    recognitionCount: 0,
    dateRecognized: null,
    dateCreated: row.dateCreated,
    dateModified: row.dateModified,
  };
}
