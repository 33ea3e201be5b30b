/** The parameters of the engine's operations, as its description names them. */
import { fineTexts } from '../shared/fine-settings.js';

interface KnownParameter {
  readonly description: string;
  readonly isRequired?: boolean;
  readonly isFile?: boolean;
  /** May be given several times. */
  readonly isList?: boolean;
}

interface KnownOperation {
  readonly summary: string;
  readonly parameters: Readonly<Record<string, KnownParameter>>;
}

const application_key = { description: 'Key of the application', isRequired: true };
const image_id = { description: 'Id of the reference', isRequired: true };
const image_content = {
  description: 'The picture: JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP',
  isFile: true,
  isRequired: true,
};
const dna = { description: 'Signature of a picture, base64' };
const keywords = { description: 'Keywords; give the parameter once for each', isList: true };
const colors = {
  description: 'Wanted colors, each as <hex>@<percentage> or <hex>',
  isList: true,
  isRequired: true,
};
const range = {
  keywords,
  color_weight: { description: 'Weight of colors, 0 to 100' },
  nb_results: { description: 'Results of the answer, at most 1000' },
  starting_index: { description: 'Results left out at the beginning' },
  ids_list: { description: 'Only these references, at most 10,000, separated by semicolons' },
  threshold: { description: 'Strictness of the decision, 0 to 1' },
  mirrored: { description: 'true also recognizes mirror images of references' },
  second_try: {
    description:
      'false for one look alone; unless set, a closer look follows where the first recognizes nothing',
  },
  stream_id: {
    description:
      'Names the stream of a camera whose frames are searched for one after the other: the first is looked at quickly, the next ones closer once in two seconds',
  },
  include_rejected: {
    description: 'true also lists the nearest candidates that were not recognized, after those that were',
  },
};

/** What a call would send, by the name of the parameter. */
export const engineExamples: Readonly<Record<string, string | readonly string[]>> = {
  application_key: 'q7Zt0VbXc2Lr8WnKd5YpHs1MfGa4JeUo',
  image_id: 'poster-12',
  keywords: ['poster', 'spring'],
  colors: ['FF6633@60', '0033CC'],
  color_weight: '30',
  nb_results: '10',
  starting_index: '0',
  ids_list: 'poster-12;poster-13',
  threshold: '0.5',
  mirrored: 'false',
  second_try: 'true',
  stream_id: 'camera-1',
  include_rejected: 'false',
  nb_colors: '5',
  task_id: '0',
};

export const engineParameters: Readonly<Record<string, KnownOperation>> = {
  AddImage: {
    summary: 'Add a reference, or replace the one of the same id',
    parameters: {
      application_key,
      image_id,
      image_content: { ...image_content, isRequired: false },
      dna,
      keywords,
    },
  },
  DeleteImage: { summary: 'Delete a reference', parameters: { application_key, image_id } },
  GetImageById: { summary: 'Read a reference', parameters: { application_key, image_id } },
  GetDnaById: { summary: 'Read the signature of a reference', parameters: { application_key, image_id } },
  GetApplicationStatus: { summary: 'State of an application', parameters: { application_key } },
  GetTaskStatus: {
    summary: 'State of a task; tasks are done when their call is answered',
    parameters: { application_key, task_id: { description: 'Number of the task', isRequired: true } },
  },
  SearchImageByUpload: {
    summary: 'Search by a photo',
    parameters: { application_key, image_content, ...range },
  },
  SearchImageByDna: {
    summary: 'Search by a signature',
    parameters: { application_key, dna: { ...dna, isRequired: true }, ...range },
  },
  SearchImageById: {
    summary: 'Search by a reference that is stored already',
    parameters: { application_key, image_id, ...range },
  },
  SearchImageByKeywords: {
    summary: 'Search by keywords alone',
    parameters: { application_key, ...range, keywords: { ...keywords, isRequired: true } },
  },
  SearchImageByColors: { summary: 'Search by colors', parameters: { application_key, colors, ...range } },
  GetImageColorsById: {
    summary: 'Dominant colors of a reference',
    parameters: { application_key, image_id },
  },
  GetImageColorsByUpload: {
    summary: 'Dominant colors of a picture',
    parameters: { application_key, image_content },
  },
  GetPalette: {
    summary: 'Colors of the references of an application',
    parameters: {
      application_key,
      keywords,
      nb_colors: { description: 'Most colors of the answer, 1 to 100' },
      ids_list: range.ids_list,
    },
  },
  FineComparison: {
    summary: 'Compare two pictures and show their differences',
    parameters: {
      application_key,
      reference_image: { ...image_content, description: 'The original; ref_image is taken, too' },
      query_image: { ...image_content, description: 'What is compared with it' },
      sensitivity: { description: fineTexts.sensitivity },
      min_delta_e: { description: fineTexts.minDeltaE },
      min_size: { description: fineTexts.minSize },
      ignore: { description: fineTexts.ignore, isList: true },
    },
  },
};
