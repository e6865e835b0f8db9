import readerModule from 'zxing-wasm/reader/zxing_reader.wasm' with { type: 'file' };
// The package offers no script of one file by name.
import reader from '../../../../node_modules/zxing-wasm/dist/iife/reader/index.js' with { type: 'file' };
import lens from './lens.js' with { type: 'file' };

/** A compiler elsewhere that reads JavaScript takes a module for what is in it, and not for the path of its file. */
const pathOf = (module: unknown): string => module as string;

/**
 * What the shop page alone loads, by the names of the files: the paths where the executable has them. The lens loads the
 * reader (37 KB) and its WebAssembly (954 KB) where the browser reads no barcodes itself.
 */
export const scanner = {
  'lens.js': pathOf(lens),
  'barcode-reader.js': pathOf(reader),
  'barcode-reader.wasm': pathOf(readerModule),
} as const;

export type ScannerFile = keyof typeof scanner;

/** What the shop page's Content-Security-Policy allows for it, beside `connect-src 'self'`. */
export const scannerScriptSource = "script-src 'self' 'wasm-unsafe-eval'";
