/** Recognizes a photo with the key of readers, and draws where the page lies in it. */
import { createClient, type Recognize, recognize, recordClick, type Success } from '@loupe-print/client';

const parameters = new URLSearchParams(location.search);
const loupe = createClient({
  url: parameters.get('server') ?? location.origin,
  apiKey: parameters.get('key'),
});

const find = <E extends Element>(selector: string) => document.querySelector(selector) as E;
const status = find<HTMLElement>('[role=status]');

find<HTMLInputElement>('input').addEventListener('change', async (event) => {
  const photo = (event.target as HTMLInputElement).files?.[0];
  if (photo === undefined) return;
  find<HTMLImageElement>('img').src = URL.createObjectURL(photo);
  find<HTMLElement>('figure').hidden = false;
  status.textContent = 'Looking …';
  try {
    show(await loupe.run(recognize, { input: { photo, languageCode: navigator.language } }));
  } catch (error) {
    status.textContent = error instanceof Error ? error.message : String(error);
  }
});

type Recognized = Success<Recognize>;

function show(found: Recognized): void {
  // Corners are fractions of the photo, so that they fit whatever size it is shown in.
  const corners = found?.outline.map(({ x, y }) => `${x},${y}`).join(' ') ?? '';
  find('polygon').setAttribute('points', corners);
  status.textContent = found === null ? 'Nothing was recognized.' : (found.title ?? 'Recognized');
  find('ul').replaceChildren(
    ...(found?.actions ?? []).map(({ id, name, target }) => {
      const link = Object.assign(document.createElement('a'), { textContent: name, target: '_blank' });
      if (target.__typename === 'UrlTarget' && /^https?:/.test(target.url)) link.href = target.url;
      link.addEventListener('click', () => {
        void loupe.run(recordClick, { input: { actionId: id, sessionId: found?.sessionId } });
      });
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
}
