/** Styles of the element as a sheet of its own: policies that refuse styles in pages allow it. */
const CSS_TEXT = `
:host { display: block; font: 1rem/1.4 system-ui, sans-serif; color-scheme: light dark }
:host([hidden]) { display: none }
.view { position: relative; overflow: hidden; border-radius: 12px; background: #111; aspect-ratio: 4 / 3 }
video, svg { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover }
polygon { fill: rgb(0 140 255 / 18%); stroke: #3af; stroke-width: 4; stroke-linejoin: round; vector-effect: non-scaling-stroke }
[part=zone] { fill: rgb(255 190 0 / 14%); stroke: #fb0; stroke-width: 3; animation: none; cursor: pointer; pointer-events: all }
[part=zone].shown { fill: rgb(255 190 0 / 38%) }
h3 { margin: 16px 0 8px; font-size: 1rem }
p { margin: 8px 0 }
.error { padding: 12px 14px; border: 2px solid #c22; border-radius: 12px; font-weight: 600 }
h2 { margin: 12px 0 8px; font-size: 1.3rem; line-height: 1.25; overflow-wrap: anywhere }
ul { display: grid; gap: 8px; margin: 0; padding: 0; list-style: none }
a, button { display: flex; align-items: center; box-sizing: border-box; width: 100%; min-height: 52px; padding: 8px 16px;
  border: 1px solid currentcolor; border-radius: 12px; color: inherit; background: transparent; font: inherit; font-weight: 600;
  text-align: start; text-decoration: none; overflow-wrap: anywhere; cursor: pointer; touch-action: manipulation }
a:focus-visible, button:focus-visible { outline: 3px solid #3af; outline-offset: 2px }
@media (prefers-reduced-motion: no-preference) {
  polygon { animation: breathe 1.6s ease-in-out infinite alternate }
  @keyframes breathe { to { fill-opacity: 0.4 } }
}
`;

let sheet: CSSStyleSheet | undefined;

/** One for all elements of the page. */
export function styles(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS_TEXT);
  }
  return sheet;
}
