import type { ComponentChildren } from 'preact';
import type { Share } from '../../../api/read/viewer';
import { productions } from '../../../catalog/productions';
import { releases } from '../../../catalog/releases';
import type { Item } from '../../api/client';
import { includedOf } from '../../api/linked-records';
import { AddLink, addLinkOf } from '../../editing/editor-links';
import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { Have, inUnits, sharesIn, type Unit } from '../../library/completeness/figure';
import { CatalogTitle } from '../../ui/catalog-text';
import { termText } from '../../ui/credits';
import { Frame, LabelMark, Mark, Sleeve } from '../../ui/pictures';
import type { Browsable, BrowsedList } from './browsed-list';
import { listPage } from './list-page';
import { franchiseList, labelList, organizationList } from './lists';
import { type Browsed, readBrowsedList } from './read-list';

// Lists whose records are tiles.

interface TileList<R extends Browsable> {
  readonly list: BrowsedList<R>;
  readonly type: Parameters<typeof AddLink>[0]['type'];
  readonly unit: Unit;
  readonly tile: (context: RequestContext, record: Item<R>, answer: Browsed<R>['answer']) => Omit<TileProps, 'share' | 'unit'>;
}

interface TileProps {
  readonly href: string;
  readonly name: string;
  readonly picture: ComponentChildren;
  readonly below: string;
  /** In words; the viewer's share replaces it. */
  readonly size: string | false;
  readonly share: Share | undefined;
  readonly unit: Unit;
}

const tilesOf = <R extends Browsable>({ list, type, unit, tile }: TileList<R>) => ({
  get: async (context: RequestContext): Promise<Page> => {
    const browsed = await readBrowsedList(context, list);
    const shares = sharesIn(browsed.meta);
    return listPage(context, {
      browsed,
      about: context.t.browse.lists[list.name].about,
      below: <AddLink href={addLinkOf(context)} type={type} />,
      isKept: true,
      children: (
        <ul class="shelf">
          {browsed.items.map((record) => (
            <Tile key={record.id} {...tile(context, record, browsed.answer)} share={shares.get(record.id)} unit={unit} />
          ))}
        </ul>
      ),
    });
  },
});

function Tile({ href, name, picture, below, size, share, unit }: TileProps) {
  const context = useRequestContext();
  return (
    <li>
      <a href={href}>
        {picture}
        <CatalogTitle text={name} />
        <small>{[below, !share && size].filter(Boolean).join(' · ')}</small>
      </a>
      {share && <Have counts={share} all={inUnits(context, unit, share.total)} />}
    </li>
  );
}

type Sampled = { readonly relationships: { readonly sampleRelease: { readonly data: { readonly id: string } | null } } };

/** A mark in the sleeve of a sample. */
function pressing({ relationships }: Sampled, answer: Parameters<typeof includedOf>[1], mark: ComponentChildren) {
  const release = includedOf(releases, answer).get(relationships.sampleRelease.data?.id ?? '');
  return (
    <span class="pressing">
      {mark}
      {release && <Sleeve of={release.attributes} size="s" />}
    </span>
  );
}

export const labelTiles = tilesOf({
  list: labelList,
  type: 'Label',
  unit: 'releases',
  tile: ({ t, to, format }, record, answer) => {
    const { country, begin_date: begin, end_date: end, release_count: count, ...label } = record.attributes;
    const [from, until] = [begin?.slice(0, 4), end?.slice(0, 4)];
    const years = from && (until ? `${from}–${until}` : t.browse.lives.since({ year: from }));
    return {
      href: to.label(label),
      name: label.name,
      picture: pressing(record, answer, <LabelMark of={label} />),
      below: [country && format.country(country), years].filter(Boolean).join(', '),
      size: count > 0 && t.words.releases({ count: format.counted(count) }),
    };
  },
});

export const organizationTiles = tilesOf({
  list: organizationList,
  type: 'Organization',
  unit: 'releases',
  tile: ({ t, to, format }, record, answer) => {
    const { organization_type: type, country, ...organization } = record.attributes;
    return {
      href: to.organization(organization),
      name: organization.name,
      picture: pressing(record, answer, <Mark of={{ ...organization, _type: 'group', fictional: false }} />),
      below: [type && termText(t, type), country && format.country(country)].filter(Boolean).join(', '),
      size: false,
    };
  },
});

export const franchiseTiles = tilesOf({
  list: franchiseList,
  type: 'Franchise',
  unit: 'scores',
  tile: ({ t, to, format }, { attributes: franchise, relationships }, answer) => {
    const first = includedOf(productions, answer).get(relationships.firstProduction.data?.id ?? '')?.attributes;
    return {
      href: to.franchise(franchise),
      name: franchise.name,
      picture: <span class="stack">{first && <Frame of={first} />}</span>,
      below: '',
      size: t.words.productions({ count: format.counted(franchise.production_count) }),
    };
  },
});
