/** Links to show a comparison to people without an account. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { LinkDialog } from '../../parts/dialogs/LinkDialog';
import type { ComparedPlace } from './comparison';
import { createComparisonLink } from './share-comparisons';
import { useLinks } from './use-links';

interface Props {
  readonly keptId: string;
  /** Places that people with the link do not see. */
  readonly ignored: readonly ComparedPlace[];
  readonly onClose: () => void;
}

export function ShareComparison({ keptId, ignored, onClose }: Props) {
  const { t } = useTranslation('compare');
  const create = useChange(createComparisonLink);
  const { links, readAgain, revoke } = useLinks();
  const [url, setUrl] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const make = async () => {
    const outcome = await create({ keptId, ignored: [...ignored] });
    setProblem(outcome.isDone ? null : outcome.problem);
    if (outcome.isDone) setUrl(outcome.value.url);
    readAgain();
  };
  return (
    <LinkDialog
      title={t('share.title')}
      text={t('share.text')}
      {...{ url, problem, links, onClose }}
      onMake={() => void make()}
      onRevoke={(id) => {
        setUrl(null);
        void revoke(id).then(setProblem);
      }}
    />
  );
}
