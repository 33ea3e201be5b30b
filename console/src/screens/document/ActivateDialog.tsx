/** Before a document is activated: which of its pages could be taken for others, side by side. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../api/query';
import { problemOf } from '../../api/change';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { warningsQuery } from './documents';

interface Props {
  readonly documentId: string;
  readonly onClose: () => void;
  readonly onActivate: () => Promise<void>;
}

export function ActivateDialog({ documentId, onClose, onActivate }: Props) {
  const { t } = useTranslation('document');
  const [isBusy, setBusy] = useState(false);
  const [{ data, error }] = useQuery({
    query: warningsQuery,
    variables: { documentId },
    requestPolicy: 'network-only',
  });
  const warnings = data?.activationWarnings ?? [];
  const send = async () => {
    setBusy(true);
    await onActivate();
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('activate')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="sm">
        {data === undefined && error === undefined && <Loading height={80} />}
        {error !== undefined && <ProblemNotice problem={problemOf(error)} />}
        {data !== undefined && <Text>{t(warnings.length === 0 ? 'noConflicts' : 'someConflicts')}</Text>}
        {warnings.map(({ element, conflicts }) => (
          <div key={element.id}>
            <Text fw={600} className="any-text">
              {element.name}
            </Text>
            <Group gap="sm">
              {conflicts.slice(0, 4).map((conflict) => (
                <figure key={`${conflict.document.id}:${conflict.pageNumber}`} className="conflict">
                  {conflict.thumbnailUrl !== null && <img src={conflict.thumbnailUrl} alt="" />}
                  <Text component="figcaption" size="xs" className="one-line">
                    {t('conflictWith', {
                      document: conflict.document.name.slice(0, 80),
                      number: conflict.pageNumber,
                    })}
                  </Text>
                </figure>
              ))}
            </Group>
          </div>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button loading={isBusy} onClick={() => void send()}>
            {t(warnings.length === 0 ? 'activate' : 'activateAnyway')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
