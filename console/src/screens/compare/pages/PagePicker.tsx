/** Chooses a page of the library: documents by name, the last changed first. */
import { Button, Modal, ScrollArea, SimpleGrid, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '../../../parts/icons/icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { problemOf } from '../../../api/change';
import { useLongList } from '../../../api/pages';
import { useQuery } from '../../../api/query';
import { useViewer } from '../../../api/session';
import { Loading } from '../../../parts/Loading';
import { ProblemNotice } from '../../../parts/ProblemNotice';
import { useTell } from '../../../parts/tell';
import { comparedPage, type Side, sideOfPage } from '../comparison';
import { morePagesToChoose, pagesToChoose, type PickedPage, pickMorePages } from './pages-to-choose';

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onPick: (side: Side) => void;
}

export function PagePicker({ isOpen, onClose, onPick }: Props) {
  const { t } = useTranslation('compare');
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('picker.title')}
      size="xl"
      closeButtonProps={{ 'aria-label': t('picker.close') }}
      scrollAreaComponent={ScrollArea.Autosize}
    >
      <Pages onPick={onPick} />
    </Modal>
  );
}

function Pages({ onPick }: Pick<Props, 'onPick'>) {
  const { t } = useTranslation('compare');
  const client = useClient();
  const { organization } = useViewer();
  const { tellProblem } = useTell();
  const [text, setText] = useState('');
  const [name] = useDebouncedValue(text, 250);
  const [{ data, error }, readAgain] = useQuery({
    query: pagesToChoose,
    variables: { organizationId: organization.id, name: name.trim() === '' ? null : name.trim() },
  });
  const pick = async (id: string) => {
    const { data, error } = await client.query(comparedPage, { id }).toPromise();
    if (error !== undefined) tellProblem(problemOf(error));
    if (data?.node?.__typename === 'Image') onPick(sideOfPage(data.node));
  };
  const documents = data?.organization.documents.nodes ?? null;
  return (
    <Stack>
      <TextInput
        label={t('picker.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      {documents === null && error === undefined && <Loading />}
      {documents === null && error !== undefined && (
        <ProblemNotice
          problem={problemOf(error)}
          onRetry={() => readAgain({ requestPolicy: 'network-only' })}
        />
      )}
      {documents?.length === 0 && <Text c="dimmed">{t('picker.none')}</Text>}
      {documents?.map((document) => (
        <OneDocument key={document.id} document={document} onPick={(id) => void pick(id)} />
      ))}
    </Stack>
  );
}

interface DocumentProps {
  readonly document: {
    readonly id: string;
    readonly name: string;
    readonly imagesConnection: { readonly totalCount: number; readonly nodes: readonly PickedPage[] };
  };
  readonly onPick: (pageId: string) => void;
}

/** The first pages of a document, and all of them on request. */
function OneDocument({ document: { id, name, imagesConnection }, onPick }: DocumentProps) {
  const { t } = useTranslation('compare');
  const [isWhole, setWhole] = useState(false);
  const { nodes, totalCount } = imagesConnection;
  return (
    <section aria-label={name}>
      <Text fw={600} mb={6} className="any-text">
        {name}
      </Text>
      {isWhole ? (
        <AllPages id={id} name={name} onPick={onPick} />
      ) : (
        <PageGrid name={name} pages={nodes} onPick={onPick} />
      )}
      {!isWhole && nodes.length < totalCount && (
        <Button variant="subtle" size="compact-sm" mt={6} onClick={() => setWhole(true)}>
          {t('picker.all', { count: totalCount })}
        </Button>
      )}
    </section>
  );
}

interface AllPagesProps {
  readonly id: string;
  readonly name: string;
  readonly onPick: (pageId: string) => void;
}

function AllPages({ id, name, onPick }: AllPagesProps) {
  const { items, need, problem, retry } = useLongList(morePagesToChoose, { id }, pickMorePages);
  useEffect(() => need(Infinity), [need]);
  if (problem !== null) return <ProblemNotice problem={problem} onRetry={retry} />;
  return items.length === 0 ? <Loading /> : <PageGrid name={name} pages={items} onPick={onPick} />;
}

interface GridProps {
  readonly name: string;
  readonly pages: readonly PickedPage[];
  readonly onPick: (pageId: string) => void;
}

function PageGrid({ name, pages, onPick }: GridProps) {
  const { t } = useTranslation('compare');
  return (
    <SimpleGrid cols={{ base: 3, xs: 5, sm: 7 }} spacing="xs">
      {pages.map(({ id, order, smallThumbnailUrl }) => (
        <UnstyledButton
          key={id}
          className="picker-page"
          onClick={() => onPick(id)}
          aria-label={t('page', { name, page: order })}
        >
          {smallThumbnailUrl !== null && <img src={smallThumbnailUrl} alt="" loading="lazy" />}
          <span>{order}</span>
        </UnstyledButton>
      ))}
    </SimpleGrid>
  );
}
