/** Files in GraphQL requests: received before the document runs, handed to resolvers as values of the scalar `Upload`. */
import { GraphQLError, GraphQLScalarType } from 'graphql';
import type { LoupeError } from '../kernel/errors.js';
import type { UploadedFile } from '../media/uploads/received-file.js';

/** Stands for a file that was not taken, so that the mutation that wants it can say why. */
export class RefusedFile implements UploadedFile {
  readonly sizeBytes = 0;
  readonly sha256 = '';
  readonly originalName = null;
  readonly declaredType = null;

  constructor(readonly reason: LoupeError) {}

  async bytes(): Promise<never> {
    throw this.reason;
  }

  async path(): Promise<never> {
    throw this.reason;
  }

  async discard(): Promise<void> {}
}

/** What the variable of a file holds once its form was read; nothing else is taken for a file. */
export class Upload {
  constructor(private readonly received: UploadedFile) {}

  /** The reader of the form discards it. @throws LoupeError when it was refused */
  get file(): UploadedFile {
    if (this.received instanceof RefusedFile) throw this.received.reason;
    return this.received;
  }
}

function requireUpload(value: unknown): Upload {
  if (value instanceof Upload) return value;
  throw new GraphQLError(
    'A file comes as a part of a multipart request (GraphQL multipart request specification), not in the JSON.',
    { extensions: { code: 'BAD_USER_INPUT' } },
  );
}

export const UploadScalar = new GraphQLScalarType<Upload, never>({
  name: 'Upload',
  description: 'The `Upload` scalar type represents a file upload.',
  coerceInputValue: requireUpload,
  coerceInputLiteral: requireUpload,
  coerceOutputValue: () => {
    throw new GraphQLError('A file cannot be answered.');
  },
});
