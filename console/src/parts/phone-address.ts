/** Whether a phone of somebody else can open an address, and use its camera there. */

/** `local` leads to this machine or its own network, `insecure` is not https: no browser gives it a camera. */
export type PhoneTrouble = 'local' | 'insecure';

/** @returns null for an address that any phone can use */
export function phoneTroubleOf(address: string): PhoneTrouble | null {
  if (!URL.canParse(address)) return 'local';
  const { protocol, hostname } = new URL(address);
  if (isLocal(hostname)) return 'local';
  return protocol === 'https:' ? null : 'insecure';
}

/** Names and numbers that mean something in this machine or network alone (RFC 1918, RFC 3927, RFC 4193, RFC 6762). */
function isLocal(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (name.includes(':')) return /^(::1?$|f[cd]|fe[89ab])/.test(name);
  if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) {
    return /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(`${name}.`);
  }
  return !name.includes('.') || /\.(localhost|local|internal|lan|home\.arpa)$/.test(name);
}
