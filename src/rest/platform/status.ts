import type { z } from 'zod';
import { activityStatuses } from '../../documents/document.entity.js';
import { oneOf } from '../shared/members.js';

/** `Active` or `Inactive`, read without case. */
export const activityStatus: z.ZodType<(typeof activityStatuses)[number]> = oneOf(activityStatuses);
