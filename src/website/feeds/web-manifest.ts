import type { IconName } from '../client/icons';

/** What the manifest says of this server. */
interface Installation {
  readonly name: string;
  /** Below an icon there is room for some twelve letters. */
  readonly shortName: string;
  readonly description: string;
  /** Of the texts here, as in BCP 47. */
  readonly language: string;
  /** Where the site begins: `/`, or `/music/` with a base path. */
  readonly scope: string;
  /** The address of an icon. */
  readonly urlOf: (icon: IconName) => string;
}

/** The paper of the pages (`--paper`), light and dark. A manifest knows one colour, a page says both. */
const paperColours = { light: '#fafbfc', dark: '#111218' } as const;

export const webManifestMediaType = 'application/manifest+json';

/** What makes the site one that can be installed (W3C Web Application Manifest). */
export const webManifest = ({ name, shortName, description, language, scope, urlOf }: Installation) => ({
  id: scope,
  name,
  short_name: shortName,
  description,
  lang: language,
  start_url: scope,
  scope,
  display: 'standalone',
  background_color: paperColours.light,
  theme_color: paperColours.light,
  icons: [
    { src: urlOf('icon-192.png'), sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: urlOf('icon-512.png'), sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: urlOf('icon-maskable-512.png'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: urlOf('favicon.svg'), sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
});
