/** The page of the chosen proposal, with dots around everything that is proposed on it. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Proposal, ProposingDocument } from './proposal-documents';

interface Props {
  readonly document: ProposingDocument;
  readonly chosen: Proposal;
  readonly proposals: readonly Proposal[];
  readonly onChoose: (id: string) => void;
}

const percent = (share: number): string => `${(100 * share).toFixed(2)}%`;

export function ProposalPage({ document, chosen, proposals, onChoose }: Props) {
  const { t } = useTranslation('proposals');
  const at = document.images.findIndex(({ id }) => id === chosen.pageId);
  const page = document.images[at];
  const next = document.images[at + 1]?.bigThumbnailUrl ?? null;
  useEffect(() => {
    if (next !== null) new Image().src = next;
  }, [next]);
  if (page?.bigThumbnailUrl == null) return <div className="proposal-page" />;
  return (
    <div className="proposal-page">
      <div className="proposal-sheet">
        {/* Another page is another picture: the one before never stands under the places of this one. */}
        <img key={page.id} src={page.bigThumbnailUrl} alt={t('pageNumber', { number: page.order })} />
        {proposals
          .filter(({ pageId }) => pageId === page.id)
          .map(({ id, box, kind }) => (
            <button
              key={id}
              type="button"
              tabIndex={-1}
              aria-hidden
              className="proposal-box"
              data-kind={kind}
              data-chosen={id === chosen.id}
              style={{
                left: percent(box.left),
                top: percent(box.top),
                width: percent(box.width),
                height: percent(box.height),
              }}
              onClick={() => onChoose(id)}
            />
          ))}
      </div>
    </div>
  );
}
