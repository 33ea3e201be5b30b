/** What single pictures hold, computed here or by a server. */
import type { PictureColor } from '../engine-host/appearance/color.js';
import type { RecognitionRole } from '../engine-host/decode-size.js';
import { type CliContext, withLocalRecognition } from './context.js';
import { EngineServer, type ServerOptions } from './engine-server.js';

export interface PictureExtraction {
  /** The DNA of a picture that is to be added or searched by, and how well it will be recognized. */
  extract(
    image: Buffer,
    role: RecognitionRole,
  ): Promise<{ readonly dna: Buffer; readonly grade: number; readonly reason: string }>;
  /** The dominant colors, largest share first. */
  colors(image: Buffer): Promise<readonly PictureColor[]>;
}

/** Hands over the server that is named, else recognition on files. */
export async function withPictureExtraction<T>(
  context: CliContext,
  options: ServerOptions,
  work: (pictures: PictureExtraction) => Promise<T>,
): Promise<T> {
  const server = EngineServer.of(options);
  if (server !== null) return work(onServer(server));
  return withLocalRecognition(context, (recognition) =>
    work({
      extract: async (image, role) => {
        const { dna, grade } = await recognition.extract(image, role);
        return { dna, grade: grade.value, reason: grade.reason };
      },
      colors: (image) => recognition.colors(image),
    }),
  );
}

function onServer(server: EngineServer): PictureExtraction {
  return {
    extract: async (image, role) => {
      const { dna, grade, gradeReason } = (await server.post('extract', { image, role })) as {
        readonly dna: string;
        readonly grade: number;
        readonly gradeReason: string;
      };
      return { dna: Buffer.from(dna, 'base64'), grade, reason: gradeReason };
    },
    colors: async (image) =>
      ((await server.post('colors', { image })) as { readonly colors: readonly PictureColor[] }).colors,
  };
}
