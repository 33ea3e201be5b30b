/** The camera's picture, and the title and actions of the page that it shows, in elements of your own. */
import { useEffect, useRef, useState } from 'react';
import { createScan, type FoundPage, type ScanAction, targetOf } from '@loupe-print/scan';

export interface GuideProps {
  /** Address of a file that `loupe pack download` wrote. */
  readonly pack: string;
  /** Of the server that made it. */
  readonly publicKey: string;
}

export function Guide({ pack, publicKey }: GuideProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [found, setFound] = useState<FoundPage | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    if (video.current === null) return undefined;
    const scan = createScan({ video: video.current, pack, publicKey });
    scan.on('found', setFound);
    // Codes are for programs; the sentence is in the reader's language, and says what to do.
    scan.on('error', ({ message }) => setFailure(message));
    void scan.start();
    return () => scan.stop();
  }, [pack, publicKey]);

  return (
    <main>
      <video ref={video} muted playsInline aria-label="Picture of the camera" />
      {failure !== null && <p role="alert">{failure}</p>}
      <section aria-live="polite">
        {found !== null && (
          <>
            <h1>{found.title}</h1>
            <ul>
              {found.actions.map((action) => (
                <li key={action.id}>
                  <Action action={action} />
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </main>
  );
}

/** Links open; the element `<loupe-scan>` also saves contacts and dates, and shares. */
function Action({ action }: { readonly action: ScanAction }) {
  const target = targetOf(action);
  return target?.kind === 'link' ? <a href={target.href}>{action.name}</a> : action.name;
}
