/** Members of a zone that publishers set: drafts, the log, files, REST and comparisons follow from this list. */
import { z } from 'zod';
import { type MemberSchemas, namesOf } from '../../kernel/members.js';

export const zoneMembers = {
  name: z.string(),
  positionXPercent: z.int(),
  positionYPercent: z.int(),
  widthPercent: z.int(),
  heightPercent: z.int(),
  autoTrigger: z.boolean().nullable().default(null),
  timeWindow: z.string().nullable().default(null),
} as const satisfies MemberSchemas;

export type ZoneMembers = {
  readonly [Name in keyof typeof zoneMembers]: z.output<(typeof zoneMembers)[Name]>;
};

export const zoneObject = z.object(zoneMembers);

export const zoneMemberNames = namesOf(zoneMembers);

/** The place of a zone on its page; a zone keeps a picture of it. */
export const rectMembers = ['positionXPercent', 'positionYPercent', 'widthPercent', 'heightPercent'] as const;

/** Members with a column of the zone's own; the name is the node's. */
export const zoneColumns = zoneMemberNames.filter((name) => name !== 'name');
