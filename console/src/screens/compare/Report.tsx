/** The comparison as a document for the printer, or as a PDF: nothing else of the page is printed. */
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import type { Fine, ListedDifference } from './comparison';
import { Crop } from './Crop';
import { withSurroundings } from './geometry';

interface Props {
  readonly fine: Pick<Fine, 'reference' | 'query'>;
  readonly differences: readonly ListedDifference[];
  readonly verdict: string;
  readonly first: { readonly url: string; readonly name: string };
  readonly second: { readonly url: string; readonly name: string };
  readonly date: Date;
}

/** Of more differences the report says how many there are. */
const MOST_REPORTED = 100;

export function Report({ fine, differences, verdict, first, second, date }: Props) {
  const { t } = useTranslation('compare');
  const formats = useFormats();
  return createPortal(
    <div className="print-report">
      <article>
        <h1>{t('report.title')}</h1>
        <p className="any-text">{t('report.about', { first: first.name, second: second.name })}</p>
        <p>{formats.dateTime(date)}</p>
        <h2>{verdict}</h2>
        <p>{`${t('limit.title')}. ${t('limit.text')}`}</p>
        <div className="report-pair">
          {[
            { name: t('first'), base64: fine.reference },
            { name: t('second'), base64: fine.query },
          ].map(({ name, base64 }) => (
            <figure key={name}>
              <img src={`data:image/jpeg;base64,${base64}`} alt="" />
              <figcaption>{name}</figcaption>
            </figure>
          ))}
        </div>
        {differences.slice(0, MOST_REPORTED).map((difference) => (
          <section key={difference.number}>
            <h3>
              {t('report.difference', { number: difference.number, kind: t(`kind.${difference.kind}`) })}
            </h3>
            <p>{difference.facts}</p>
            <div className="report-pair">
              {[
                { url: first.url, box: difference.inReference },
                { url: second.url, box: difference.inQuery },
              ].map(({ url, box }, at) => (
                <Crop key={at} url={url} alt="" part={withSurroundings(box)} marked={box} />
              ))}
            </div>
          </section>
        ))}
        {differences.length > MOST_REPORTED && (
          <p>{t('report.more', { count: differences.length - MOST_REPORTED })}</p>
        )}
      </article>
    </div>,
    document.body,
  );
}
