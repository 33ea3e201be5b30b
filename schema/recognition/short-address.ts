/** Short addresses: what is printed beside a page, and leads to it without a camera. */
import { connectionComplexity } from '../../src/graphql/complexity.js';
import { linkTypes } from '../../src/short-addresses/digital-link.rules.js';
import { MOST_PIXELS, qrPng, qrSvg } from '../../src/short-addresses/qr-code.js';
import type { ShortAddress } from '../../src/short-addresses/short-address.entity.js';
import { builder, enumType } from '../builder.js';
import { connectionOf, keysetConnection } from '../connection.js';
import { given } from '../inputs.js';
import { arg, idDeletion, problemMutation } from '../mutations.js';
import { Action, Document, Image, TreeNode, Zone } from '../refs.js';
import { ReportLanguageEnum } from './report-language.js';
import { badInput } from '../../src/kernel/errors.js';

const LinkTypeEnum = enumType('DigitalLinkType', {
  description:
    'Kinds of links of a product in the vocabulary of GS1, for example product information (`PIP`).',
  values: linkTypes,
});

const urlOf = (base: string, { code }: Pick<ShortAddress, 'code'>): string => `${base}/s/${code}`;
const digitalLinkOf = (base: string, { gtin }: Pick<ShortAddress, 'gtin'>): string | null =>
  gtin == null ? null : `${base}/01/${gtin}`;
/** Addresses of this server: nobody is led round in circles. */
const ownOf = ({ baseUrl, shortUrl }: { readonly baseUrl: string; readonly shortUrl: string }) => [
  baseUrl,
  shortUrl,
];

const DEFAULT_PIXELS = 1000;

const ShortAddressType = builder.objectRef<ShortAddress>('ShortAddress').implement({
  description:
    'An address that is short enough to be printed, and shows what a scan of the same element would. It obeys time windows, status and trash.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the address.' }),
    code: t.exposeString('code', { description: 'What stands behind `/s/`.' }),
    url: t.field({
      type: 'URL',
      description: 'The whole address, as it is printed.',
      resolve: (address, _args, { shortUrl }) => urlOf(shortUrl, address),
    }),
    gtin: t.exposeString('gtin', {
      nullable: true,
      description: 'GTIN of 14 digits of the product that it is a digital link of; null for none.',
    }),
    linkType: t.field({
      type: LinkTypeEnum,
      nullable: true,
      description: 'Kind of that link.',
      resolve: ({ linkType }) => linkTypes.find((each) => each === linkType) ?? null,
    }),
    digitalLinkUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'GS1 Digital Link of the product; null without a GTIN.',
      resolve: (address, _args, { shortUrl }) => digitalLinkOf(shortUrl, address),
    }),
    element: t.field({
      type: TreeNode,
      description: 'Document, page or zone: where it leads, or whose action it opens.',
      resolve: ({ elementId }) => elementId,
    }),
    actionId: t.exposeID('actionId', {
      nullable: true,
      description: 'Guid of the action that it opens; null for the element.',
    }),
    isAvailable: t.boolean({
      description: 'Whether readers get something now. Where not, they get a page that says so.',
      complexity: 5,
      resolve: (address, _args, { services }) => services.shortAddressVisits.isAvailable(address),
    }),
    visits: t.exposeInt('visits', { description: 'How often it was opened.' }),
    lastVisitedAt: t.expose('dateVisited', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was opened last.',
    }),
    qrSvg: t.string({
      description: 'Its QR code as SVG.',
      args: {
        digitalLink: t.arg.boolean({ defaultValue: false, description: 'Of the digital link instead.' }),
      },
      resolve: (address, args, { shortUrl }) => qrSvg(printedUrl(address, args, shortUrl)),
    }),
    qrPng: t.string({
      description: 'Its QR code as PNG in base64.',
      complexity: 5,
      args: {
        digitalLink: t.arg.boolean({ defaultValue: false, description: 'Of the digital link instead.' }),
        width: t.arg.int({
          defaultValue: DEFAULT_PIXELS,
          description: `Pixels, at least: 100–${MOST_PIXELS}.`,
        }),
      },
      resolve: async (address, { width, ...args }, { shortUrl }) => {
        const pixels = width ?? DEFAULT_PIXELS;
        if (pixels < 100 || pixels > MOST_PIXELS)
          throw badInput('width', `must be from 100 to ${MOST_PIXELS}`);
        return (await qrPng(printedUrl(address, args, shortUrl), pixels)).toString('base64');
      },
    }),
    user: t.exposeString('user', { description: 'Who made it.' }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('dateModified', { type: 'DateTime', description: 'When it was last led elsewhere.' }),
  }),
});

/** @throws LoupeError BAD_USER_INPUT */
function printedUrl(
  address: ShortAddress,
  { digitalLink }: { readonly digitalLink?: boolean | null },
  base: string,
): string {
  if (digitalLink !== true) return urlOf(base, address);
  const link = digitalLinkOf(base, address);
  if (link === null) throw badInput('digitalLink', 'needs a short address with a GTIN');
  return link;
}

const [Connection, Edge] = connectionOf(ShortAddressType, 'ShortAddress', 'short addresses');

for (const place of [Document, Image, Zone]) {
  builder.objectField(place, 'shortAddresses', (t) =>
    t.connection(
      {
        type: ShortAddressType,
        description: 'Short addresses of it and of all that is in it, the oldest first.',
        complexity: connectionComplexity,
        resolve: ({ id }, args, { services, viewer }) =>
          keysetConnection<ShortAddress>({
            args,
            order: 'Id',
            valuesOf: (address) => [address.id],
            read: (keyset) => services.shortAddresses.page(viewer, id, keyset),
            count: () => services.shortAddresses.count(viewer, id),
          }),
      },
      Connection,
      Edge,
    ),
  );
}

const Sheet = builder
  .objectRef<{ readonly fileName: string; readonly content: Buffer }>('ShortAddressSheet')
  .implement({
    description: 'Short addresses of a document with their codes and pages, as a PDF to print.',
    fields: (t) => ({
      fileName: t.exposeString('fileName', { description: 'A name to save it under.' }),
      base64: t.string({ description: 'Its bytes.', resolve: ({ content }) => content.toString('base64') }),
    }),
  });

builder.objectField(Document, 'shortAddressSheet', (t) =>
  t.field({
    type: Sheet,
    description: 'Its short addresses as a PDF: each with its QR code, where it leads, and the page.',
    complexity: 500,
    args: { language: t.arg({ type: ReportLanguageEnum, description: 'English unless given.' }) },
    resolve: ({ id }, { language }, { services, viewer, shortUrl }) =>
      services.shortAddressSheets.make(viewer, id, language ?? 'en', (address) => urlOf(shortUrl, address)),
  }),
);

builder.queryField('shortAddress', (t) =>
  t.field({
    type: ShortAddressType,
    description: 'A short address by its id.',
    args: { id: t.arg.id({ required: true, description: 'Guid of the address.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.shortAddresses.find(viewer, id),
  }),
);

const target = arg.field({
  type: builder.inputType('ShortAddressTarget', {
    isOneOf: true,
    description: 'Where a short address leads: one of these.',
    fields: (t) => ({
      elementId: t.id({ description: 'Guid of a document, page or zone.' }),
      actionId: t.id({
        description: 'Guid of one of its actions, which is opened at once where a browser can.',
      }),
    }),
  }),
  required: true,
  description: 'Where it leads.',
});

problemMutation('createShortAddress', {
  type: ShortAddressType,
  description: 'Makes a short address of an element or of one action.',
  args: {
    target,
    code: arg.string({
      description: '3–40 letters from a to z, digits and single hyphens; one by chance when left out.',
    }),
    gtin: arg.string({
      description: 'GTIN of 8, 12, 13 or 14 digits: the address is a GS1 Digital Link of that product, too.',
    }),
    linkType: arg.field({ type: LinkTypeEnum, description: 'Kind of that link; `PIP` when left out.' }),
  },
  resolve: ({ target: where, ...named }, { services, viewer, baseUrl, shortUrl }) =>
    services.shortAddresses.create(viewer, { ...where, ...given(named) }, ownOf({ baseUrl, shortUrl })),
});

const MadeAddresses = builder
  .objectRef<{ readonly made: readonly ShortAddress[] }>('ShortAddressesOfPages')
  .implement({
    description: 'Short addresses that were made.',
    fields: (t) => ({
      shortAddresses: t.field({
        type: [ShortAddressType],
        description: 'In the order of the pages.',
        resolve: ({ made }) => [...made],
      }),
    }),
  });

problemMutation('createShortAddressesOfPages', {
  type: MadeAddresses,
  description: 'Makes a short address for each page of a document that has none.',
  args: { documentId: arg.id({ required: true, description: 'Guid of the document.' }) },
  resolve: async ({ documentId }, { services, viewer }) => ({
    made: await services.shortAddresses.createOfPages(viewer, documentId),
  }),
});

problemMutation('changeShortAddress', {
  type: ShortAddressType,
  description: 'Leads a short address elsewhere within its organization: what is printed stays good.',
  args: { id: arg.id({ required: true, description: 'Guid of the address.' }), target },
  resolve: ({ id, target: where }, { services, viewer, baseUrl, shortUrl }) =>
    services.shortAddresses.change(viewer, id, where, ownOf({ baseUrl, shortUrl })),
});

idDeletion('deleteShortAddress', {
  description: 'Ends a short address for good: what is printed leads nowhere any more.',
  idDescription: 'Guid of the address.',
  work: ({ services, viewer }, id) => services.shortAddresses.remove(viewer, id),
});

builder.objectField(ShortAddressType, 'action', (t) =>
  t.field({
    type: Action,
    nullable: true,
    description: 'The action that it opens; null for the element, and for an action that is gone.',
    resolve: async ({ actionId }, _args, { services, viewer }) => {
      if (actionId == null) return null;
      const [action] = await services.content.actions(viewer, [actionId]);
      return action instanceof Error || action === undefined ? null : action;
    },
  }),
);
