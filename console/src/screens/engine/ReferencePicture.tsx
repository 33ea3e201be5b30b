/** The small picture of a reference, or the place where it would be. */
import { VisuallyHidden } from '@mantine/core';
import { IconPhotoOff } from '../../parts/icons/icons';
import { useTranslation } from 'react-i18next';
import { useQueryData } from '../../api/query';
import './engine.css';
import { referencePictureQuery } from './engine';

interface Props {
  readonly id: string;
  /** null when none is kept. */
  readonly url: string | null;
  readonly isLarge?: boolean;
}

export function ReferencePicture({ id, url, isLarge = false }: Props) {
  const { t } = useTranslation('engine');
  const className = `engine-thumbnail${isLarge ? ' engine-thumbnail-large' : ''}`;
  if (url !== null)
    return <img className={className} src={url} alt={t('pictureOf', { id })} loading="lazy" />;
  return (
    <span className={className} title={t('noPicture')}>
      <IconPhotoOff size={20} aria-hidden />
      <VisuallyHidden>{t('noPicture')}</VisuallyHidden>
    </span>
  );
}

/** The same for a reference of which only the id is known. */
export function AskedReferencePicture({
  applicationId,
  id,
}: {
  readonly applicationId: string;
  readonly id: string;
}) {
  const [{ data }] = useQueryData({ query: referencePictureQuery, variables: { applicationId, id } });
  const url = data?.application.reference.thumbnailUrl;
  return url === undefined ? <span className="engine-thumbnail" /> : <ReferencePicture id={id} url={url} />;
}
