/** Recognizes printed pages in the picture of a camera, without network: `createScan`, and the element `<loupe-scan>`. */
import { LoupeScanElement } from './element.js';

export { LoupeScanElement };
export type { ActionTarget } from '../../../console/src/parts/reader/action-target.js';
export { createScan, Scan } from './scan.js';
export { targetOf } from './found-page.js';
export type { FoundPage, ScanAction, ScanOffer } from './found-page.js';
export type { ScanEvents, ScanOptions } from './scan.js';
export { ScanError } from './scan-error.js';
export type { ScanErrorCode } from './scan-error.js';

declare global {
  interface HTMLElementTagNameMap {
    'loupe-scan': LoupeScanElement;
  }
}

// Where a page loads this module twice, the first one holds. A server that writes pages defines no elements.
if (globalThis.customElements?.get('loupe-scan') === undefined)
  globalThis.customElements?.define('loupe-scan', LoupeScanElement);
