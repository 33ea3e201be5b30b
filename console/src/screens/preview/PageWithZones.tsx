/** A page, and its zones over it to choose from. */
import { useTranslation } from 'react-i18next';
import './preview.css';

interface Zone {
  readonly id: string;
  readonly name: string;
  readonly positionXPercent: number;
  readonly positionYPercent: number;
  readonly widthPercent: number;
  readonly heightPercent: number;
}

interface Props {
  readonly order: number;
  readonly pictureUrl: string | null;
  readonly zones: readonly Zone[];
  readonly chosenId: string | null;
  readonly onChoose: (id: string) => void;
}

export function PageWithZones({ order, pictureUrl, zones, chosenId, onChoose }: Props) {
  const { t } = useTranslation('preview');
  return (
    <div className="preview-page" role="group" aria-label={t('aim')}>
      {pictureUrl !== null && <img src={pictureUrl} alt={t('page', { order })} />}
      {zones.map((zone) => (
        <button
          key={zone.id}
          type="button"
          className="preview-zone"
          aria-pressed={zone.id === chosenId}
          aria-label={t('zone', { name: zone.name })}
          onClick={() => onChoose(zone.id)}
          style={{
            left: `${zone.positionXPercent}%`,
            top: `${zone.positionYPercent}%`,
            width: `${zone.widthPercent}%`,
            height: `${zone.heightPercent}%`,
          }}
        />
      ))}
    </div>
  );
}
