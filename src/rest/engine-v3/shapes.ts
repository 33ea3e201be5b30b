/** Words that the shapes of answers are made of. */
import { z } from 'zod';

/** When something was made and last changed. */
export const dates = { dateCreated: z.iso.datetime(), dateModified: z.iso.datetime() };
export const share = z.number().min(0).max(1);

interface Dated {
  readonly dateCreated: Date;
  readonly dateModified: Date;
}

export const datesOf = ({ dateCreated, dateModified }: Dated) => ({
  dateCreated: dateCreated.toISOString(),
  dateModified: dateModified.toISOString(),
});
