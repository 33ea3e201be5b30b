/** What a record keeps of the reader's device. Header names arrive in any letter case. */

import type { ReaderPlatform } from '../kernel/rules/address-rules.js';

/** Headers of a record, and characters of each; what is beyond is not kept. */
const MAX_HEADERS = 40;
const MAX_HEADER_LENGTH = 500;

/** What the caller reports about the device; header names as sent by the field's clients. */
export interface ScanDevice {
  readonly sessionId: string | null;
  /** Caller's address. */
  readonly host: string | null;
  /** DeviceName, SdkVersion, … as sent, without ApiKey and SessionId. */
  readonly headers: Readonly<Record<string, string>>;
  /** As `platformOfHeaders` knows it; null or absent: not known. */
  readonly platform?: ReaderPlatform | null;
}

type Headers = ScanDevice['headers'];

/** Columns that reports count by; empty where the device did not tell. */
export interface RecordDevice {
  readonly deviceName: string;
  /** Name and version. */
  readonly sdk: string;
}

export function recordDevice(headers: Headers): RecordDevice {
  const sdk = [headerOf(headers, 'SdkName'), headerOf(headers, 'SdkVersion')];
  return {
    deviceName: short(headerOf(headers, 'DeviceName') ?? ''),
    sdk: short(sdk.filter((part) => part !== null && part !== '').join(' ')),
  };
}

export function headerOf(headers: Headers, name: string): string | null {
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase());
  return entry?.[1] ?? null;
}

export function boundedHeaders(headers: Headers): Record<string, string> {
  const kept = Object.entries(headers).slice(0, MAX_HEADERS);
  return Object.fromEntries(kept.map(([name, value]) => [name, short(value)]));
}

const short = (text: string) => text.slice(0, MAX_HEADER_LENGTH);
