/** What the headers of a scan, a click or a picture search tell of the reader's device. */
import { badFields } from '../kernel/errors.js';
import { platformOfHeaders } from './reader-platform.js';
import type { ScanDevice } from './record-device.js';
import type { Call } from '../rest/platform/call.js';

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

/** Headers in words, for the description of the interface; an asterisk marks what is mandatory. */
export const clickHeaders: Readonly<Record<string, string>> = {
  SessionId: 'As the scan answered it; the server makes one where it is absent',
};
export const photoHeaders: Readonly<Record<string, string>> = Object.fromEntries(
  deviceHeaders.map((name) => [mandatoryHeaders.includes(name) ? `${name}*` : name, 'Of the device']),
);
export const scanHeaders: Readonly<Record<string, string>> = { ...clickHeaders, ...photoHeaders };
export const photoScanHeaders: Readonly<Record<string, string>> = {
  ...scanHeaders,
  WithOutline: '`true`: the answer has an `Outline`',
};

/**
 * Whether the caller asks for the outline in the photo. Older clients never do, and their answers have none.
 *
 * @throws LoupeError BAD_USER_INPUT for anything but true and false
 */
export function wantsOutline(call: Call): boolean {
  const value = call.header('WithOutline')?.trim().toLowerCase() ?? 'false';
  if (value !== 'true' && value !== 'false') throw badFields({ WithOutline: ['send true or false'] });
  return value === 'true';
}

/** @throws LoupeError BAD_USER_INPUT naming every mandatory header that is missing */
export function scanDevice(call: Call): ScanDevice {
  const missing = mandatoryHeaders.filter((name) => call.header(name) === null);
  if (missing.length > 0) {
    throw badFields(Object.fromEntries(missing.map((name) => [name, ['this header is missing']])));
  }
  return deviceOf(call);
}

/** What the headers tell of the device, whether all of them are there or not. */
export function deviceOf(call: Call): ScanDevice {
  const headers: Record<string, string> = {};
  for (const name of deviceHeaders) {
    const value = call.header(name);
    if (value !== null) headers[name] = utf8Of(value).slice(0, MAX_HEADER_LENGTH);
  }
  const platform = platformOfHeaders(call.request.headers);
  return { sessionId: call.header('SessionId'), host: call.request.ip, headers, platform };
}

/** Node reads headers as Latin-1; devices send their names in UTF-8. */
function utf8Of(value: string): string {
  const decoded = Buffer.from(value, 'latin1').toString('utf8');
  return decoded.includes('\uFFFD') ? value : decoded;
}
