/** A file goes up with progress; its pages appear while they are made. */
import { useEffect, useRef, useState } from 'react';
import { createDocument, type FollowDocument, type LoupeClient } from '@loupe-print/client';

type Followed = FollowDocument['documentProgress'];

export function Upload({ loupe, parentId }: { readonly loupe: LoupeClient; readonly parentId: string }) {
  const [sent, setSent] = useState<number | null>(null);
  const [document, setDocument] = useState<Followed | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function upload(file: File) {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setFailure(null);
    setDocument(null);
    try {
      const uploadId = await loupe.upload(file, { onProgress: setSent, signal });
      const input = { parentId, name: file.name, uploadId };
      const { id } = await loupe.run(createDocument, { input }, { signal });
      for await (const progress of loupe.followDocument(id, { signal })) setDocument(progress);
    } catch (error) {
      // Problems of the schema and failures of the connection both say what to do.
      if (!signal.aborted) setFailure(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <main>
      <input
        type="file"
        aria-label="A document"
        onChange={({ target }) => target.files?.[0] && void upload(target.files[0])}
      />
      {sent !== null && <progress aria-label="Sent" value={sent} />}
      {failure !== null && <p role="alert">{failure}</p>}
      {document !== null && (
        <section>
          <p role="status">
            {document.name}: {document.processing}, {document.images.length} of {document.pages} pages
          </p>
          {document.images.map(({ id, name, smallThumbnailUrl }) => (
            <img key={id} alt={name} src={smallThumbnailUrl ?? undefined} />
          ))}
        </section>
      )}
    </main>
  );
}
