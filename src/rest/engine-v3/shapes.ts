/** What the engine's management interface takes and answers. */
import { z } from 'zod';
import { counterNames } from '../../applications/application-counter.entity.js';
import { applicationKinds } from '../../applications/application.entity.js';
import { importStates } from '../../applications/reference-import.entity.js';

const date = z.iso.datetime();
const share = z.number().min(0).max(1);
const settings = z.object({
  resultCount: z.int().optional().describe('Results on a page unless a search says otherwise, 1 to 1000'),
  colorWeightPercent: z.int().optional().describe('Importance of color in similarity searches, 0 to 100'),
  threshold: z.number().optional().describe('Strictness of the decision, 0 to 1; 0.5 is the shipped one'),
});
const settingsPatch = z.object({
  resultCount: z.number('must be a number').nullish(),
  colorWeightPercent: z.number('must be a number').nullish(),
  threshold: z.number('must be a number').nullish(),
});
const kind = z.enum(applicationKinds, `must be one of ${applicationKinds.join(', ')}`);

export const newApplication = z.object({
  name: z.string('must be a text').optional(),
  kind,
  organizationId: z.string('must be a text').optional().describe('Your own organization when absent'),
  key: z.string('must be a text').optional().describe('application_key to keep; one is made when absent'),
  queryKey: z.string('must be a text').optional().describe('A second key that may only query'),
  settings: settingsPatch.optional(),
});
export const applicationPatch = z.object({
  name: z.string('must be a text').optional(),
  isActive: z.boolean('must be true or false').optional(),
  settings: settingsPatch.optional().describe('null takes a setting back to what is shipped'),
});
export const keyRotation = z.object({
  modify: z.boolean('must be true or false').default(true),
  query: z.boolean('must be true or false').default(true),
});
export const keywordPatch = z.object({
  keywords: z.array(z.string('must be a text'), 'must be a list of texts'),
});
export const deletion = z.object({
  imageIds: z.array(z.string('must be a text'), 'must be a list of texts'),
});

export const paletteQuery = z.object({
  mostColors: z.int('must be a whole number').optional().describe('1 to 100; 10 by default'),
  keywords: z
    .array(z.string('must be a text'), 'must be a list of texts')
    .optional()
    .describe('Only references that hold all of these'),
  ids: z
    .array(z.string('must be a text'), 'must be a list of texts')
    .optional()
    .describe('Only these references, at most 10,000'),
});

const hex = z.string().describe('Six hexadecimal digits, sRGB');
export const colorsShape = z.object({
  colors: z.array(z.object({ hex, percentage: z.int().describe('Share of the picture; they sum to 100') })),
});
export const paletteShape = z.object({ colors: z.array(z.object({ hex, pictureCount: z.int() })) });
export const dnaShape = z.object({ id: z.string(), dna: z.string().describe('Signature, base64') });
export const extractionShape = z.object({
  dna: z.string().describe('Signature, base64'),
  keypointCount: z.int(),
  grade: z.int().describe('How well it would be recognized, 0 to 5'),
  gradeReason: z.string(),
  isRecognizable: z.boolean().describe('Whether the application would take it as a reference'),
});

export const applicationShape = z
  .object({
    id: z.uuid(),
    name: z.string(),
    kind,
    organizationId: z.uuid().nullable(),
    modifyKey: z.string().nullable(),
    queryKey: z.string().nullable(),
    isActive: z.boolean(),
    settings,
    dateCreated: date,
    dateModified: date,
  })
  .meta({ id: 'EngineApplication', description: 'A set of references that is searched as one' });

const pageInfo = z.object({ endCursor: z.string().nullable(), hasNextPage: z.boolean() });
export const applicationPageShape = z.object({
  items: z.array(applicationShape),
  totalCount: z.int(),
  pageInfo,
});

export const countersShape = z.object({
  months: z.array(
    z.object({
      month: z.string().describe('YYYY-MM, UTC'),
      counts: z.object(Object.fromEntries(counterNames.map((name) => [name, z.int()]))),
    }),
  ),
});
export const countsShape = z.object({ references: z.int(), images: z.int() });

const reference = {
  id: z.string(),
  keywords: z.array(z.string()),
  keypointCount: z.int(),
  grade: z.int().nullable().describe('How well it will be recognized, 0 to 5; null when given as a DNA'),
  gradeReason: z.string().nullable(),
  dateCreated: date,
  dateModified: date,
};
const nearDuplicate = z.object({ id: z.string(), distance: share });
export const referenceShape = z.object(reference).meta({ id: 'EngineReference', description: 'A reference' });
export const addedReferenceShape = z.object({
  ...reference,
  imageCount: z.int().describe('Images of this id'),
  nearDuplicates: z.array(nearDuplicate).describe('Other references that are nearly the same picture'),
});
export const referencePageShape = z.object({ items: z.array(referenceShape), pageInfo });
export const deletionShape = z.object({ removed: z.array(z.string()), unknown: z.array(z.string()) });

export const importShape = z
  .object({
    id: z.uuid(),
    state: z.enum(importStates),
    fileName: z.string().nullable(),
    total: z.int(),
    added: z.int(),
    refused: z.int(),
    progress: share,
    failureReason: z.string().nullable(),
    dateCreated: date,
    dateModified: date,
  })
  .meta({ id: 'EngineImport', description: 'References that are added from a ZIP' });
export const importLinesShape = z.object({
  items: z.array(
    z.object({
      position: z.int(),
      fileName: z.string(),
      imageId: z.string(),
      code: z.string().nullable().describe('null when it was added'),
      message: z.string().nullable(),
      grade: z.int().nullable(),
      gradeReason: z.string().nullable(),
      nearDuplicates: z.array(z.string()),
    }),
  ),
  pageInfo,
});
