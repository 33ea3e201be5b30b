/** Helpers shared by the nouns: patches and uploads. */
import { badInput } from '../src/kernel/errors.js';
import type { GraphqlContext } from '../src/graphql/context.js';
import type { Upload } from '../src/graphql/upload.js';
import type { UploadUse } from '../src/media/uploads/resumable-uploads.js';
import type { PictureSource } from '../src/engine/references/pictures/picture-signatures.js';
import type { UploadedFile } from '../src/media/uploads/received-file.js';

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

/** Passes an upload to `use`. @throws LoupeError when its file was refused */
export async function withUpload<T>(upload: Upload, use: (file: UploadedFile) => Promise<T>): Promise<T> {
  return use(upload.file);
}

/**
 * Passes a file of the request to `use`, or one that was uploaded in parts before.
 *
 * @param fate `inspect` leaves the upload for later use
 * @throws LoupeError BAD_USER_INPUT unless exactly one is given, and as `withUpload` and `ResumableUploads.use`
 */
export async function withFile<T>(
  { services, viewer }: GraphqlContext,
  purpose: UploadUse,
  { file, uploadId }: { readonly file?: Upload | null; readonly uploadId?: string | null },
  use: (file: UploadedFile) => Promise<T>,
  fate: 'use' | 'inspect' = 'use',
): Promise<T> {
  if ((file == null) === (uploadId == null)) throw badInput('file', 'give either file or uploadId');
  if (file != null) return withUpload(file, use);
  return services.resumableUploads[fate](viewer, uploadId ?? '', purpose, use);
}

interface NamedUpload {
  readonly image?: Upload | null;
  readonly imageUrl?: string | null;
}

/**
 * Passes a picture of the request to `use`, or one that is fetched from its address when `use` reads it.
 *
 * @param field the argument that the upload comes in
 * @throws LoupeError BAD_USER_INPUT unless exactly one is given, and as `withUpload` and `PictureUrls.fetch`
 */
export async function withImage<T>(
  { services, signal }: GraphqlContext,
  field: 'image' | 'photo',
  { image, imageUrl }: NamedUpload,
  use: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  if ((image == null) === (imageUrl == null)) throw badInput(field, `give either ${field} or imageUrl`);
  if (image != null) return withUpload(image, use);
  const named = services.pictureUrls.named('imageUrl', imageUrl ?? '', signal);
  try {
    return await use(named);
  } finally {
    await named.discard();
  }
}

/**
 * A picture as an upload or by its address, or its signature in base64; the services refuse none, and a picture beside a
 * signature.
 *
 * @throws LoupeError as `withImage`
 */
export async function withPicture<T>(
  context: GraphqlContext,
  { dna, ...named }: NamedUpload & { readonly dna?: string | null },
  use: (source: PictureSource) => Promise<T>,
): Promise<T> {
  const signature = dna == null ? {} : { dna: Buffer.from(dna, 'base64') };
  if (named.image == null && named.imageUrl == null) return use(signature);
  return withImage(context, 'image', named, (image) => use({ ...signature, image }));
}

/** How the argument `imageUrl` is described. */
export const imageUrlDescription = (field: string): string =>
  `Instead of ${field}: the address of the picture, where the operator allows it.`;
