/** Which callers count as one: who holds an address of IPv6 holds all of its /64. */
import ipaddr from 'ipaddr.js';

const IPV6_PREFIX_PARTS = 4;

/** @param address as the socket or the proxy reports it; anything else is its own network */
export function sourceNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const prefix = parsed.parts.slice(0, IPV6_PREFIX_PARTS).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}
