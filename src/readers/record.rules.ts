/** The day that a record counts for, and how much of a caller's address it keeps. */
import { MS_PER_DAY } from '../kernel/clock.js';
import { isIP } from 'node:net';
import type { hostPolicies } from '../organizations/organization.entity.js';

/** Days of statistics begin at midnight UTC; they are counted from 1970-01-01. */
export function dayOf(instant: Date): number {
  return Math.floor(instant.getTime() / MS_PER_DAY);
}

/** The first instant of a day. */
export function dateOfDay(day: number): Date {
  return new Date(day * MS_PER_DAY);
}

export type HostPolicy = (typeof hostPolicies)[number];

/**
 * The address as the organization wants it kept: `Full`, `Short` (the last byte of IPv4, all but the first 48 bits of
 * IPv6 set to zero) or `None`.
 */
export function storedHost(host: string | null, policy: HostPolicy): string | null {
  if (host === null || policy === 'None') return null;
  const address = host.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (policy === 'Full') return address.slice(0, 64);
  switch (isIP(address)) {
    case 4:
      return address.replace(/\d+$/, '0');
    case 6:
      return `${firstGroups(address).join(':')}::`;
    default:
      return null;
  }
}

/** The first three groups of an IPv6 address, written out. */
function firstGroups(address: string): readonly string[] {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - last.length);
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...last].slice(0, 3);
}
