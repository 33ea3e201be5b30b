/** The links of a product as RFC 9264 and the resolver standard of GS1 write them. */
import type { FastifyRequest } from 'fastify';
import { VOCABULARY } from '../../short-addresses/digital-link.rules.js';
import type { ShortAddress } from '../../short-addresses/short-address.entity.js';
import { linkOf } from '../../short-addresses/short-address-visits.js';

interface Link {
  readonly href: string;
  readonly title: string;
}

/**
 * @param anchor address of the product
 * @param base   what short addresses begin with
 */
export function linksetOf(anchor: string, base: string, addresses: readonly ShortAddress[]): object {
  const standard = linkOf(addresses, null);
  const links = addresses.map((address) => [
    `${VOCABULARY}${address.linkType ?? 'pip'}`,
    [linkTo(base, address)],
  ]);
  return {
    linkset: [
      {
        anchor,
        ...(standard === null ? {} : { [`${VOCABULARY}defaultLink`]: [linkTo(base, standard)] }),
        ...Object.fromEntries(links),
      },
    ],
  };
}

const linkTo = (base: string, { code, linkType }: ShortAddress): Link => ({
  href: `${base}/s/${code}`,
  title: linkType ?? 'pip',
});

export function wantsLinkset({ headers }: FastifyRequest): boolean {
  return /application\/linkset\+json/i.test(headers.accept ?? '');
}

export function resolverDescription(base: string): object {
  return {
    name: 'Loupe',
    resolverRoot: base,
    supportedPrimaryKeys: ['01'],
    linkTypeDefaultCanBeLinkset: false,
  };
}
