/** In the header of a document: how many comments are open, and who else has it open. */
import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { documentActivity } from '../../api/document-activity';
import { useViewer } from '../../api/session';
import { useStore } from '../../api/store';
import { IconMessage } from '../icons/icons';

interface Props {
  readonly documentId: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

export function CommentsButton({ documentId, isOpen, onToggle }: Props) {
  const { t } = useTranslation('comments');
  const activity = useStore(documentActivity);
  const count = activity?.documentId === documentId ? activity.openCommentCount : 0;
  return (
    <Button
      variant={isOpen ? 'light' : 'default'}
      aria-expanded={isOpen}
      leftSection={<IconMessage size={16} aria-hidden />}
      onClick={onToggle}
    >
      {t('button', { count })}
    </Button>
  );
}

/** Names that are written out; of others their number. */
const MOST_NAMES = 3;

export function Present({ documentId }: { readonly documentId: string }) {
  const { t } = useTranslation('comments');
  const { id } = useViewer();
  const activity = useStore(documentActivity);
  const others =
    activity?.documentId === documentId ? activity.people.filter((person) => person.id !== id) : [];
  const names = others.slice(0, MOST_NAMES).map(({ name }) => name.slice(0, 60));
  const more = others.length - names.length;
  return (
    <Text size="xs" c="dimmed" role="status" className="any-text">
      {others.length === 0
        ? ''
        : t(more > 0 ? 'presentMore' : 'present', { names: names.join(', '), count: more })}
    </Text>
  );
}
