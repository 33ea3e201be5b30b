/** Search in the guide: the text of all pages is fetched when somebody first asks, and looked through here. */
const field = document.getElementById('query');
const list = document.getElementById('results');
const { base, search } = document.body.dataset;
const MOST = 12;
let sections;
let chosen = -1;

if (matchMedia('(max-width: 48rem)').matches) document.querySelector('.pages').removeAttribute('open');

async function load() {
  sections ??= fetch(search)
    .then((answer) => answer.json())
    .catch(() => ((sections = undefined), []));
  return sections;
}

/** Every word has to be there; in a heading it counts more than in the text. */
function rankOf({ page, heading, text }, words) {
  const [title, head, body] = [page, heading, text].map((each) => each.toLowerCase());
  let rank = 0;
  for (const word of words) {
    const value =
      (head.includes(word) ? 10 : 0) + (title.includes(word) ? 5 : 0) + (body.includes(word) ? 1 : 0);
    if (value === 0) return 0;
    rank += value;
  }
  return rank;
}

function around(text, word) {
  const at = text.toLowerCase().indexOf(word);
  return text.slice(Math.max(0, at - 40), Math.max(0, at - 40) + 140).trim();
}

function item({ url, page, heading, text }, word) {
  const entry = document.createElement('li');
  entry.setAttribute('role', 'option');
  const link = document.createElement('a');
  link.href = base + url;
  link.tabIndex = -1;
  link.textContent = heading === page || heading === '' ? page : `${page}: ${heading}`;
  const detail = document.createElement('small');
  detail.textContent = around(text, word);
  link.append(detail);
  entry.append(link);
  return entry;
}

function show(entries) {
  chosen = -1;
  list.replaceChildren(...entries);
  list.hidden = entries.length === 0;
  field.setAttribute('aria-expanded', String(!list.hidden));
}

async function find() {
  const query = field.value;
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 1);
  if (words.length === 0) return show([]);
  const ranked = (await load())
    .map((section) => ({ section, rank: rankOf(section, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank);
  if (field.value !== query) return undefined;
  return show(ranked.slice(0, MOST).map(({ section }) => item(section, words[0])));
}

function choose(step) {
  const entries = [...list.children];
  if (entries.length === 0) return;
  entries[chosen]?.removeAttribute('aria-selected');
  chosen = (chosen + step + entries.length) % entries.length;
  entries[chosen].setAttribute('aria-selected', 'true');
  entries[chosen].scrollIntoView({ block: 'nearest' });
}

field.addEventListener('focus', load, { once: true });
field.addEventListener('input', find);
field.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    choose(event.key === 'ArrowDown' ? 1 : chosen < 0 ? 0 : -1);
  } else if (event.key === 'Enter') list.children[Math.max(0, chosen)]?.querySelector('a').click();
  else if (event.key === 'Escape') show([]);
});
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement;
  if ((event.key !== '/' || isTyping) && !(event.key === 'k' && (event.ctrlKey || event.metaKey))) return;
  event.preventDefault();
  field.focus();
});
document.addEventListener('click', (event) => {
  if (!event.target.closest('search')) show([]);
});
