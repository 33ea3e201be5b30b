/** A document's file: sent in a form, or in parts beforehand (`/api/uploads`) and named in a JSON body. */
import { z } from 'zod';
import { LoupeError } from '../kernel/errors.js';
import { isMultipart } from '../http/multipart/form-reader.js';
import type { UploadedFile } from '../media/uploads/received-file.js';
import { optional, readMembers, text } from '../rest/shared/members.js';
import type { Call } from '../rest/platform/call.js';
import { type PlatformForm, withForm } from '../rest/platform/platform-form.js';

/** Names a file that was uploaded in parts, instead of a form that carries it. */
export const uploaded = {
  UploadId: optional(text).describe(
    'In a JSON body: the last part of the address that POST /api/uploads gave',
  ),
};

const uploadId = z.object(uploaded);

/**
 * Hands over the file and what was sent with it.
 *
 * @param fate `inspect` leaves an upload for later use
 * @throws LoupeError BAD_USER_INPUT, UNSUPPORTED_MEDIA (neither a form nor the id of an upload), PAYLOAD_TOO_LARGE, and of
 *   the upload NOT_FOUND or UPLOAD_INCOMPLETE
 */
export async function withDocumentFile<Shape extends z.ZodRawShape, T>(
  call: Call,
  schema: z.ZodObject<Shape>,
  use: (file: UploadedFile, members: z.output<z.ZodObject<Shape>>) => Promise<T>,
  fate: 'use' | 'inspect' = 'use',
): Promise<T> {
  const { maxDocumentBytes, services } = call.context;
  if (isMultipart(call.request.headers['content-type'])) {
    const isOptional = schema.safeParse({}).success;
    const useForm = async (form: PlatformForm) =>
      use(
        form.file,
        isOptional ? await form.optionalMembers('document', schema) : await form.members('document', schema),
      );
    return withForm(call, useForm, { maxFileBytes: maxDocumentBytes });
  }
  const json = await call.json();
  const { UploadId } = readMembers(uploadId, json);
  if (UploadId === undefined) {
    throw new LoupeError(
      'UNSUPPORTED_MEDIA',
      'Send the file as multipart/form-data, in a part named "file", or upload it to /api/uploads and name its UploadId.',
    );
  }
  const members = readMembers(schema, json);
  return services.resumableUploads[fate](call.viewer, UploadId, 'document', (file) => use(file, members));
}
