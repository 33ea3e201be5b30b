/** The comparison as a document for the printer, or as a PDF: nothing else of the page is printed. */
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import type { ListedDifference } from './comparison';
import { Crop } from './Crop';
import { placeOf, withSurroundings } from './geometry';

interface Props {
  readonly differences: readonly ListedDifference[];
  readonly ignored: readonly ListedDifference[];
  readonly verdict: string;
  readonly first: { readonly url: string; readonly name: string };
  readonly second: { readonly url: string; readonly name: string };
  readonly date: Date;
}

/** Of more differences the report says how many there are. */
const MOST_REPORTED = 100;

export function Report({ differences, ignored, verdict, first, second, date }: Props) {
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
            { name: t('first'), url: first.url, side: 'inReference' as const },
            { name: t('second'), url: second.url, side: 'inQuery' as const },
          ].map(({ name, url, side }) => (
            <figure key={name}>
              <span className="report-marked">
                <img src={url} alt="" />
                {differences.map((difference) => (
                  <span
                    key={difference.number}
                    className="report-mark"
                    style={placeOf(difference[side])}
                    aria-hidden
                  >
                    <b>{difference.number}</b>
                  </span>
                ))}
              </span>
              <figcaption>{name}</figcaption>
            </figure>
          ))}
        </div>
        {differences.slice(0, MOST_REPORTED).map((difference) => (
          <ReportedDifference key={difference.number} difference={difference} first={first} second={second} />
        ))}
        {ignored.length > 0 && (
          <section className="report-ignored">
            <p>{t('report.ignored', { count: ignored.length })}</p>
            <ul>
              {ignored.map(({ number, kind, facts }) => (
                <li key={number}>
                  {`${t('report.difference', { number, kind: t(`kind.${kind}`) })}. ${facts}`}
                </li>
              ))}
            </ul>
          </section>
        )}
        {differences.length > MOST_REPORTED && (
          <p>{t('report.more', { count: differences.length - MOST_REPORTED })}</p>
        )}
      </article>
    </div>,
    document.body,
  );
}

interface ReportedDifferenceProps {
  readonly difference: Props['differences'][number];
  readonly first: Props['first'];
  readonly second: Props['second'];
}

function ReportedDifference({ difference, first, second }: ReportedDifferenceProps) {
  const { t } = useTranslation('compare');
  return (
    <section>
      <h3>{t('report.difference', { number: difference.number, kind: t(`kind.${difference.kind}`) })}</h3>
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
  );
}
