/** The row of a new organization: what it is not told it takes over from the organization above. */
import type { EntityManager } from '../db/database.js';
import type { Node } from '../tree/node.entity.js';
import { Organization } from './organization.entity.js';
import { DEFAULT_TIME_ZONE } from '../tree/time-zones.js';
import { badInput, LoupeError } from '../kernel/errors.js';
import type { ValidNewOrganization } from './organization.rules.js';

/** The vendor-specific recognition provider of the field's clients; one value stands for this platform's engine. */
const OWN_PROVIDER_ID = '6c6f7570-6500-4000-8000-000000000001';

type SealedKey = Pick<Organization, 'apiKeyHash' | 'apiKeyCipher'>;

/** @throws LoupeError BAD_USER_INPUT, CONFLICT (ApiKey) */
export async function createOrganizationRow(
  em: EntityManager,
  node: Node,
  fields: ValidNewOrganization,
  key: SealedKey,
): Promise<void> {
  const above = node.parentId == null ? null : await em.findOneOrFail(Organization, { id: node.parentId });
  const languageCode = fields.languageCode ?? above?.languageCode;
  if (languageCode == null) throw missingLanguage();
  await requireFreeKey(em, key);
  em.create(Organization, {
    id: node.id,
    ...key,
    languageCode,
    timeZone: fields.timeZone ?? above?.timeZone ?? DEFAULT_TIME_ZONE,
    // An organization below another works under its kind of contract, with no credits of its own.
    accountType: fields.accountType ?? above?.accountType ?? 'Unlimited',
    mobileApiAuthorized: fields.mobileApiAuthorized ?? above?.mobileApiAuthorized ?? true,
    webApiAuthorized: fields.webApiAuthorized ?? above?.webApiAuthorized ?? true,
    irProviderId: fields.irProviderId ?? OWN_PROVIDER_ID,
    validityDate: fields.validityDate ?? above?.validityDate ?? null,
    totalCredit: fields.totalCredit ?? 0,
  });
}

export const missingLanguage = () => badInput('languageCode', 'is missing; give a code such as en-US');

/** @throws LoupeError CONFLICT */
export async function requireFreeKey(
  em: EntityManager,
  { apiKeyHash }: Pick<SealedKey, 'apiKeyHash'>,
): Promise<void> {
  if ((await em.count(Organization, { apiKeyHash })) === 0) return;
  throw new LoupeError('CONFLICT', 'This ApiKey belongs to another organization. Give another one.');
}
