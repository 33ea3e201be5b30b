/** The only place that configures Pothos: plugins, scalars and defaults. */
import SchemaBuilder from '@pothos/core';
import ErrorsPlugin from '@pothos/plugin-errors';
import RelayPlugin from '@pothos/plugin-relay';
import SimpleObjectsPlugin from '@pothos/plugin-simple-objects';
import { DateTimeResolver } from 'graphql-scalars';
import { type FileUpload, GraphQLUpload } from 'graphql-upload-minimal';
import type { GraphqlContext } from '../src/graphql/context.js';

export interface SchemaTypes {
  Context: GraphqlContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    Upload: { Input: Promise<FileUpload>; Output: never };
  };
}

export const builder = new SchemaBuilder<SchemaTypes>({
  defaultFieldNullability: false,
  plugins: [ErrorsPlugin, RelayPlugin, SimpleObjectsPlugin],
  errors: { directResult: true },
  relay: {
    // Ids are the same Guids on every surface: `node(id)` asks the tree what an id is.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    cursorType: 'String',
  },
});

builder.addScalarType('DateTime', DateTimeResolver);
builder.addScalarType('Upload', GraphQLUpload);

builder.queryType({ description: 'Reading. Lists are connections; ids are the Guids of the REST API.' });
builder.mutationType({
  description:
    'Changing. Expected failures come back as data: each result is a union of what was made and typed problems.',
});
