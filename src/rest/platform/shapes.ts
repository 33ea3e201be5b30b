/** Words that the shapes of answers are made of. */
import { z } from 'zod';
import { activityStatuses } from '../../documents/document.entity.js';
import { oneOf } from '../shared/members.js';
import type { FractionBox } from '../../engine-host/types.js';

/** `Active` or `Inactive`, read without case. */
export const activityStatus: z.ZodType<(typeof activityStatuses)[number]> = oneOf(activityStatuses);

export const guid = z.guid();
export const text = z.string();
export const whole = z.int();
export const date = z.iso.datetime();
/** The address of a file. */
export const address = z.url();
export const rulesShape = z
  .string()
  .nullable()
  .describe(
    'Where some readers are led instead, as in "iOS https://example.com/ios Android https://example.com/android 30%=B https://example.com/b"; null: nobody',
  );

export const windowShape = z
  .string()
  .nullable()
  .describe(
    'When readers are shown it, by the clocks of the organization, as in "from 2026-12-01T00:00 until 2026-12-25T00:00 on Mon,Fri at 07:00-09:00"; null: always',
  );
export const optionalText = text.nullable();
export const optionalAddress = address.nullable();

/** When an element was made and last changed. */
export const dates = { DateCreated: date, DateModified: date };

/** The values of `dates`. */
export const datesOf = ({
  dateCreated,
  dateModified,
}: {
  readonly dateCreated: Date;
  readonly dateModified: Date;
}) => ({
  DateCreated: dateCreated.toISOString(),
  DateModified: dateModified.toISOString(),
});

/** An object of exactly these members, named in the description of the interface. */
export function shape<Shape extends z.ZodRawShape>(id: string, description: string, members: Shape) {
  return z.strictObject(members).meta({ id, description });
}

/** What the platform answers to a refused or failed request. */
export const errorShape = shape('Error', 'Why a request was refused', {
  Message: text,
  ModelState: z
    .record(text, z.array(text))
    .optional()
    .describe('What is wrong, by member, query parameter or header'),
});

/** Makes a file's address from its id. */
export interface FileUrl {
  (fileId: string): string;
  (fileId: string | null): string | null;
}

const share = z.number().min(0).max(1);

/** A box of a page, as fractions of it. */
export const boxShape = z
  .object({ Left: share, Top: share, Width: share, Height: share })
  .describe('Fractions of the page');

export const boxOf = ({ left, top, width, height }: FractionBox) => ({
  Left: left,
  Top: top,
  Width: width,
  Height: height,
});
