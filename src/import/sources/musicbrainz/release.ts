import { ownReleaseId } from '../discogs/values';
import { child, childOfEach, children, compareText, idOf, type Json, requireId, text } from '../shared/json';
import { partialDateOf } from '../shared/values';
import { gatherAlbum, isSoundtrack, standsForProduction } from './album';
import { type Context, Gathering, type Mapping } from './context';
import { artistCredit, composersAmong, listed, relationCredits } from './credits';
import { companiesOf, furtherEvents, identifiersOf, seriesOf } from './editions';
import { discogsIdsOf, isKnownPage, linkRecord, linksOf, ownPage } from './links';
import { countNotTaken, countRelations } from './members';
import { entriesByGroup, entryOf, gatherComposers, kindOf, noteRelease, productionOf, productionsOf } from './production';
import { iri, isSame, named, own, productionOfGroup, reference } from './records';
import { gatherMedia } from './tracks';
import { country, licensedValues, short } from './values';
import { noteWorks } from './work';

/** "[no label]", which stands where a release has none. */
const noLabel = '157afde4-4bf5-4039-8ad2-5a15acc85176';

interface LabelOfRelease {
  readonly iri: string | null;
  readonly catalog_number: string | null;
}

/** Labels with catalog numbers, as they stand in a record of a release; labels are gathered. */
function gatherLabels(document: Json, gathering: Gathering): LabelOfRelease[] {
  const labels = new Map<string, LabelOfRelease>();
  for (const info of children(document, 'label-info')) {
    const label = child(info, 'label');
    const id = idOf(label);
    const name = short(text(label, 'name'));
    const isLabel = id !== undefined && id !== noLabel && name !== undefined;
    const printed = short(text(info, 'catalog-number'));
    const item = { iri: isLabel ? iri.label(id) : null, catalog_number: printed === '[none]' ? null : (printed ?? null) };
    if (isLabel) gathering.addRecord(named, 'Label', iri.label(id), { name });
    if (item.iri !== null || item.catalog_number !== null) labels.set(`${item.iri} ${item.catalog_number}`, item);
  }
  return [...labels.values()];
}

/** The series that a release is part of. Ours belong to a label, so it needs one, and only one. */
function gatherSeries(document: Json, labels: readonly LabelOfRelease[], gathering: Gathering) {
  const owners = new Set(labels.flatMap((label) => label.iri ?? []));
  const partsOf = children(document, 'relations').filter((relation) => text(relation, 'type') === 'part of');
  const [series] = childOfEach(partsOf, 'series').sort((a, b) => compareText(idOf(a) ?? '', idOf(b) ?? ''));
  const [id, name, label] = [idOf(series), short(text(series, 'name')), [...owners][0]?.split('/').pop()];
  if (id === undefined || name === undefined || label === undefined || owners.size !== 1) return undefined;
  gathering.addRecord(named, 'LabelSeries', iri.series(label, id), { name });
  return reference('LabelSeries', iri.series(label, id));
}

/**
 * A release of a soundtrack with all that is on it, the artists and labels it names, and its place under productions.
 *
 * The production is the one that its group stands for: what the group knows better is said by the group, whichever of
 * the two comes first.
 */
export const mapRelease: Mapping = (document, context) => {
  const group = child(document, 'release-group');
  const groupId = idOf(group);
  if (group === undefined || !isSoundtrack(group)) return undefined;
  const id = requireId(document);
  const gathering = new Gathering(context);
  const credits = relationCredits(document, 'release', gathering);
  const composers = composersAmong(credits);
  const credit = artistCredit(document, (artist) => (composers.includes(iri.artist(artist)) ? 'composer' : undefined), gathering);
  const labels = gatherLabels(document, gathering);
  if (groupId !== undefined) gatherAlbum(group, groupId, named, gathering);
  gathering.addRecord(
    own,
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
      identifiers: identifiersOf(document, context),
      companies: companiesOf(document, gathering),
      series: seriesOf(document),
      events: furtherEvents(document),
      provisional: false,
    },
    {
      packaging_type: packaging(document, context),
      series: gatherSeries(document, labels, gathering),
      album: groupId === undefined ? undefined : reference('Album', iri.album(groupId)),
    },
  );
  for (const link of [ownPage('release', id), ...linksOf(document)]) gathering.add(linkRecord('Release', id, link));
  // One that has named productions is the music of several, and stands for none of its own.
  const isAlone = groupId !== undefined && standsForProduction(group) && productionsOf(groupId, context).length === 0;
  const production = isAlone ? productionOfGroup(groupId) : undefined;
  const notes = groupId === undefined ? [] : noteRelease(groupId, id, kindOf(document), context);
  if (production !== undefined) gatherProduction(document, group, production, composers, gathering);
  if (groupId !== undefined) for (const entry of entriesByGroup(groupId, id, kindOf(document), context)) gathering.add(entry);
  const release = { id, artistCredit: credit?.text, production, composers, status: text(document, 'status') };
  const tracks = gatherMedia(document, release, gathering);
  // A release of ours is one pressing; of several that it has links to, one alone is the same.
  for (const other of discogsIdsOf(document, 'release').slice(0, 1)) gathering.add(isSame('Release', ownReleaseId(other), id));
  countNotTaken('release', document, context.notTaken);
  countRelations(document, isOfRelease, context.notTaken);
  return { records: gathering.records, notes: [...notes, ...noteWorks(tracks, context)], licensed: licensedValues('Release', document) };
};

/** The production that the group of a release stands for, its composers, and the place of the release under it. */
function gatherProduction(document: Json, group: Json, production: string, composers: readonly string[], gathering: Gathering): void {
  gathering.add(productionOf(group, production, true));
  gatherComposers(document, composers, production, gathering);
  gathering.add(entryOf(production, requireId(document), kindOf(document), 1));
}

/** Credits are counted where they are read, and pages where they are. */
const isOfRelease = (relation: Json): boolean =>
  isKnownPage(relation) || ['artist', 'place', 'label', 'series'].some((target) => target in relation);

const packagings: Readonly<Record<string, string>> = {
  'Cardboard/Paper Sleeve': 'Cardboard Sleeve',
  'Gatefold Cover': 'Gatefold Sleeve',
  Box: 'Box Set',
  'Super Jewel Box/Case': 'Super Jewel Box',
};

/** A packaging that the catalog has no word for is left out: that vocabulary is the catalog's own. */
function packaging(document: Json, { known, notTaken }: Context) {
  const name = text(document, 'packaging');
  const id = name === undefined ? undefined : known.findByName('PackagingType', packagings[name] ?? name);
  if (name !== undefined && id === undefined) notTaken.add(`packaging (${short(name)})`);
  return id === undefined ? undefined : reference('PackagingType', iri.packaging(id));
}
