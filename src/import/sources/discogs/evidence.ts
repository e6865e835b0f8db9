import { wordsOf } from './edition';
import { idOf } from './values';
import { attributeOf, firstOf, listed, ownText, textOf, type Value } from './xml';

// What the elements of a release or a master tell of the work that it is an edition of.

/** Styles that say that it is the music of a production. */
export const productionStyles: ReadonlySet<string> = new Set(['Soundtrack', 'Score', 'Video Game Music', 'Bollywood']);

/** The number of the master that a release is an edition of. */
export const masterOf = (release: Value): string | undefined => idOf(textOf(release, 'master_id'));

/** Whether its master goes by what this release is called. */
export const isMainRelease = (release: Value): boolean => attributeOf(firstOf(release, 'master_id'), 'is_main_release') === 'true';

/** Asked for by several records of each element. */
export function stylesOf(element: Value): readonly string[] {
  if (typeof element === 'string') return [];
  let styles = stylesOfElements.get(element);
  if (styles === undefined) {
    styles = wordsOf(element, 'styles', 'style');
    stylesOfElements.set(element, styles);
  }
  return styles;
}

const stylesOfElements = new WeakMap<object, readonly string[]>();

/** What is said of the formats of a release; a master has none. */
export const descriptionsOf = (release: Value): ReadonlySet<string> =>
  new Set(
    listed(release, 'formats', 'format').flatMap((format) =>
      listed(format, 'descriptions', 'description').map((one) => ownText(one).trim()),
    ),
  );

/** Whether it is credited to "Various". */
export const isByMany = (element: Value): boolean => listed(element, 'artists', 'artist').every((artist) => textOf(artist, 'id') === '194');

/** Whether it records a show, a play or pictures, rather than the music of a production. */
export const isOfShow = (release: Value): boolean =>
  wordsOf(release, 'genres', 'genre').includes('Non-Music') ||
  (stylesOf(release).includes('Musical') && !stylesOf(release).some((style) => productionStyles.has(style))) ||
  isVideo(release);

const isVideo = (release: Value): boolean => {
  const formats = listed(release, 'formats', 'format');
  return (
    formats.length > 0 &&
    formats.every((format) => videoFormats.has(attributeOf(format, 'name'))) &&
    !descriptionsOf(release).has('DVD-Audio')
  );
};

const videoFormats: ReadonlySet<string> = new Set(
  'DVD, DVDr, HD DVD, HD DVD-R, Blu-ray, Blu-ray-R, VHS, Betamax, Laserdisc, CDV, VHD, UMD, Video 2000, U-matic, Film Reel'.split(', '),
);
