/** Every operation of the engine, with what a good call of it sends. */
import type { ApplicationKind } from '../../../src/engine/application.entity.js';

export interface Operation {
  readonly name: string;
  readonly family: 'modify' | 'query';
  readonly kind: ApplicationKind;
  /** What a good call sends besides the key. */
  readonly takes: readonly Parameter[];
  /** Members that a refusal must still have. */
  readonly refusal: object;
}

export type Parameter =
  | 'image_id'
  | 'image_content'
  | 'dna'
  | 'keywords'
  | 'colors'
  | 'ref_image'
  | 'query_image'
  | 'task_id'
  | 'nb_colors'
  | 'color_weight'
  | 'paging'
  | 'ids_list';

const search: readonly Parameter[] = ['keywords', 'paging', 'color_weight', 'ids_list'];
const none = { nb_results_found: 0, images: [] };
export const operations: readonly Operation[] = [
  {
    name: 'AddImage',
    family: 'modify',
    kind: 'mobile',
    takes: ['image_id', 'image_content', 'keywords'],
    refusal: { task_id: 0 },
  },
  {
    name: 'AddImage',
    family: 'modify',
    kind: 'similarity',
    takes: ['image_id', 'dna', 'keywords'],
    refusal: { task_id: 0 },
  },
  { name: 'DeleteImage', family: 'modify', kind: 'mobile', takes: ['image_id'], refusal: { task_id: 0 } },
  { name: 'GetImageById', family: 'modify', kind: 'mobile', takes: ['image_id'], refusal: { image: null } },
  { name: 'GetDnaById', family: 'modify', kind: 'mobile', takes: ['image_id'], refusal: { dna: null } },
  { name: 'GetApplicationStatus', family: 'modify', kind: 'mobile', takes: [], refusal: {} },
  { name: 'GetTaskStatus', family: 'modify', kind: 'mobile', takes: ['task_id'], refusal: {} },
  {
    name: 'SearchImageByUpload',
    family: 'query',
    kind: 'mobile',
    takes: ['image_content', ...search],
    refusal: none,
  },
  {
    name: 'SearchImageByUpload',
    family: 'query',
    kind: 'color',
    takes: ['image_content', ...search],
    refusal: none,
  },
  { name: 'SearchImageByDna', family: 'query', kind: 'similarity', takes: ['dna', ...search], refusal: none },
  { name: 'SearchImageById', family: 'query', kind: 'media', takes: ['image_id', ...search], refusal: none },
  { name: 'SearchImageByKeywords', family: 'query', kind: 'mobile', takes: search, refusal: none },
  {
    name: 'SearchImageByColors',
    family: 'query',
    kind: 'color',
    takes: ['colors', ...search],
    refusal: none,
  },
  {
    name: 'GetImageColorsById',
    family: 'query',
    kind: 'color',
    takes: ['image_id'],
    refusal: { colors: [] },
  },
  {
    name: 'GetImageColorsByUpload',
    family: 'query',
    kind: 'color',
    takes: ['image_content'],
    refusal: { colors: [] },
  },
  {
    name: 'GetPalette',
    family: 'query',
    kind: 'color',
    takes: ['keywords', 'nb_colors', 'ids_list'],
    refusal: { colors: [], image_count: [] },
  },
  {
    name: 'FineComparison',
    family: 'query',
    kind: 'media',
    takes: ['ref_image', 'query_image'],
    refusal: { score: 100 },
  },
  { name: 'GetImageById', family: 'query', kind: 'mobile', takes: ['image_id'], refusal: { image: null } },
  { name: 'GetApplicationStatus', family: 'query', kind: 'mobile', takes: [], refusal: {} },
];

/** Operations by the kinds that do not offer them, with the code of each. */
export const notOffered: readonly [string, number, readonly ApplicationKind[]][] = [
  ['SearchImageById', -2609, ['mobile']],
  ['SearchImageByColors', -2611, ['mobile', 'media', 'brand', 'similarity']],
  ['GetImageColorsById', -2612, ['mobile', 'media', 'brand', 'similarity']],
  ['GetImageColorsByUpload', -2613, ['mobile', 'media', 'brand', 'similarity']],
  ['GetPalette', -2614, ['mobile', 'media', 'brand', 'similarity']],
  ['FineComparison', -2615, ['mobile', 'brand', 'similarity', 'color']],
];
