/** The way to a page in its document. */
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

interface PageLinkProps {
  readonly documentId: string;
  readonly pageId: string | null;
  readonly name: string;
}

export function PageLink({ documentId, pageId, name }: PageLinkProps) {
  return (
    <Anchor
      component={Link}
      to={`/documents/${documentId}`}
      search={(pageId === null ? {} : { page: pageId }) as never}
      className="any-text"
      display="block"
    >
      {name}
    </Anchor>
  );
}
