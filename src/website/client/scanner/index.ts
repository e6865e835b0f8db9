import readerModule from 'zxing-wasm/reader/zxing_reader.wasm' with { type: 'file' };
// The package exports no single-file script.
import reader from '../../../../node_modules/zxing-wasm/dist/iife/reader/index.js' with { type: 'file' };
import lens from './lens.js' with { type: 'file' };

/** TypeScript types the import as a module, not as a path. */
const pathOf = (module: unknown): string => module as string;

/**
 * Files of the shop page, by name. The reader (37 KB) and its WebAssembly (954 KB) are loaded only if the browser has no barcode
 * detector.
 */
export const scanner = {
  'lens.js': pathOf(lens),
  'barcode-reader.js': pathOf(reader),
  'barcode-reader.wasm': pathOf(readerModule),
} as const;

export type ScannerFile = keyof typeof scanner;

/** Additions to the shop page's Content-Security-Policy, besides `connect-src 'self'`. */
export const scannerScriptSource = "script-src 'self' 'wasm-unsafe-eval'";
