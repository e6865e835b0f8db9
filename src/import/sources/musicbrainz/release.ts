import { partialDateOf } from '../shared/dates';
import { type Context, Gathering, type Mapping } from './context';
import { artistCredit, listed, type RelationCredit, relationCredits } from './credits';
import { child, childOfEach, children, compareText, idOf, type Json, requireId, text } from './json';
import { licensedValues } from './licence';
import { linkRecord, linksOf, ownPage } from './links';
import { type Album, gatherEntries, noteAlbum } from './production-entries';
import { given, iri, reference } from './records';
import { isByMany, isCompilation, isSoundtrack, productionsOf } from './release-group';
import { roleSlug } from './roles';
import { country, short } from './text';
import { gatherMedia } from './tracks';
import { noteWorks } from './tracks-of-works';

/** "[no label]", which stands where a release has none. */
const noLabel = '157afde4-4bf5-4039-8ad2-5a15acc85176';

/** A release of a soundtrack with all that is on it, the artists and labels it names, and its place under productions. */
export const mapRelease: Mapping = (document, context) => {
  const group = child(document, 'release-group');
  if (!isSoundtrack(group)) return undefined;
  const id = requireId(document);
  const gathering = new Gathering();
  const credits = relationCredits(document, 'release', context, gathering);
  const composers = composersOf(document, credits);
  const composer = roleSlug('Composer', 'recording', context, gathering) ?? 'composer';
  const performer = roleSlug('Performer', 'recording', context, gathering) ?? 'performer';
  const roleOf = (artist: string): string => (composers.includes(iri.artist(artist)) ? composer : performer);
  const credit = artistCredit(document, roleOf, gathering);
  const labels = gatherLabels(document, gathering);
  const groupId = idOf(group);
  const productions = groupId === undefined ? [] : productionsOf(groupId, context);
  const album: Album = { release: id, kind: kindOf(document), composers };
  gathering.add(
    given(
      'partial',
      'Release',
      iri.release(id),
      {
        title: short(text(document, 'title')) ?? '[untitled]',
        release_date: partialDateOf(text(document, 'date')),
        country: country(text(document, 'country')),
        barcode: short(text(document, 'barcode')),
        artist_credit: credit?.text,
        artists: credit?.credits,
        credits: listed(credits),
        labels: labels.length > 0 ? labels : undefined,
        notes: short(text(document, 'disambiguation')),
      },
      { packaging_type: packaging(document, context), series: gatherSeries(document, labels, gathering) },
    ),
  );
  for (const link of [ownPage('release', id), ...linksOf(document)]) gathering.add(linkRecord('Release', id, link));
  gatherEntries(album, productions ?? [], context, gathering);
  const production = productions?.length === 1 ? productions[0] : undefined;
  const tracks = gatherMedia(document, { id, artistCredit: credit?.text, production, roleOf }, context, gathering);
  const left = groupId === undefined || productions !== undefined ? [] : [noteAlbum(groupId, album, context)];
  return { records: gathering.records, notes: [...noteWorks(tracks, context), ...left], licensed: licensedValues('Release', document) };
};

/** Labels with catalog numbers, as they stand in a record; labels are gathered. */
function gatherLabels(document: Json, gathering: Gathering): { iri: string | null; catalog_number: string | null }[] {
  const labels = new Map<string, { iri: string | null; catalog_number: string | null }>();
  for (const info of children(document, 'label-info')) {
    const label = child(info, 'label');
    const id = idOf(label);
    const name = short(text(label, 'name'));
    const isLabel = id !== undefined && id !== noLabel && name !== undefined;
    const printed = short(text(info, 'catalog-number'));
    const item = { iri: isLabel ? iri.label(id) : null, catalog_number: printed === '[none]' ? null : (printed ?? null) };
    if (isLabel) gathering.add(given('partial', 'Label', iri.label(id), { name }));
    if (item.iri !== null || item.catalog_number !== null) labels.set(`${item.iri} ${item.catalog_number}`, item);
  }
  return [...labels.values()];
}

/** The series that a release is part of. Ours belong to a label, so it needs one, and only one. */
function gatherSeries(document: Json, labels: readonly { iri: string | null }[], gathering: Gathering) {
  const owners = new Set(labels.flatMap((label) => label.iri ?? []));
  const partsOf = children(document, 'relations').filter((relation) => text(relation, 'type') === 'part of');
  const [series] = childOfEach(partsOf, 'series').sort((a, b) => compareText(idOf(a) ?? '', idOf(b) ?? ''));
  const [id, name, label] = [idOf(series), short(text(series, 'name')), [...owners][0]?.split('/').pop()];
  if (id === undefined || name === undefined || label === undefined || owners.size !== 1) return undefined;
  gathering.add(given('partial', 'LabelSeries', iri.series(label, id), { name }));
  return reference('LabelSeries', iri.series(label, id));
}

/** What MusicBrainz calls otherwise. */
const packagings: Readonly<Record<string, string>> = {
  'Cardboard/Paper Sleeve': 'Cardboard Sleeve',
  'Gatefold Cover': 'Gatefold Sleeve',
  Box: 'Box Set',
};

/** A packaging that the catalog has no word for is left out: that vocabulary is the catalog's own. */
function packaging(document: Json, { known }: Context) {
  const name = text(document, 'packaging');
  const id = name === undefined ? undefined : known.findByName('PackagingType', packagings[name] ?? name);
  return id === undefined ? undefined : reference('PackagingType', iri.packaging(id));
}

/**
 * Whose music it is, by their IRIs: the composers of the release, else those it is credited to, as MusicBrainz credits a
 * score. An orchestra or a choir performs, and so many that they are "various" have not written the score together.
 */
function composersOf(document: Json, credits: readonly RelationCredit[]): readonly string[] {
  const composers = new Set(credits.filter(({ credit_role }) => credit_role === 'composer').map((credit) => credit.iri));
  if (composers.size > 0) return [...composers];
  if (isByMany(document) || isCompilation(child(document, 'release-group'))) return [];
  const credited = childOfEach(children(document, 'artist-credit'), 'artist').filter((artist) =>
    ['Person', 'Group'].includes(text(artist, 'type') ?? ''),
  );
  return [...new Set(credited.flatMap((artist) => idOf(artist) ?? []).map(iri.artist))];
}

function kindOf(document: Json): Album['kind'] {
  if (isCompilation(child(document, 'release-group'))) return 'compilation';
  return isByMany(document) ? 'songs' : 'score';
}
