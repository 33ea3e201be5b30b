/** Imports of references as the engine's management interface answers them. */
import { z } from 'zod';
import type { ImportLine, ImportView } from '../../engine/imports/import-views.js';
import { importStates } from '../../engine/imports/reference-import.entity.js';
import { view } from '../shared/view.js';
import { pageInfo, dates, datesOf, share } from './shapes.js';

export const importView = view(
  z
    .object({
      id: z.uuid(),
      state: z.enum(importStates),
      fileName: z.string().nullable(),
      total: z.int().describe('0 until a large archive was counted by its job'),
      added: z.int(),
      refused: z.int(),
      progress: share,
      secondsLeft: z.int().nullable().describe('At the speed of its present run; null unless it runs'),
      isDryRun: z.boolean().describe('Whether it only tries: nothing is added'),
      failureReason: z.string().nullable(),
      ...dates,
    })
    .meta({ id: 'EngineImport', description: 'References that are added from a ZIP or TAR' }),
  (started: ImportView) => ({
    id: started.id,
    state: started.state,
    fileName: started.fileName,
    total: started.total,
    added: started.added,
    refused: started.refused,
    progress: started.progress,
    secondsLeft: started.secondsLeft,
    isDryRun: started.isDryRun,
    failureReason: started.failureReason,
    ...datesOf(started),
  }),
);

export const importListView = view(
  z.object({ items: z.array(importView.shape) }),
  (imports: readonly ImportView[]) => ({ items: imports.map((each) => importView.of(each)) }),
);

export const importLinesView = view(
  z.object({
    items: z.array(
      z.object({
        position: z.int(),
        fileName: z.string(),
        imageId: z.string(),
        code: z.string().nullable().describe('null when it was added'),
        message: z.string().nullable().describe('Why it was refused, or what to know about it'),
        manifestLine: z
          .int()
          .nullable()
          .describe('Line (CSV) or entry (JSON) of the manifest; null for what no manifest names'),
        grade: z.int().nullable(),
        gradeReason: z.string().nullable(),
        nearDuplicates: z.array(z.string()),
      }),
    ),
    pageInfo,
  }),
  (lines: readonly ImportLine[], hasNextPage: boolean) => ({
    items: lines.map((line) => ({
      position: line.position,
      fileName: line.fileName,
      imageId: line.imageId,
      code: line.code,
      message: line.message,
      manifestLine: line.manifestLine,
      grade: line.grade,
      gradeReason: line.gradeReason,
      nearDuplicates: line.nearDuplicates,
    })),
    pageInfo: { endCursor: lines.at(-1)?.position.toString() ?? null, hasNextPage },
  }),
);
