/** Recognition: scans, enriched images by id, and clicks. An ApiKey is enough; a token sent along is not looked at. */
import { z } from 'zod';
import { badFields } from '../../errors.js';
import type { ScanDevice } from '../../recognition/views.js';
import { noContent, ok } from './answer.js';
import type { Call } from './call.js';
import { optional, text } from './members.js';
import { withForm } from './platform-form.js';
import { enrichedImageWire } from './recognition.wire.js';
import type { Route } from './route.js';
import { enrichedImageShape } from './shapes/recognition.js';

const scanQuery = z.object({ Language: optional(text) });

const mandatoryHeaders = [
  'ApplicationName',
  'ApplicationVersion',
  'DeviceName',
  'DeviceSystemVersion',
  'SdkVersion',
];
const deviceHeaders = [
  ...mandatoryHeaders,
  'ApplicationInstanceId',
  'DeviceSystemVersionName',
  'SdkName',
  'DeviceConnectivity',
  'DeviceScreenDiagonal',
  'DeviceScreenHeight',
  'DeviceScreenWidth',
  'Latitude',
  'Longitude',
];
const MAX_HEADER_LENGTH = 256;

const clickHeaders: Readonly<Record<string, string>> = {
  SessionId: 'As the scan answered it; the server makes one where it is absent',
};
const scanHeaders: Readonly<Record<string, string>> = {
  ...clickHeaders,
  ...Object.fromEntries(
    deviceHeaders.map((name) => [mandatoryHeaders.includes(name) ? `${name}*` : name, 'Of the device']),
  ),
};

export const recognitionRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/EnrichedImages',
    authentication: 'apiKey',
    summary: 'Recognize a photo: its title and actions, or 204',
    facts: { form: { query: scanQuery }, headers: scanHeaders, answer: enrichedImageShape, isOptional: true },
    handle: async (call) => {
      const device = scanDevice(call);
      return withForm(call, async (form) => {
        const { Language } = form.optionalMembers('query', scanQuery);
        const options = { languageCode: Language ?? null, device };
        const image = await call.services.recognition.scan(call.viewer, form.file, options);
        return image === null ? noContent : ok(enrichedImageWire(image, call.urlOf));
      });
    },
  },
  {
    method: 'GET',
    path: '/api/EnrichedImages/:id?',
    authentication: 'apiKey',
    summary: 'Fetch an enriched image by its id, without a photo',
    facts: {
      query: { languageCode: "The reader's language" },
      headers: scanHeaders,
      answer: enrichedImageShape,
      isOptional: true,
    },
    handle: async (call) => {
      const device = scanDevice(call);
      const languageCode = call.query.get('languageCode');
      const image = await call.services.recognition.byId(call.viewer, call.id('image'), languageCode, device);
      return image === null ? noContent : ok(enrichedImageWire(image, call.urlOf));
    },
  },
  {
    method: 'PUT',
    path: '/api/Clicks/:id?',
    authentication: 'apiKey',
    summary: 'Record that a reader triggered an action',
    facts: { query: { actionId: 'The action, where the path does not name it' }, headers: clickHeaders },
    handle: async (call) => {
      await call.services.clicks.record(call.viewer, call.id('action'), deviceOf(call));
      return noContent;
    },
  },
];

/** @throws LoupeError BAD_USER_INPUT naming every mandatory header that is missing */
function scanDevice(call: Call): ScanDevice {
  const missing = mandatoryHeaders.filter((name) => call.header(name) === null);
  if (missing.length > 0) {
    throw badFields(Object.fromEntries(missing.map((name) => [name, ['this header is missing']])));
  }
  return deviceOf(call);
}

function deviceOf(call: Call): ScanDevice {
  const headers: Record<string, string> = {};
  for (const name of deviceHeaders) {
    const value = call.header(name);
    if (value !== null) headers[name] = utf8Of(value).slice(0, MAX_HEADER_LENGTH);
  }
  const sessionId = call.header('SessionId');
  return {
    sessionId: sessionId === null || sessionId.toLowerCase() === 'null' ? null : sessionId,
    host: call.request.ip,
    headers,
  };
}

/** Node reads headers as Latin-1; devices send their names in UTF-8. */
function utf8Of(value: string): string {
  const decoded = Buffer.from(value, 'latin1').toString('utf8');
  return decoded.includes('\uFFFD') ? value : decoded;
}
