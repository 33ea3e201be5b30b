/** Narrows the pictures: a part of the name, keywords; and searches them: by a photo, its colors, chosen colors. */
import { Button, FileButton, Group, TagsInput, TextInput } from '@mantine/core';
import { IconColorSwatch, IconPalette, IconPhotoSearch, IconSearch } from '../../parts/icons/icons';
import { useTranslation } from 'react-i18next';
import type { PictureSearch } from './use-picture-search';

export const PICTURE_TYPES = 'image/jpeg,image/png,image/gif';
const FIRST_COLOR = { hex: 'E8590C', percentage: null };

interface Props {
  readonly name: string;
  readonly keywords: readonly string[];
  readonly search: PictureSearch | null;
  readonly onName: (name: string) => void;
  readonly onKeywords: (keywords: readonly string[]) => void;
  readonly onSearch: (search: PictureSearch) => void;
}

export function PictureSearchBar({ name, keywords, search, onName, onKeywords, onSearch }: Props) {
  const { t } = useTranslation('pictures');
  const photos = [
    { by: 'PICTURE', label: t('byPhoto'), Icon: IconPhotoSearch },
    { by: 'COLOR', label: t('byColorsOfPhoto'), Icon: IconPalette },
  ] as const;
  return (
    <Group align="flex-end" gap="sm" mb="md" role="search">
      <TextInput
        label={t('nameFilter')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={name}
        onChange={(event) => onName(event.currentTarget.value)}
        disabled={search !== null}
        className="picture-filter"
        dir="auto"
      />
      <TagsInput
        label={t('keywordFilter')}
        value={[...keywords]}
        onChange={onKeywords}
        className="picture-filter"
        placeholder={keywords.length === 0 ? t('keywordsText') : undefined}
      />
      <Group gap="xs">
        {photos.map(({ by, label, Icon }) => (
          <FileButton
            key={by}
            accept={PICTURE_TYPES}
            inputProps={{ 'aria-label': label }}
            onChange={(file) => {
              if (file !== null) onSearch({ kind: 'photo', by, file });
            }}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<Icon size={18} aria-hidden />}>
                {label}
              </Button>
            )}
          </FileButton>
        ))}
        <Button
          variant="default"
          leftSection={<IconColorSwatch size={18} aria-hidden />}
          onClick={() => onSearch({ kind: 'colors', colors: [FIRST_COLOR] })}
        >
          {t('byColors')}
        </Button>
      </Group>
    </Group>
  );
}
