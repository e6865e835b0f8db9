import { expect, test } from 'bun:test';
import { type IconName, icons } from '../../src/website/client/icons';
import { webManifest } from '../../src/website/feeds/manifest';
import { Addresses } from '../../src/website/http/addresses';
import { languages } from '../../src/website/i18n';

const asked: IconName[] = [];
const manifest = webManifest({
  t: languages.en,
  to: new Addresses('/music'),
  language: 'en',
  asset: (icon) => {
    asked.push(icon as IconName);
    return `/music/assets/${icon}`;
  },
});

test('the installed site begins where the site does, and stays there', () => {
  expect([manifest.start_url, manifest.scope, manifest.id]).toEqual(['/music/', '/music/', '/music/']);
  expect(manifest.icons.map(({ src }) => src)).toEqual(asked.map((icon) => `/music/assets/${icon}`));
});

test('the icon of the installed site offers its shortcuts', () => {
  expect(manifest.shortcuts).toEqual([
    { name: 'Scan', url: '/music/shop' },
    { name: 'My collection', url: '/music/collection' },
  ]);
});

test.each(manifest.icons.filter(({ type }) => type === 'image/png').map((icon, index) => [asked[index] ?? 'favicon.svg', icon] as const))(
  '%s is as large as the manifest says',
  async (name, { sizes }) => {
    const { width, height, format } = await new Bun.Image(await Bun.file(icons[name]).bytes()).metadata();
    expect([`${width}x${height}`, format]).toEqual([sizes, 'png']);
  },
);
