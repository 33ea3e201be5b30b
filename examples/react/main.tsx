import { createRoot } from 'react-dom/client';
import { createClient } from '@loupe-print/client';
import { Upload } from './Upload';

const parameters = new URLSearchParams(location.search);
const loupe = createClient({
  url: parameters.get('server') ?? location.origin,
  token: parameters.get('token'),
});
const root = document.getElementById('root');
if (root) createRoot(root).render(<Upload loupe={loupe} parentId={parameters.get('parent') ?? ''} />);
