import type { ComponentChildren } from 'preact';
import type { releases } from '../../catalog/releases';
import type { Item } from '../api/client';
import { useRequestContext } from '../http/request-context';
import { CatalogText, CatalogTitle } from './catalog-text';
import { formatWords } from './format-words';
import { Sleeve, type SleevedRelease } from './pictures';
import { Table } from './table';

interface ReleaseTableProps {
  readonly caption: string;
  readonly releases: readonly Item<typeof releases>[];
  readonly formatsOf: (release: Item<typeof releases>) => Parameters<typeof formatWords>[0];
  /** Whose numbers are shown. */
  readonly labelId: string;
  /** UUIDs. */
  readonly owned: ReadonlySet<string>;
}

/** With the catalog numbers of a label. */
export function ReleaseTable({ caption, releases, formatsOf, labelId, owned }: ReleaseTableProps) {
  const context = useRequestContext();
  const { t } = context;
  return (
    <Table class="numbered" caption={caption} heads={[t.fields.release, t.fields.catalog_number, t.fields.format_type, t.fields.year]}>
      {releases.map((release) => (
        <tr key={release.id}>
          <th scope="row">
            <Named release={release.attributes} isOwned={owned.has(release.attributes._id)} />
          </th>
          <td class="n">{numbersOf(release.attributes, labelId)}</td>
          <td>{formatWords(formatsOf(release), context)}</td>
          <td class="n">{release.attributes.year}</td>
        </tr>
      ))}
    </Table>
  );
}

export const numbersOf = ({ labels }: Item<typeof releases>['attributes'], labelId: string): string =>
  labels
    .filter(({ id, catalog_number }) => id === labelId && catalog_number)
    .map(({ catalog_number }) => catalog_number)
    .join(', ');

function Named({ release, isOwned }: { readonly release: Item<typeof releases>['attributes']; readonly isOwned: boolean }) {
  const { t, to } = useRequestContext();
  return (
    <ReleaseCell of={release} href={to.release(release)} title={release.title}>
      {release.artist_credit && <CatalogText text={release.artist_credit} />}
      {isOwned && (
        <>
          {release.artist_credit && ' · '}
          <span class="yes">{t.words.yours}</span>
        </>
      )}
    </ReleaseCell>
  );
}

interface ReleaseCellProps {
  /** Undefined if unknown. */
  readonly of: SleevedRelease | undefined;
  readonly href: string | undefined;
  readonly title: string;
  readonly before?: ComponentChildren;
  /** Below the title. */
  readonly children?: ComponentChildren;
}

export const ReleaseCell = ({ of, href, title, before, children }: ReleaseCellProps) => (
  <div class="person">
    {before}
    <span class="thumb">{of && <Sleeve of={of} size="s" />}</span>
    <div>
      <a href={href}>
        <CatalogTitle text={title} />
      </a>
      {children && <small>{children}</small>}
    </div>
  </div>
);
