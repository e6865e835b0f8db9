import readerModule from 'zxing-wasm/reader/zxing_reader.wasm' with { type: 'file' };
import beside from '../../../docs/performance/beside.svg' with { type: 'file' };
import pocketbase from '../../../docs/performance/pocketbase.svg' with { type: 'file' };
import reads from '../../../docs/performance/reads.svg' with { type: 'file' };
import slowest from '../../../docs/performance/slowest.svg' with { type: 'file' };
// The package exports no single-file script.
import reader from '../../../node_modules/zxing-wasm/dist/iife/reader/index.js' with { type: 'file' };
import enhanceScript from '../client/enhance.js' with { type: 'file' };
import narrow from '../client/fonts/archivo-narrow.woff2' with { type: 'file' };
import narrowExtended from '../client/fonts/archivo-narrow-ext.woff2' with { type: 'file' };
import newsreader from '../client/fonts/newsreader.woff2' with { type: 'file' };
import newsreaderExtended from '../client/fonts/newsreader-ext.woff2' with { type: 'file' };
import narrowLicence from '../client/fonts/OFL-Archivo-Narrow.txt' with { type: 'file' };
import newsreaderLicence from '../client/fonts/OFL-Newsreader.txt' with { type: 'file' };
import { icons } from '../client/icons';
import importScript from '../client/import.js' with { type: 'file' };
import logo from '../client/logo.svg' with { type: 'file' };
import passkeysScript from '../client/passkeys.js' with { type: 'file' };
import review from '../client/review.js' with { type: 'file' };
import lens from '../client/scanner/lens.js' with { type: 'file' };
import keepScript from '../client/shop/keep.js' with { type: 'file' };
import serviceWorker from '../client/shop/service-worker.js' with { type: 'file' };
import shopScript from '../client/shop/shop.js' with { type: 'file' };
import style from '../client/style.gen.css' with { type: 'file' };

/** TypeScript types the import as a module, not as a path. */
const pathOf = (module: unknown): string => module as string;

/** Drawings in chapters, by file name. */
const drawings = {
  'performance-beside.svg': beside,
  'performance-pocketbase.svg': pocketbase,
  'performance-reads.svg': reads,
  'performance-slowest.svg': slowest,
} as const;

/** Embedded files, by the names that pages and style sheets use. */
export const assetFiles = {
  'style.css': style,
  'enhance.js': pathOf(enhanceScript),
  'logo.svg': logo,
  'newsreader.woff2': newsreader,
  'newsreader-ext.woff2': newsreaderExtended,
  'archivo-narrow.woff2': narrow,
  'archivo-narrow-ext.woff2': narrowExtended,
  // Fonts require their license (SIL Open Font License 1.1, condition 2).
  'OFL-Newsreader.txt': newsreaderLicence,
  'OFL-Archivo-Narrow.txt': narrowLicence,
  ...icons,
  'import.js': pathOf(importScript),
  'review.js': pathOf(review),
  'lens.js': pathOf(lens),
  'passkeys.js': pathOf(passkeysScript),
  // Loaded only if the browser has no barcode detector: 37 KB, and 954 KB of WebAssembly.
  'barcode-reader.js': pathOf(reader),
  'barcode-reader.wasm': pathOf(readerModule),
  'shop.js': pathOf(shopScript),
  'keep.js': pathOf(keepScript),
  'service-worker.js': pathOf(serviceWorker),
  ...drawings,
} as const satisfies Readonly<Record<string, string>>;

export type AssetName = keyof typeof assetFiles;

export const isAssetName = (name: string): name is AssetName => Object.hasOwn(assetFiles, name);

/** By extension. */
export const assetTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
};

/** @param written such as `performance/reads.svg` */
export function findDrawing(written: string): keyof typeof drawings | undefined {
  const name = written.replace('/', '-');
  return Object.hasOwn(drawings, name) ? (name as keyof typeof drawings) : undefined;
}
