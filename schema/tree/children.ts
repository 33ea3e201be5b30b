/** The long lists of the tree: organizations, folders and documents below an element, as connections. */
import type DataLoader from 'dataloader';
import type { ChildPageRequest, ChildrenRequest } from '../../src/documents/nodes/child-pages.js';
import { type GraphqlContext } from '../../src/graphql/context.js';
import { connectionComplexity } from '../../src/graphql/complexity.js';
import { requestLoader } from '../../src/graphql/loaders.js';
import type { ActivityStatus } from '../../src/documents/document.entity.js';
import { type NodeOrder, nodeKeysetValues } from '../../src/tree/node-path.js';
import type { DocumentView, FolderView, OrganizationView } from '../../src/documents/views.js';
import { builder, enumType } from '../builder.js';
import { connectionOf, keysetConnection, type PageArguments } from '../connection.js';
import { Document, Folder, Organization } from '../refs.js';
import { ActivityStatusEnum, DirectionEnum } from '../status.js';

const organizationPages = requestLoader<ChildPageRequest, readonly OrganizationView[]>(
  ({ services, viewer }, requests) => services.elements.organizationPages(viewer, requests),
);
const folderPages = requestLoader<ChildPageRequest, readonly FolderView[]>(({ services, viewer }, requests) =>
  services.elements.folderPages(viewer, requests),
);
const documentPages = requestLoader<ChildPageRequest, readonly DocumentView[]>(
  ({ services, viewer }, requests) => services.elements.documentPages(viewer, requests),
);
const childCounts = requestLoader<ChildrenRequest, number>(({ services, viewer }, requests) =>
  services.elements.countChildren(viewer, requests),
);

export const NodeOrderField = enumType('NodeOrderField', {
  description: 'What a list of elements can be sorted by.',
  values: {
    Name: {},
    CreatedAt: { value: 'DateCreated' },
    UpdatedAt: { value: 'DateModified' },
  } satisfies Record<string, { value?: NodeOrder['field'] }>,
});

export const NodeOrderInput = builder.inputType('NodeOrder', {
  description: 'How a list of elements is sorted.',
  fields: (t) => ({
    field: t.field({ type: NodeOrderField, required: true, description: 'What it is sorted by.' }),
    direction: t.field({
      type: DirectionEnum,
      defaultValue: 'asc',
      description: 'Which way; ASC when left out.',
    }),
  }),
});

const [OrganizationConnection, OrganizationEdge] = connectionOf(
  Organization,
  'Organization',
  'organizations',
);
const [FolderConnection, FolderEdge] = connectionOf(Folder, 'Folder', 'folders');
const [DocumentConnection, DocumentEdge] = connectionOf(Document, 'Document', 'documents');
interface ChildArguments extends PageArguments {
  readonly orderBy?:
    | { readonly field: NodeOrder['field']; readonly direction?: 'asc' | 'desc' | null }
    | null
    | undefined;
  readonly nameContains?: string | null | undefined;
  readonly isRecursive?: boolean | null | undefined;
  readonly status?: ActivityStatus | null | undefined;
  readonly updatedSince?: Date | null | undefined;
}

async function childConnection<Row extends FolderView>(
  context: GraphqlContext,
  args: ChildArguments,
  { parentId, type }: Pick<ChildrenRequest, 'parentId' | 'type'>,
  pages: (context: GraphqlContext) => DataLoader<ChildPageRequest, readonly Row[], string>,
) {
  const order: NodeOrder = {
    field: args.orderBy?.field ?? 'Name',
    direction: args.orderBy?.direction ?? 'asc',
  };
  const filter = {
    isRecursive: args.isRecursive ?? false,
    nameContains: args.nameContains ?? '',
    status: args.status ?? null,
    modifiedSince: args.updatedSince ?? null,
  };
  return keysetConnection<Row>({
    args,
    order: `${order.field} ${order.direction}`,
    valuesOf: (row) => nodeKeysetValues(order, row),
    read: (keyset) => pages(context).load({ parentId, type, order, ...filter, keyset }),
    count: () => childCounts(context).load({ parentId, type, order, ...filter }),
  });
}

for (const parent of [Organization, Folder]) {
  builder.objectFields(parent, (t) => {
    const args = {
      orderBy: t.arg({ type: NodeOrderInput, description: 'By name when left out.' }),
      nameContains: t.arg.string({
        description: 'Only those with this in their name, in any case of letters.',
      }),
      updatedSince: t.arg({ type: 'DateTime', description: 'Only those changed then or later.' }),
    };
    return {
      folders: t.connection(
        {
          type: Folder,
          description: 'Folders directly in it.',
          args,
          complexity: connectionComplexity,
          resolve: ({ id }, given, context) =>
            childConnection(context, given, { parentId: id, type: 'Folder' }, folderPages),
        },
        FolderConnection,
        FolderEdge,
      ),
      documents: t.connection(
        {
          type: Document,
          description: 'Documents directly in it, or anywhere below it.',
          args: {
            ...args,
            status: t.arg({ type: ActivityStatusEnum, description: 'Only those of this status.' }),
            isRecursive: t.arg.boolean({
              defaultValue: false,
              description: 'Also those in folders below it.',
            }),
          },
          complexity: connectionComplexity,
          resolve: ({ id }, given, context) =>
            childConnection(context, given, { parentId: id, type: 'Document' }, documentPages),
        },
        DocumentConnection,
        DocumentEdge,
      ),
    };
  });
}

builder.objectFields(Organization, (t) => ({
  organizations: t.connection(
    {
      type: Organization,
      description: 'Organizations directly below it, or anywhere below it.',
      args: {
        orderBy: t.arg({ type: NodeOrderInput, description: 'By name when left out.' }),
        nameContains: t.arg.string({
          description: 'Only those with this in their name, in any case of letters.',
        }),
        updatedSince: t.arg({ type: 'DateTime', description: 'Only those changed then or later.' }),
        isRecursive: t.arg.boolean({ defaultValue: false, description: 'Also those below those.' }),
      },
      complexity: connectionComplexity,
      resolve: ({ id }, given, context) =>
        childConnection(context, given, { parentId: id, type: 'Organization' }, organizationPages),
    },
    OrganizationConnection,
    OrganizationEdge,
  ),
}));
