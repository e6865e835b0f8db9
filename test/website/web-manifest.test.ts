import { expect, test } from 'bun:test';
import { type IconName, icons } from '../../src/website/client/icons';
import { webManifest } from '../../src/website/feeds/manifest';
import { Addresses } from '../../src/website/http/addresses';
import { languages } from '../../src/website/i18n';

const iconsOfManifest: IconName[] = [];
const manifest = webManifest({
  t: languages.en,
  to: new Addresses('/music'),
  language: 'en',
  asset: (icon) => {
    iconsOfManifest.push(icon as IconName);
    return `/music/assets/${icon}`;
  },
});

test('the web manifest starts and stays below the base path', () => {
  expect([manifest.start_url, manifest.scope, manifest.id]).toEqual(['/music/', '/music/', '/music/']);
  expect(manifest.icons.map(({ src }) => src)).toEqual(iconsOfManifest.map((icon) => `/music/assets/${icon}`));
});

test('the web manifest has shortcuts', () => {
  expect(manifest.shortcuts).toEqual([
    { name: 'Scan', url: '/music/shop' },
    { name: 'My collection', url: '/music/collection' },
  ]);
});

test.each(
  manifest.icons.filter(({ type }) => type === 'image/png').map((icon, index) => [iconsOfManifest[index] ?? 'favicon.svg', icon] as const),
)('%s has the size in the web manifest', async (name, { sizes }) => {
  const { width, height, format } = await new Bun.Image(await Bun.file(icons[name]).bytes()).metadata();
  expect([`${width}x${height}`, format]).toEqual([sizes, 'png']);
});
