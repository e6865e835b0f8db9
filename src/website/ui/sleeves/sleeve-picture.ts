import rasterizer from '@resvg/resvg-wasm/index_bg.wasm' with { type: 'file' };
import boldFont from '../../sleeves/fonts/archivo-narrow-bold.ttf' with { type: 'file' };
import regularFont from '../../sleeves/fonts/archivo-narrow-regular.ttf' with { type: 'file' };
import { printOf, type SleevedRelease } from './sleeve';

/** Open Graph size in pixels. */
export const pictureSize = { width: 1200, height: 630 };

/**
 * A sleeve as a centered PNG, since link previews do not accept SVG. Takes about 140 ms and blocks its thread, so {@link
 * SleevePictures} uses a worker. The rasterizer is loaded on first use.
 */
export async function sleevePicture(release: SleevedRelease): Promise<Uint8Array<ArrayBuffer>> {
  const { Resvg, fontBuffers } = await loaded();
  const picture = new Resvg(pictureOf(release), { font: { fontBuffers, defaultFontFamily: family } });
  const rendered = picture.render();
  try {
    return new Uint8Array(rendered.asPng());
  } finally {
    // WebAssembly memory is not collected.
    rendered.free();
    picture.free();
  }
}

const family = 'Archivo Narrow';

let loading: ReturnType<typeof load> | undefined;

const loaded = () => (loading ??= load());

/** Once per process. */
async function load() {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
  await initWasm(Bun.file(rasterizer).arrayBuffer());
  const fontBuffers = await Promise.all([regularFont, boldFont].map((path) => Bun.file(path).bytes()));
  return { Resvg, fontBuffers };
}

/** Text that the fonts cannot show is omitted. */
function pictureOf(release: SleevedRelease): string {
  const { width, height } = pictureSize;
  const { title, credit, label, catalogNumber } = release;
  const words = [title, credit, label, catalogNumber].join('').normalize('NFC');
  const { paper, shapes } = printOf(release, hasFonts.test(words) ? 'l' : 's');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${family}">` +
    `<rect width="${width}" height="${height}" fill="${paper}"/>` +
    `<svg x="${(width - height) / 2}" width="${height}" height="${height}" viewBox="0 0 480 480">${shapes}</svg></svg>`
  );
}

/** Latin and punctuation. */
const hasFonts =
  /^[\s\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u02bc\u1e80-\u1e85\u1ef2\u1ef3\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2032\u2033\u2122]*$/;
