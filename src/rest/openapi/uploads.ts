/** Describes uploads in parts; the protocol itself is described at https://tus.io/protocols/resumable-upload. */
import { errorShape } from '../platform/shapes.js';
import type { SchemaWriter } from './schema-writer.js';
import type { OperationFacts, Parameter, Paths, ResponseFacts } from './types.js';

const header = (name: string, description: string, required = true): Parameter => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
});

const version = header('Tus-Resumable', '1.0.0');
const offset = header('Upload-Offset', 'Where the bytes go: how many have arrived so far');
const id: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The last part of the address that POST gave',
  schema: { type: 'string' },
};

export function describeUploads(schemas: SchemaWriter): Paths {
  const refusal = (description: string): ResponseFacts => ({
    description,
    content: {
      'application/json': { schema: schemas.output(errorShape) },
      'text/plain': { schema: { type: 'string', description: 'What the protocol’s own server says' } },
    },
  });
  const common = {
    '400': refusal('A header is missing or wrong'),
    '401': refusal('The token is missing, wrong or expired'),
    '403': refusal('Your role does not allow uploads, or a header is missing'),
    '404': refusal('You have no such upload'),
    '412': refusal('The header Tus-Resumable is missing, or names another version'),
  };
  const operation = (
    name: string,
    summary: string,
    parameters: readonly Parameter[],
    responses: Readonly<Record<string, ResponseFacts>>,
  ): OperationFacts => ({
    operationId: name,
    tags: ['Uploads'],
    summary,
    security: [{ bearer: [] }],
    parameters: [version, ...parameters],
    responses: { ...responses, ...common },
  });
  const address = '/api/uploads/{id}';
  return {
    '/api/uploads': {
      post: operation(
        'begin_upload',
        'Begin a file that is sent in parts (tus 1.0); the answer’s Location is its address',
        [
          header('Upload-Length', 'Bytes of the whole file; else Upload-Defer-Length: 1', false),
          header('Upload-Metadata', 'filename and filetype, each with its value in base64', false),
        ],
        {
          '201': { description: 'Begun' },
          '413': refusal('The file is too large'),
          '429': refusal('Too many of your uploads wait to be used'),
        },
      ),
    },
    [address]: {
      head: operation('upload_offset', 'How much of a file has arrived (Upload-Offset)', [id], {
        '200': { description: 'Upload-Offset and Upload-Length show the progress' },
      }),
      patch: {
        ...operation('send_part', 'Send the next part of a file', [id, offset], {
          '204': { description: 'Accepted; Upload-Offset is the number of bytes that have arrived' },
          '409': refusal('The offset is not where the file ends so far'),
          '413': refusal('More than the declared length'),
          '415': refusal('The Content-Type is not application/offset+octet-stream'),
        }),
        requestBody: {
          required: true,
          content: { 'application/offset+octet-stream': { schema: { type: 'string' } } },
        },
      },
      delete: operation('drop_upload', 'Give a file up; what has arrived is removed', [id], {
        '204': { description: 'Removed' },
      }),
    },
  };
}
