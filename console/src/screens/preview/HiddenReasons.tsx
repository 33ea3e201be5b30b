/** Why readers do not get the card yet, above it, each reason with what to do about it. */
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change, type Outcome } from '../../api/change';
import { useRights } from '../../api/session';
import { ActivateDialog } from '../../parts/activation/ActivateDialog';
import { useTell } from '../../parts/tell';
import { activateDocument, activatePage, type PreviewData, type PreviewedPage } from './preview-documents';

interface Props {
  readonly reasons: PreviewData['hiddenReasons'];
  /** They hold once the draft of the document is published. */
  readonly isDraft: boolean;
  readonly page: {
    readonly id: string;
    readonly document: Pick<PreviewedPage['document'], 'id' | 'name' | 'version'>;
  };
  readonly onChanged: () => void;
}

export function HiddenReasons({ reasons, isDraft, page, onChanged }: Props) {
  const { t } = useTranslation('preview');
  const client = useClient();
  const { mayWrite } = useRights();
  const { tellProblem } = useTell();
  const [isActivating, setActivating] = useState(false);
  if (reasons.length === 0) return null;
  const { document } = page;
  const finish = (outcome: Outcome<unknown>) => {
    if (!outcome.isDone) tellProblem(outcome.problem);
    onChanged();
  };
  const activate = async () =>
    finish(await change(client, activateDocument, { id: document.id, ifVersion: document.version }));
  const activateElement = async () => finish(await change(client, activatePage, { id: page.id }));
  return (
    <Alert
      variant="light"
      color="orange"
      title={t(isDraft ? 'notLiveInDraft' : 'notLive')}
      role="status"
      mb="md"
      maw={340}
      mx="auto"
    >
      <Stack gap="xs">
        {reasons.map((reason) => (
          <div key={reason}>
            <Text size="sm" fw={600}>
              {t(`reasons.${reason}.title`)}
            </Text>
            <Text size="sm">{t(`reasons.${reason}.text`)}</Text>
            {mayWrite && (
              <Group mt={4}>
                <WayOut
                  reason={reason}
                  page={page}
                  onActivate={() => setActivating(true)}
                  onActivateElement={() => void activateElement()}
                />
              </Group>
            )}
          </div>
        ))}
      </Stack>
      {isActivating && (
        <ActivateDialog
          documentId={document.id}
          name={document.name}
          onClose={() => setActivating(false)}
          onActivate={activate}
        />
      )}
    </Alert>
  );
}

interface WayOutProps extends Pick<Props, 'page'> {
  readonly reason: Props['reasons'][number];
  /** The document is to be activated. */
  readonly onActivate: () => void;
  /** The page is to be activated. */
  readonly onActivateElement: () => void;
}

/** The button or link that does something about the reason, where there is one. */
function WayOut({ reason, page, onActivate, onActivateElement }: WayOutProps) {
  const { t } = useTranslation('preview');
  switch (reason) {
    case 'DOCUMENT_INACTIVE':
      return (
        <Button size="compact-sm" onClick={onActivate}>
          {t('activate')}
        </Button>
      );
    case 'ELEMENT_INACTIVE':
      return (
        <Button size="compact-sm" onClick={onActivateElement}>
          {t('activateElement')}
        </Button>
      );
    case 'OUTSIDE_WINDOW':
    case 'NO_ACTION':
    case 'TOO_LITTLE_DETAIL':
      return (
        <Anchor
          component={Link}
          to={`/documents/${page.document.id}`}
          search={{ page: page.id } as never}
          size="sm"
        >
          {t('toContent')}
        </Anchor>
      );
    case 'PAGES_NOT_READY':
    case 'ZONES_INSTEAD':
      return null;
  }
}
