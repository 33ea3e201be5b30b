import { createRoot } from 'react-dom/client';
import { Guide } from './Guide';

const parameters = new URLSearchParams(location.search);
const places = {
  pack: parameters.get('pack') ?? './museum.loupepack',
  publicKey: parameters.get('publicKey') ?? '',
};
const root = document.getElementById('root');
if (root) createRoot(root).render(<Guide {...places} />);
