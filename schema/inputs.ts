/** Helpers shared by the nouns: patches and uploads. */
import type { FileUpload } from 'graphql-upload-minimal';
import type { GraphqlContext } from '../src/graphql/context.js';
import type { PictureSource } from '../src/applications/picture-signatures.js';
import type { UploadedFile } from '../src/media/uploaded-file.js';

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined | null> };
type GivenOrNull<T, N extends keyof T> = Given<Omit<T, N>> & { [K in N]?: Exclude<T[K], undefined> };

/** The members of an input that were really given: a patch leaves the others as they are. */
export function given<T extends object>(input: T): Given<T> {
  return givenOrNull(input, []);
}

/** As `given`, but null empties the members that are named; for the others it says nothing. */
export function givenOrNull<T extends object, const N extends keyof T & string>(
  input: T,
  removable: readonly N[],
): GivenOrNull<T, N> {
  const isGiven = ([name, value]: [string, unknown]) =>
    value !== undefined && (value !== null || removable.some((member) => member === name));
  return Object.fromEntries(Object.entries(input).filter(isGiven)) as GivenOrNull<T, N>;
}

/** Receives an upload, hands it on, and discards it whatever happens. */
export async function withUpload<T>(
  { services, limits }: GraphqlContext,
  upload: Promise<FileUpload>,
  use: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  const sent = await upload;
  const file = await services.uploads.receive(sent.createReadStream(), {
    maxBytes: limits.maxFileBytes,
    originalName: sent.filename || null,
    declaredType: sent.mimetype || null,
  });
  try {
    return await use(file);
  } finally {
    await file.discard();
  }
}

/** A picture as an upload or as its signature in base64; the services refuse none and both. */
export async function withPicture<T>(
  context: GraphqlContext,
  { image, dna }: { readonly image?: Promise<FileUpload> | null; readonly dna?: string | null },
  use: (source: PictureSource) => Promise<T>,
): Promise<T> {
  const signature = dna == null ? {} : { dna: Buffer.from(dna, 'base64') };
  if (image == null) return use(signature);
  return withUpload(context, image, (file) => use({ ...signature, image: file }));
}
