/** Members of an action that publishers set: drafts, the history and comparisons follow from this list. */
import { z } from 'zod';
import { type MemberSchemas, namesOf } from '../../kernel/members.js';

export const actionMembers = {
  name: z.string(),
  type: z.string(),
  content: z.string(),
  priority: z.int().nullable().default(null),
  order: z.int().nullable().default(null),
  iconId: z.string().nullable().default(null),
  style: z.string().nullable().default(null),
  rules: z.string().nullable().default(null),
  timeWindow: z.string().nullable().default(null),
} as const satisfies MemberSchemas;

export const actionMemberNames = namesOf(actionMembers);
