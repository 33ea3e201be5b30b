/** For each mutation that takes a file: one that it cannot use. */
import { operator } from '../../../src/access/viewer.js';
import type { World } from '../../access/world.js';
import type { Given } from './mutation-calls.js';

const noPicture = { bytes: Buffer.from('This is no picture.'), type: 'image/jpeg', name: 'a.jpg' };
const notUtf8 = { bytes: Buffer.from([0xff, 0xfe, 0x00]), type: 'text/csv', name: 'a.csv' };
const titled = '{"DefaultLanguage":"en-US","Name":"x","Titles":[{"LanguageCode":"en-US","Value":""}]}';

type Refused = Given | ((world: World) => Promise<Given>);

/** Of mutations whose file is named otherwise than `file`, or that need more than it. */
const OTHERS: Readonly<Record<string, Refused>> = {
  addReference: { image: noPicture },
  compare: { query: { file: noPicture } },
  comparePdfs: { query: noPicture },
  comparePictures: { query: noPicture },
  describePicture: { image: noPicture },
  explainMatch: { image: noPicture },
  fullImport: { file: noPicture, json: titled },
  importReferences: { zip: noPicture },
  importSpreadsheet: { file: notUtf8 },
  pictureColors: async ({ loupe, target: { organizationId } }) => {
    const { id } = await loupe.app.services.applications.create(operator, { kind: 'color', organizationId });
    return { applicationId: id, image: noPicture };
  },
  previewSpreadsheet: { file: notUtf8 },
  recognize: { photo: noPicture },
  searchPictures: { photo: noPicture },
  searchReferences: { image: noPicture },
  tryRecognition: { photo: noPicture },
};

export async function unusableFile(world: World, name: string): Promise<Given> {
  const other = OTHERS[name] ?? { file: noPicture };
  return typeof other === 'function' ? other(world) : other;
}
