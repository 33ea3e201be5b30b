/** Recognizes printed pages in the picture of a camera, without network: `createScan`, and the element `<loupe-scan>`. */
import { LoupeScanElement } from './element.js';

export { LoupeScanElement };
export { createScan, Scan } from './scan.js';
export type { FoundPage, ScanAction, ScanEvents, ScanOptions } from './scan.js';
export { ScanError } from './scan-error.js';
export type { ScanErrorCode } from './scan-error.js';

// Where a page loads this module twice, the first one holds.
if (customElements.get('loupe-scan') === undefined) customElements.define('loupe-scan', LoupeScanElement);
