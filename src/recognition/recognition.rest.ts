/** Recognition: scans, enriched images by id, and clicks. An ApiKey is enough; a token sent along is not looked at. */
import { z } from 'zod';
import { noContent, ok } from '../rest/platform/answer.js';
import {
  clickHeaders,
  deviceOf,
  photoScanHeaders,
  scanDevice,
  scanHeaders,
  wantsOutline,
} from '../readers/device.rest.js';
import { optional, text } from '../rest/shared/members.js';
import { withForm } from '../rest/platform/platform-form.js';
import type { Route } from '../rest/platform/route.js';
import { enrichedImageView, outlinedImageView } from './recognition.view.js';

const scanQuery = z.object({ Language: optional(text) });

export const recognitionRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/EnrichedImages',
    authentication: 'apiKey',
    summary: 'Recognize a photo: its title and actions, or 204',
    form: { query: scanQuery },
    headers: photoScanHeaders,
    answer: enrichedImageView.shape,
    isOptional: true,
    handle: async (call) => {
      const device = scanDevice(call);
      const view = wantsOutline(call) ? outlinedImageView : enrichedImageView;
      return withForm(call, async (form) => {
        const { Language } = await form.optionalMembers('query', scanQuery);
        const options = { languageCode: Language ?? null, device, signal: call.signal };
        const image = await call.services.recognition.scan(call.viewer, form.file, options);
        return image === null ? noContent : ok(view.of(image, call.urlOf));
      });
    },
  },
  {
    method: 'GET',
    path: '/api/EnrichedImages/:id?',
    authentication: 'apiKey',
    summary: 'Fetch an enriched image by its id, without a photo',
    query: { languageCode: "The reader's language" },
    headers: scanHeaders,
    answer: enrichedImageView.shape,
    isOptional: true,
    handle: async (call) => {
      const device = scanDevice(call);
      const languageCode = call.query.get('languageCode');
      const image = await call.services.recognition.byId(call.viewer, call.id('image'), languageCode, device);
      return image === null ? noContent : ok(enrichedImageView.of(image, call.urlOf));
    },
  },
  {
    method: 'PUT',
    path: '/api/Clicks/:id?',
    authentication: 'apiKey',
    summary: 'Record that a reader triggered an action',
    query: { actionId: 'The action, where the path does not name it' },
    headers: clickHeaders,
    handle: async (call) => {
      await call.services.clicks.record(call.viewer, call.id('action'), deviceOf(call));
      return noContent;
    },
  },
];
