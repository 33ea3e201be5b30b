/** Multipart bodies of the engine's management interface. */
import { badInput, LoupeError } from '../../kernel/errors.js';
import { isMultipart, readForm } from '../../http/multipart/form-reader.js';
import type { UploadedFile } from '../../media/uploads/received-file.js';
import { FormParameters } from '../shared/form-parameters.js';
import type { EngineCall } from './call.js';

const MAX_FILES = 2;

/** The picture as `image` or as `dna` (base64); the services refuse none and both. */
export async function sourceOf(form: FormParameters): Promise<{ image?: UploadedFile; dna?: Buffer }> {
  const [image, dna] = [form.file('image'), await form.dna()];
  return { ...(image === undefined ? {} : { image }), ...(dna === undefined ? {} : { dna }) };
}

/** Reads the form, hands it over and discards its files at the end, whatever happened. @throws LoupeError UNSUPPORTED_MEDIA */
export async function withEngineForm<T>(
  call: EngineCall,
  fileNames: readonly string[],
  use: (form: FormParameters) => Promise<T>,
  maxFileBytes = call.context.maxFileBytes,
): Promise<T> {
  if (!isMultipart(call.request.headers['content-type'])) {
    throw new LoupeError('UNSUPPORTED_MEDIA', 'Send a multipart/form-data body.');
  }
  const form = await readForm(call.request.raw, {
    sink: (stream, about) => call.services.uploads.receive(stream, about),
    maxFileBytes,
    maxFiles: MAX_FILES,
    isFile: ({ name, fileName }) => fileName !== null || fileNames.includes(name.toLowerCase()),
  });
  const parameters = new FormParameters(call.request.query);
  for (const [name, texts] of form.fields) for (const text of texts) parameters.add(name, text);
  for (const part of form.files) parameters.addFile(part);
  let named: UploadedFile | null = null;
  try {
    named = fileNames.includes('image') ? namedPicture(call, parameters) : null;
    if (named !== null) parameters.addFile({ name: 'image', file: named });
    return await use(parameters);
  } finally {
    await named?.discard();
    await form.discard();
  }
}

/** The picture that `imageUrl` names; null without it. Reading it throws as `PictureUrls.fetch`. @throws LoupeError BAD_USER_INPUT */
function namedPicture(call: EngineCall, form: FormParameters): UploadedFile | null {
  const url = form.get('imageUrl');
  if (url === null) return null;
  if (form.file('image') !== undefined)
    throw badInput('imageUrl', 'and image are both there; give one of them');
  return call.services.pictureUrls.named('imageUrl', url, call.signal);
}

/** How `imageUrl` is described where a picture is taken. */
export const imageUrlText = 'Address of the image instead of the image, where LOUPE_PICTURE_URLS allows it';
