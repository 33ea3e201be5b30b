/** The publisher's folders and documents: the tree beside what lies in the chosen place. */
import { Button, Drawer, Paper } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBinaryTree2 } from '../../parts/icons/icons';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useQueryWithPreviousData } from '../../api/previous-data-query';
import { problemOf } from '../../api/change';
import { useViewer } from '../../api/session';
import { Loading } from '../../parts/Loading';
import { NotFound } from '../../parts/NotFound';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useTabTitle } from '../../parts/Screen';
import { placeQuery } from './documents';
import { FolderTree } from './FolderTree';
import { PlaceView } from './PlaceView';
import './library.css';

export function LibraryScreen() {
  const { t } = useTranslation('library');
  const { organization } = useViewer();
  const { placeId = organization.id } = useParams({ strict: false });
  const navigate = useNavigate();
  const [isTreeOpen, tree] = useDisclosure(false);
  const [{ data, error }, readAgain] = useQueryWithPreviousData({
    query: placeQuery,
    variables: { id: placeId },
  });
  const place = data?.place;
  useTabTitle(t('title'));
  const open = (id: string) => {
    tree.close();
    void navigate({ to: '/library/$placeId', params: { placeId: id } });
  };
  const folders = <FolderTree currentId={placeId} onOpen={open} />;
  return (
    <div className="library">
      <Paper component="aside" aria-label={t('tree')} className="library-tree" visibleFrom="md" radius={0}>
        {folders}
      </Paper>
      <Drawer
        opened={isTreeOpen}
        onClose={tree.close}
        title={t('tree')}
        closeButtonProps={{ 'aria-label': t('closeTree') }}
      >
        {folders}
      </Drawer>
      <div className="library-place">
        {error !== undefined && place === undefined && (
          <ProblemNotice
            problem={problemOf(error)}
            onRetry={() => readAgain({ requestPolicy: 'network-only' })}
          />
        )}
        {data === undefined && error === undefined && <Loading shape="cards" />}
        {place === null && <NotFound />}
        {(place?.__typename === 'Organization' || place?.__typename === 'Folder') && (
          <PlaceView
            key={place.id}
            place={place}
            treeButton={
              <Button
                hiddenFrom="md"
                variant="default"
                leftSection={<IconBinaryTree2 size={16} aria-hidden />}
                onClick={tree.open}
              >
                {t('tree')}
              </Button>
            }
          />
        )}
      </div>
    </div>
  );
}
