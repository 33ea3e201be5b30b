import { InvalidArgumentError } from 'commander';
import type { Config } from '../config.js';
import { operator } from '../access/viewer.js';
import { badInput, notFound } from '../kernel/errors.js';
import { isId } from '../kernel/ids.js';
import type { OrganizationService } from '../organizations/organization.service.js';
import type { OrganizationView } from '../documents/views.js';

/** The examples at the end of a command's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

/** Collects the values of an option that may be given several times. */
export function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

/** The number that an option holds. @throws InvalidArgumentError */
export function toNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || Number.isNaN(number)) throw new InvalidArgumentError('It must be a number.');
  return number;
}

/** The count that an option holds: a whole number, 0 or more. @throws InvalidArgumentError */
export function toCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** The server of a configuration: its public address, else how it is reached from the same machine. */
export function ownAddress({ host, port, publicUrl }: Pick<Config, 'host' | 'port' | 'publicUrl'>): string {
  if (publicUrl !== null) return publicUrl;
  const isEverywhere = ['', '0.0.0.0', '::'].includes(host);
  const name = isEverywhere ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/**
 * The organization that a person means by an id or by a name.
 *
 * @throws LoupeError NOT_FOUND, or BAD_USER_INPUT when several have the name
 */
export async function findOrganization(
  organizations: OrganizationService,
  text: string,
): Promise<OrganizationView> {
  if (isId(text)) return organizations.get(operator, text);
  const named = (await organizations.list(operator)).filter(({ name }) => name === text);
  if (named.length > 1) {
    throw badInput('organization', `${named.length} are called "${text}"; give the id (loupe org list)`);
  }
  const [found] = named;
  if (found === undefined) throw notFound(`Organization "${text}"`);
  return found;
}
