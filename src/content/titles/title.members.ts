/** Members of a title that publishers set: drafts, the history and comparisons follow from this list. */
import { z } from 'zod';
import { type MemberSchemas, namesOf } from '../../kernel/members.js';

export const titleMembers = {
  value: z.string(),
  style: z.string().nullable().default(null),
  timeWindow: z.string().nullable().default(null),
} as const satisfies MemberSchemas;

export const titleMemberNames = namesOf(titleMembers);
