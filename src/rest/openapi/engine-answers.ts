/** What the engine's operations answer, for its OpenAPI description. */
import { z } from 'zod';
import type { SchemaWriter } from './schema-writer.js';

const status = z
  .looseObject({ code: z.int().max(0).describe('0 when all went well'), message: z.string() })
  .meta({ id: 'EngineStatus', description: 'How an operation of the engine ended' });

const size = z.tuple([z.int(), z.int()]).describe('Width and height in pixels');
const point = z.tuple([z.number(), z.number()]).describe('x and y as fractions of the picture');
const sizes = {
  originalDimensions: size,
  resizedDimensions: size.describe('The size that was worked on, never larger than the original'),
};
const share = z.number().min(0).max(1);

const localMatching = {
  category: z.literal('LOCALMATCHING'),
  distance: share.describe('0 (same) to 1'),
  homography: z
    .object({
      source: z.literal('reference'),
      destination: z.literal('query'),
      coefficients: z
        .array(z.number())
        .describe('Nine numbers, row by row, on fractions; none without a pose'),
    })
    .describe('The transformation from the reference to the query'),
};

const mediaSide = z
  .object({ ...sizes, matchingBox: z.object({ topLeftPoint: point, bottomRightPoint: point }) })
  .meta({ id: 'EngineMediaSide', description: 'Where a match lies: a box without rotation' });
const mobileSide = z
  .object({
    ...sizes,
    matchingBox: z.object({
      points: z.array(point).describe('Four corners, clockwise from the top left of the reference'),
      area: z.number().describe('Share of the picture that the box covers'),
    }),
  })
  .meta({ id: 'EngineMobileSide', description: 'Where a match lies: four corners' });

const mediaInfo = z
  .object({
    ...localMatching,
    query: mediaSide,
    reference: mediaSide,
    decision: z.enum(['Clone', 'Match', 'Similar', 'Different']),
  })
  .meta({ id: 'EngineMediaResultInfo', description: 'result_info of media monitoring applications' });
const mobileInfo = z
  .object({
    ...localMatching,
    query: mobileSide,
    reference: mobileSide,
    scores: z.object({
      boxCoveredSurface: z.number().describe('Share of the box that is covered with matching points'),
      boxPointsRatio: z.number().describe('Not to be used'),
      boxPointsRatioHomography: z.number().describe('Matching points among all points in the query box'),
      matchStrength: share.describe('From the number of matching points'),
    }),
    decision: z.enum([
      'Clone',
      'Match',
      'Rejection due to geometric test',
      'Rejection due to shape of the matching box',
    ]),
  })
  .meta({
    id: 'EngineMobileResultInfo',
    description: 'result_info of mobile matching and brand monitoring applications',
  });
const similarityInfo = z
  .object({
    category: z.literal('SIMILARITY'),
    colorScore: z.number(),
    shapeScore: z.number(),
    colorweight: share,
  })
  .meta({ id: 'EngineSimilarityResultInfo', description: 'result_info of similarity applications' });

/** Members besides the status, by operation; those of GetApplicationStatus depend on the family. */
function membersOf(name: string, family: string, schemas: SchemaWriter): z.ZodRawShape {
  const image = z
    .object({
      keywords: z.array(z.string()),
      score: z.number().describe('0 is best'),
      id: z.string().describe('The image_id'),
      result_info: z.string().meta({
        description: 'JSON text; empty where no pictures were compared',
        contentMediaType: 'application/json',
        contentSchema: schemas.output(z.union([mediaInfo, mobileInfo, similarityInfo])),
      }),
    })
    .meta({ id: 'EngineImage', description: 'A reference that was found' });
  const task = { task_id: z.int().describe('Number of the change in its application; 0 when refused') };
  const colors = { colors: z.array(z.string()).describe('<hex>@<percentage> each') };
  const picture = z.string().describe('JPEG with the differences drawn, base64');
  const search = {
    nb_results_found: z.int().describe('All that matched, not only this page'),
    images: z.array(image),
  };
  const all: Readonly<Record<string, z.ZodRawShape>> = {
    AddImage: {
      ...task,
      grade: z.int().min(0).max(5).nullish().describe('How well the reference will be found; null for a DNA'),
      grade_reason: z.string().nullish(),
      near_duplicates: z.array(z.string()).optional().describe('Ids of references that are nearly the same'),
    },
    DeleteImage: task,
    GetImageById: { image: image.nullable() },
    GetDnaById: { dna: z.object({ dna: z.string().describe('base64'), id: z.string() }).nullable() },
    GetApplicationStatus:
      family === 'modify'
        ? { application_db_status: z.string().optional(), main_db_status: z.string().optional() }
        : { nb_loaded_images: z.int().optional() },
    GetTaskStatus: {
      task_status: z.string().optional(),
      task_status_code: z.int().optional(),
      task_status_message: z.string().optional(),
    },
    GetImageColorsById: colors,
    GetImageColorsByUpload: colors,
    GetPalette: { ...colors, image_count: z.array(z.int()).describe('Images that hold each of the colors') },
    FineComparison: {
      score: z.number().describe('0 (no difference) to 100; 100 when refused'),
      ref_image: picture,
      query_image: picture,
    },
  };
  return all[name] ?? (name.startsWith('SearchImage') ? search : {});
}

/** Every answer is HTTP 200 with a status, whatever else it holds. */
export function engineAnswer(name: string, family: string, schemas: SchemaWriter): z.ZodType {
  return z.looseObject({ status, ...membersOf(name, family, schemas) });
}
