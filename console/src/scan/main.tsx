/** The page for readers with a phone, an entry of its own: what it loads is all that a phone has to load before the camera. */
import { createRoot } from 'react-dom/client';
import { Scan } from './Scan';
import './scan.css';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the scanner.');

// Until now the page shows its first sight, without a program.
root.replaceChildren();
createRoot(root).render(<Scan />);
