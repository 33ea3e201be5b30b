/** Hits of a search, best first, with what was searched by beside them. */
import { Badge, Button, Group, Image, Paper, SimpleGrid, Text } from '@mantine/core';
import { IconX } from '../../parts/icons/icons';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { ColorChoice } from './ColorChoice';
import { PictureFrame } from './PictureCard';
import { type PictureSearch, usePictureSearch } from './use-picture-search';

interface Props {
  readonly organizationId: string;
  readonly search: PictureSearch;
  readonly keywords: readonly string[];
  readonly onSearch: (search: PictureSearch | null) => void;
}

export function PictureHits({ organizationId, search, keywords, onSearch }: Props) {
  const { t } = useTranslation('pictures');
  const formats = useFormats();
  const answer = usePictureSearch(organizationId, search, keywords);
  const found = answer?.pictures ?? [];
  return (
    <section aria-label={t('found')}>
      <Paper withBorder radius="lg" p="sm" mb="md">
        <Group gap="md" justify="space-between">
          {search.kind === 'photo' ? (
            <Group gap="sm" wrap="nowrap">
              <SearchedPhoto file={search.file} />
              <Text className="any-text">
                {search.by === 'PICTURE' ? t('searchedPhoto') : t('searchedColors')}
              </Text>
            </Group>
          ) : (
            <ColorChoice colors={search.colors} onChange={(colors) => onSearch({ kind: 'colors', colors })} />
          )}
          <Button
            variant="subtle"
            leftSection={<IconX size={18} aria-hidden />}
            onClick={() => onSearch(null)}
          >
            {t('endSearch')}
          </Button>
        </Group>
      </Paper>
      {answer === null && <Loading />}
      {answer?.problem != null && <ProblemNotice problem={answer.problem} />}
      {answer?.problem === null && (
        <Text role="status" mb="sm">
          {found.length === 0 ? t('nothingFound') : t('hits', { count: found.length })}
        </Text>
      )}
      <SimpleGrid cols={{ base: 2, sm: 3, md: 4, xl: 6 }}>
        {found.map((picture) => (
          <PictureFrame
            key={picture.id}
            picture={picture}
            sign={
              <Badge variant="light" tt="none" className="picture-score" aria-label={t('score')}>
                {formats.percent(picture.score)}
              </Badge>
            }
          />
        ))}
      </SimpleGrid>
    </section>
  );
}

function SearchedPhoto({ file }: { readonly file: File }) {
  const address = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return <Image src={address} alt="" h={72} w="auto" maw={140} radius="md" fit="contain" />;
}
