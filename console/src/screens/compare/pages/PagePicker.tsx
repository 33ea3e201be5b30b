/** Chooses a page of the library: documents by name, the last changed first. */
import { Modal, ScrollArea, SimpleGrid, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '../../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { useQuery } from '../../../api/query';
import { useViewer } from '../../../api/session';
import { Loading } from '../../../parts/Loading';
import { comparedPage, pagesToChoose, type Side, sideOfPage } from '../comparison';

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
  const [text, setText] = useState('');
  const [name] = useDebouncedValue(text, 250);
  const [{ data }] = useQuery({
    query: pagesToChoose,
    variables: { organizationId: organization.id, name: name.trim() === '' ? null : name.trim() },
  });
  const pick = async (id: string) => {
    const { data } = await client.query(comparedPage, { id }).toPromise();
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
      {documents === null && <Loading />}
      {documents?.length === 0 && <Text c="dimmed">{t('picker.none')}</Text>}
      {documents?.map((document) => (
        <section key={document.id} aria-label={document.name}>
          <Text fw={600} mb={6} className="any-text">
            {document.name}
          </Text>
          <SimpleGrid cols={{ base: 3, xs: 5, sm: 7 }} spacing="xs">
            {document.images.map((image) => (
              <UnstyledButton
                key={image.id}
                className="picker-page"
                onClick={() => void pick(image.id)}
                aria-label={t('page', { name: document.name, page: image.order })}
              >
                {image.smallThumbnailUrl !== null && (
                  <img src={image.smallThumbnailUrl} alt="" loading="lazy" />
                )}
                <span>{image.order}</span>
              </UnstyledButton>
            ))}
          </SimpleGrid>
        </section>
      ))}
    </Stack>
  );
}
