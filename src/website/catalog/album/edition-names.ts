import type { releaseFormats } from '../../../catalog/release-formats';
import type { releases } from '../../../catalog/releases';
import { fold } from '../../../store/values/folding';
import type { Item } from '../../api/client';
import type { RequestContext } from '../../http/request-context';
import type { Texts } from '../../i18n';
import { termText } from '../../ui/credits';
import { formatWords } from '../../ui/format-words';
import { titleParts } from '../../ui/sleeves/texts';

/** What distinguishes an edition from its album: the rest of its title, else its description, else the whole title. */
export function editionTitle(
  { title: album }: { readonly title: string },
  { release: { title }, formats }: NamedEdition,
  t: Texts,
): string {
  const described = formats
    .flatMap(({ descriptions, text }) => [...descriptions, text])
    .flatMap((text) => (text === null || isSize.test(text) ? [] : termText(t, text)));
  if (fold(title) === fold(album)) return described.length > 0 ? [...new Set(described)].slice(0, shownDescriptions).join(', ') : title;
  const { main, sub } = titleParts(title);
  const added = fold(title).startsWith(fold(album)) ? title.slice(album.length) : fold(main) === fold(album) ? sub : '';
  const bare = added.replace(/^[\s:–—,([-]+|(?<![\s)\]])[\s)\]]+$/gu, '');
  // A title that continues within a word is another title.
  return /^[\s:–—,([-]/u.test(added) && bare !== '' ? bare : sub !== '' && fold(main).startsWith(fold(album)) ? sub : title;
}

/** The size of a record does not tell editions apart. */
const isSize = /^(?:\d+"|LP|EP|Album|Stereo|Mono|\d+ ⅓ RPM|\d+ RPM)$/i;

const shownDescriptions = 3;

/** `1994, EastWest Records 4509-96574-2` */
export function imprintOf({ release: { year, labels } }: NamedEdition): string {
  const [label] = labels;
  return [year, [label?.name, label?.catalog_number].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** One line. */
const mostLetters = 80;

/** `1994, CD, EastWest Records 4509-96574-2` */
export function editionName(edition: NamedEdition, context: RequestContext): string {
  const { year, labels, title } = edition.release;
  const [label] = labels;
  const parts = [year, formatWords(edition.formats, context), [label?.name, label?.catalog_number].filter(Boolean).join(' ')].filter(
    Boolean,
  );
  const name = parts.length > 0 ? parts.join(', ') : title;
  return name.length <= mostLetters ? name : `${name.slice(0, mostLetters).toWellFormed()} …`;
}

/** The first difference of year, format and number. */
export function distinctNames(one: NamedEdition, other: NamedEdition, context: RequestContext): readonly [one: string, other: string] {
  const ways: ((edition: NamedEdition) => string)[] = [
    ({ release }) => String(release.year ?? ''),
    ({ release, formats }) => [release.year, formatWords(formats, context)].filter(Boolean).join(', '),
    ({ release: { year, labels } }) => [year, labels[0]?.catalog_number ?? labels[0]?.name].filter(Boolean).join(', '),
    (edition) => editionName(edition, context),
  ];
  const names = ways.map((nameOf) => [nameOf(one), nameOf(other)] as const);
  return names.find(([a, b]) => a !== '' && b !== '' && a !== b) ?? [editionName(one, context), editionName(other, context)];
}

/** With its formats. */
export interface NamedEdition {
  readonly release: Item<typeof releases>['attributes'];
  readonly formats: readonly Item<typeof releaseFormats>['attributes'][];
}
