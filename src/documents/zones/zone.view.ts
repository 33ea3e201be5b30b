/** A zone as clients of REST see it. */
import { z } from 'zod';
import { recognizabilityShape, recognizabilityView } from '../../engine/references/recognizability.view.js';
import {
  type FileUrl,
  dates,
  datesOf,
  guid,
  optionalAddress,
  shape,
  text,
  whole,
  windowShape,
} from '../../rest/platform/shapes.js';
import { view } from '../../rest/shared/view.js';
import { activityStatuses } from '../document.entity.js';
import type { ZoneView } from '../views.js';
import type { ZoneOnWire } from './zone.wire.js';

const percent = whole.min(0).max(100).describe('Percentage of the image');

/** Spells what publishers set as `zone.wire.ts` does; the compiler names a member that is missing. */
export const zoneShape = shape('Zone', 'A part of an image that is recognized on its own', {
  Id: guid,
  ImageId: guid,
  Height: percent,
  Width: percent,
  PositionX: percent,
  PositionY: percent,
  Status: z.enum(activityStatuses),
  Name: text,
  ActionCount: whole,
  Recognizability: recognizabilityShape,
  Order: whole.min(1),
  AutoTrigger: z.boolean().nullable(),
  TimeWindow: windowShape,
  SmallThumbnail: optionalAddress.describe('100 px'),
  BigThumbnail: optionalAddress.describe('700 px'),
  ...dates,
} satisfies Record<keyof ZoneOnWire, z.ZodType> & Record<string, z.ZodType>);

export const zoneView = view(zoneShape, (zone: ZoneView, fileUrl: FileUrl) => ({
  Id: zone.id,
  ImageId: zone.imageId,
  Height: zone.heightPercent,
  Width: zone.widthPercent,
  PositionX: zone.positionXPercent,
  PositionY: zone.positionYPercent,
  Status: zone.status,
  Name: zone.name,
  ActionCount: zone.actionCount,
  Recognizability: recognizabilityView.of(zone.recognizability),
  Order: zone.order,
  AutoTrigger: zone.autoTrigger,
  TimeWindow: zone.timeWindow,
  SmallThumbnail: fileUrl(zone.smallThumbnailFileId),
  BigThumbnail: fileUrl(zone.bigThumbnailFileId),
  ...datesOf(zone),
}));
