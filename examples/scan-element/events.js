/** Uses the events of the element: here they are noted, for somebody who looks at the console of the browser. */
const element = globalThis.document.querySelector('loupe-scan');

for (const name of ['ready', 'found', 'lost', 'action', 'error'])
  element.addEventListener(name, ({ detail }) => console.info(name, detail));
