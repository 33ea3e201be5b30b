/** Rules for an organization's fields, and the errors for other values. */
import { z } from 'zod';
import { validate } from '../access/validate.js';
import { accountTypes, hostPolicies, type Organization } from './organization.entity.js';
import type { Node } from '../tree/node.entity.js';
import { knownTimeZone } from '../kernel/periods.js';
import type { OrganizationView } from '../documents/views.js';

const languageCode = z
  .string('is missing; give a code such as en-US')
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language code such as en-US');

/** Printable ASCII without blanks at its ends, so that it passes through an HTTP header. */
const apiKey = z
  .string()
  .min(8, 'must have at least 8 characters')
  .max(512, 'must have at most 512 characters')
  .regex(
    /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/,
    'must consist of printable ASCII characters, without leading or trailing blanks',
  );

const timeZone = z.string().transform((given, context) => {
  const known = knownTimeZone(given);
  if (known !== null) return known;
  context.addIssue({ code: 'custom', message: 'must be the name of a time zone such as Europe/Paris' });
  return z.NEVER;
});

const newOrganization = z.object({
  /** That of another platform which it had there; a new one by default. */
  id: z.string('must be a UUID').optional(),
  parentId: z.string('must be the id of an organization').nullish(),
  name: z.string('is missing; give the name of the organization'),
  /** That of the organization above by default; a root must have one. */
  languageCode: languageCode.nullish(),
  /** That of the organization above by default. */
  timeZone: timeZone.nullish(),
  apiKey: apiKey.optional(),
  accountType: z.enum(accountTypes, `must be one of ${accountTypes.join(', ')}`).optional(),
  mobileApiAuthorized: z.boolean().optional(),
  webApiAuthorized: z.boolean().optional(),
  irProviderId: z.uuid('must be a UUID').optional(),
  validityDate: z.date().nullish(),
  /** Page credits to begin with. */
  totalCredit: z.int().min(0).max(1_000_000_000).optional(),
});
export type NewOrganization = z.input<typeof newOrganization>;
export type ValidNewOrganization = z.output<typeof newOrganization>;

const brandColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #1f6feb')
  .transform((given) => given.toLowerCase());

const webPage = z
  .string()
  .max(1000, 'must have at most 1000 characters')
  .refine(
    (given) => URL.canParse(given) && /^https?:$/.test(new URL(given).protocol),
    'must be a whole address, such as https://example.org/imprint',
  );

const organizationPatch = z.object({
  brandColor: brandColor.nullish(),
  imprintUrl: webPage.nullish(),
  privacyUrl: webPage.nullish(),
  languageCode: languageCode.optional(),
  timeZone: timeZone.optional(),
  name: z.string().optional(),
  parentId: z.string().nullish(),
});
export type OrganizationPatch = z.input<typeof organizationPatch>;

/** Sets what readers are shown; null empties a member. */
export function setBrand(organization: Organization, patch: z.output<typeof organizationPatch>): void {
  for (const member of ['brandColor', 'imprintUrl', 'privacyUrl'] as const) {
    const value = patch[member];
    if (value !== undefined) organization[member] = value;
  }
}

const contract = z.object({
  accountType: z.enum(accountTypes, `must be one of ${accountTypes.join(', ')}`).optional(),
  mobileApiAuthorized: z.boolean().optional(),
  webApiAuthorized: z.boolean().optional(),
  validityDate: z.date().nullish(),
  hostPolicy: z.enum(hostPolicies, `must be one of ${hostPolicies.join(', ')}`).optional(),
  retentionDays: z.int().min(1).max(36_500).nullish(),
  storageLimit: z.int('must be a whole number').min(0, 'must not be negative').nullish(),
  scanLimit: z
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .max(2_000_000_000, 'must be at most 2000000000')
    .nullish(),
});
/** Fields that only the operator sets. */
export type OrganizationContract = z.input<typeof contract>;

/** Fields of a new organization that only the operator may give. */
export const operatorFields = [
  'id',
  'apiKey',
  'accountType',
  'mobileApiAuthorized',
  'webApiAuthorized',
  'irProviderId',
  'validityDate',
  'totalCredit',
] as const satisfies readonly (keyof NewOrganization)[];

export const validNewOrganization = (input: NewOrganization) => validate(newOrganization, input);
export const validOrganizationPatch = (input: OrganizationPatch) => validate(organizationPatch, input);
export const validContract = (input: OrganizationContract) => validate(contract, input);

/** Facts of an organization besides its rows. */
export interface OrganizationExtras {
  /** null for viewers who may not see it. */
  readonly apiKey: string | null;
  readonly logoFileId: string | null;
}

export function toOrganizationView(
  node: Node,
  organization: Organization,
  extras: OrganizationExtras,
): OrganizationView {
  return {
    id: node.id,
    parentId: node.parentId ?? null,
    name: node.name,
    dateCreated: node.dateCreated,
    dateModified: node.dateModified,
    dateOwnChange: node.dateOwnChange ?? null,
    ...extras,
    languageCode: organization.languageCode,
    timeZone: organization.timeZone,
    accountType: organization.accountType,
    mobileApiAuthorized: organization.mobileApiAuthorized,
    webApiAuthorized: organization.webApiAuthorized,
    irProviderId: organization.irProviderId,
    validityDate: organization.validityDate ?? null,
    activationCumul: organization.activationCumul,
    deactivationCumul: organization.deactivationCumul,
    totalDebit: organization.totalDebit,
    totalCredit: organization.totalCredit,
    picturesCount: organization.picturesCount ?? null,
    brandColor: organization.brandColor ?? null,
    imprintUrl: organization.imprintUrl ?? null,
    privacyUrl: organization.privacyUrl ?? null,
  };
}
