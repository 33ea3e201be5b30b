/**
 * What Loupe adds to GraphiQL: links to the other documentation, and a log-in that holds in every tab. It stands before
 * the page's own program, so that its `fetch` is the one that the program takes.
 */

/** Runs in the browser: no module, nothing of this file around it. */
function rememberLogin(): void {
  const kept = 'loupe.graphiql.token';
  const plain = window.fetch.bind(window);
  const show = () => {
    const place = document.getElementById('loupe-login');
    const token = sessionStorage.getItem(kept);
    if (place !== null) place.textContent = token === null ? 'Not logged in' : 'Logged in, in every tab';
  };
  window.fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers);
    const given = headers.get('authorization') ?? '';
    const token = sessionStorage.getItem(kept);
    // A header that still holds the words of the example is none.
    if (given.includes('<')) headers.delete('authorization');
    if (token !== null && (given === '' || given.includes('<')))
      headers.set('authorization', `Bearer ${token}`);
    const response = await plain(input, { ...init, headers });
    if (/json/.test(response.headers.get('content-type') ?? '')) {
      const answer = (await response
        .clone()
        .json()
        .catch(() => null)) as { data?: { login?: { accessToken?: string }; logout?: object } } | null;
      const made = answer?.data?.login?.accessToken;
      if (made !== undefined) sessionStorage.setItem(kept, made);
      if (answer?.data?.logout !== undefined) sessionStorage.removeItem(kept);
      show();
    }
    return response;
  };
  document.addEventListener('DOMContentLoaded', show);
}

const STYLE = `
  #loupe-help { position: fixed; z-index: 5; right: 130px; top: 20px; display: flex; gap: 16px; align-items: center;
    padding: 6px 14px; border-radius: 16px; background: #fff; color: #3b4b68; font: 14px system-ui, sans-serif; }
  #loupe-help a { color: #3344b8; }
  @media (max-width: 900px) { #loupe-help { top: auto; right: 12px; bottom: 12px; } }`;

const linksBelow = (
  ownPath: string,
) => `<nav id="loupe-help" aria-label="Loupe"><span id="loupe-login" role="status"></span>
  <a href="${ownPath}/">Console</a><a href="${ownPath}/guide/">Guide</a><a href="${ownPath}/docs">REST reference</a></nav>`;

/** Puts the help into the page's markup. */
export function withHelp(ownPath: string, html: string): string {
  const head = html.indexOf('<head>') + '<head>'.length;
  const end = html.lastIndexOf('</body>');
  // Compilers that keep the names of functions call a helper of that name.
  const script = `<script>((__name) => (${rememberLogin.toString()})())((named) => named);</script>`;
  const style = `<style>${STYLE}</style>`;
  return `${html.slice(0, head)}${script}${style}${html.slice(head, end)}${linksBelow(ownPath)}${html.slice(end)}`;
}
