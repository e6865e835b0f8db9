import { expect, test } from 'bun:test';
import { type IconName, icons } from '../../src/website/client/icons';
import { webManifest } from '../../src/website/feeds/manifest';

const asked: IconName[] = [];
const manifest = webManifest({
  name: 'Leitmotif',
  shortName: 'Leitmotif',
  description: 'A film music catalog',
  language: 'en',
  scope: '/music/',
  shortcuts: [{ name: 'Scan', url: '/music/shop' }],
  urlOf: (icon) => {
    asked.push(icon);
    return `/music/assets/${icon}`;
  },
});

test('the installed site begins where the site does, and stays there', () => {
  expect([manifest.start_url, manifest.scope, manifest.id]).toEqual(['/music/', '/music/', '/music/']);
  expect(manifest.icons.map(({ src }) => src)).toEqual(asked.map((icon) => `/music/assets/${icon}`));
});

test('the icon of the installed site offers its shortcuts', () => {
  expect(manifest.shortcuts).toEqual([{ name: 'Scan', url: '/music/shop' }]);
});

test.each(manifest.icons.filter(({ type }) => type === 'image/png').map((icon, index) => [asked[index] ?? 'favicon.svg', icon] as const))(
  '%s is as large as the manifest says',
  async (name, { sizes }) => {
    const { width, height, format } = await new Bun.Image(await Bun.file(icons[name]).bytes()).metadata();
    expect([`${width}x${height}`, format]).toEqual([sizes, 'png']);
  },
);
