import { ownReleaseId } from '../discogs/values';
import { child, childOfEach, children, compareText, type Json, mbidOf, requireId, text } from '../shared/json';
import { languageOf, partialDateOf } from '../shared/records';
import { limitedEditionOf } from '../shared/remarks';
import { isSoundtrack } from './album';
import { Gathering, type Mapping, type MusicBrainzContext } from './context';
import { artistCredit, composersAmong, numberedCredits, relationCredits } from './credits';
import { companiesOfDocument, eventsAfterFirst, identifiersOfDocument, placedTracks, seriesOf } from './editions';
import { discogsIdsOf, isKnownPage, isRelation, linkRecord, ownPage, relationLinksOf, relationRecords } from './links';
import { countIgnoredMembers, countRelations } from './members';
import { gatherTitledAlbum, isPseudoRelease, mapPseudoRelease, noteAliases, notePresent, titlesOfRelease } from './other-titles';
import { entriesByGroup, entryOf, gatherComposers, gatherOnlyProduction, musicKindOf, noteRelease } from './production';
import { iri, named, own, reference, sameAs } from './records';
import { gatherMedia } from './tracks';
import { country, licensedValues, short } from './values';
import { noteWorks } from './work';

/** "[no label]", a placeholder. */
const noLabel = '157afde4-4bf5-4039-8ad2-5a15acc85176';

interface LabelOfRelease {
  readonly iri: string | null;
  readonly catalog_number: string | null;
}

/** Labels with catalog numbers; labels are collected. */
function gatherLabels(document: Json, gathering: Gathering): LabelOfRelease[] {
  const labels = new Map<string, LabelOfRelease>();
  for (const info of children(document, 'label-info')) {
    const label = child(info, 'label');
    const id = mbidOf(label);
    const name = short(text(label, 'name'));
    const isLabel = id !== undefined && id !== noLabel && name !== undefined;
    const printed = short(text(info, 'catalog-number'));
    const item = { iri: isLabel ? iri.label(id) : null, catalog_number: printed === '[none]' ? null : (printed ?? null) };
    if (isLabel) gathering.addRecord(named, 'Label', iri.label(id), { name });
    if (item.iri !== null || item.catalog_number !== null) labels.set(`${item.iri} ${item.catalog_number}`, item);
  }
  return [...labels.values()];
}

/** Series of a release. Series belong to a label here, so exactly one label is required. */
function gatherSeries(document: Json, labels: readonly LabelOfRelease[], gathering: Gathering) {
  const owners = new Set(labels.flatMap((label) => label.iri ?? []));
  const partsOf = children(document, 'relations').filter((relation) => text(relation, 'type') === 'part of');
  const [series] = childOfEach(partsOf, 'series').sort((a, b) => compareText(mbidOf(a) ?? '', mbidOf(b) ?? ''));
  const [id, name, label] = [mbidOf(series), short(text(series, 'name')), [...owners][0]?.split('/').pop()];
  if (id === undefined || name === undefined || label === undefined || owners.size !== 1) return undefined;
  gathering.addRecord(named, 'LabelSeries', iri.series(label, id), { name });
  return reference('LabelSeries', iri.series(label, id));
}

/**
 * A soundtrack release with tracks, artists, labels and its entry under a production. The production is its group's, in either
 * reading order; the group's own values rank higher.
 */
export const mapRelease: Mapping = (document, context) => {
  const group = child(document, 'release-group');
  const groupId = mbidOf(group);
  if (group === undefined || !(context.isChosen || isSoundtrack(group))) return undefined;
  const id = requireId(document);
  if (isPseudoRelease(document)) return context.isChosen ? undefined : mapPseudoRelease(document, group, context);
  const gathering = new Gathering(context);
  if (groupId !== undefined) notePresent('Album', groupId, context);
  const titleNotes = noteAliases('Release', document, context);
  const shape = children(document, 'media').map((medium) => placedTracks(medium).length);
  const titles = titlesOfRelease(id, groupId, shape, context);
  const credits = relationCredits(document, 'release', gathering);
  const composers = composersAmong(credits);
  const credit = artistCredit(document, (artist) => (composers.includes(iri.artist(artist)) ? 'composer' : undefined), gathering);
  const labels = gatherLabels(document, gathering);
  const otherTitles = groupId === undefined ? undefined : gatherTitledAlbum(group, groupId, gathering);
  gathering.addRecord(
    own,
    'Release',
    iri.release(id),
    {
      title: short(text(document, 'title')) ?? '[untitled]',
      language: languageOf(text(child(document, 'text-representation'), 'language')),
      other_titles: titles.ofRelease(text(document, 'title')),
      release_date: partialDateOf(text(document, 'date')),
      country: country(text(document, 'country')),
      barcode: short(text(document, 'barcode')),
      artist_credit: credit?.text,
      artists: credit?.credits,
      credits: numberedCredits(credits),
      labels: labels.length > 0 ? labels : undefined,
      notes: short(text(document, 'disambiguation')),
      ...limitedEditionOf([text(document, 'disambiguation') ?? ''], ''),
      identifiers: identifiersOfDocument(document, context),
      companies: companiesOfDocument(document, gathering),
      series: seriesOf(document),
      events: eventsAfterFirst(document),
      provisional: false,
    },
    {
      packaging_type: packaging(document, context),
      series: gatherSeries(document, labels, gathering),
      album: groupId === undefined ? undefined : reference('Album', iri.album(groupId)),
    },
  );
  for (const link of [ownPage('release', id), ...relationLinksOf(document)]) gathering.add(linkRecord('Release', id, link));
  for (const relation of relationRecords('ReleaseRelation', document, id)) gathering.add(relation);
  // Several productions of a group get their entries from its own document.
  const production = gatherOnlyProduction(group, groupId, otherTitles, gathering);
  const notes = groupId === undefined ? [] : noteRelease(groupId, id, musicKindOf(document), context);
  if (production !== undefined) {
    gatherComposers(document, composers, production, gathering);
    gathering.add(entryOf(production, id, musicKindOf(document), 1));
  }
  if (groupId !== undefined) for (const entry of entriesByGroup(groupId, id, musicKindOf(document), context)) gathering.add(entry);
  const release = { id, artistCredit: credit?.text, production, composers, titles, status: text(document, 'status') };
  const tracks = gatherMedia(document, release, gathering);
  // A release here is one pressing, so only a single Discogs link is an identity.
  for (const other of discogsIdsOf(document, 'release').slice(0, 1)) gathering.add(sameAs('Release', ownReleaseId(other), id));
  countIgnoredMembers('release', document, context.notTaken);
  countRelations(document, isOfRelease, context.notTaken);
  return {
    records: gathering.records,
    notes: [...notes, ...titleNotes, ...noteWorks(tracks, context)],
    licensed: licensedValues('Release', document),
  };
};

/** Credits and links are counted elsewhere. */
const isOfRelease = (relation: Json): boolean =>
  isKnownPage(relation) ||
  isRelation('ReleaseRelation', relation) ||
  ['artist', 'place', 'label', 'series'].some((target) => target in relation);

const packagings: Readonly<Record<string, string>> = {
  'Cardboard/Paper Sleeve': 'Cardboard Sleeve',
  'Gatefold Cover': 'Gatefold Sleeve',
  Box: 'Box Set',
  'Super Jewel Box/Case': 'Super Jewel Box',
};

/** Unknown packaging is dropped, since that vocabulary is fixed. */
function packaging(document: Json, { known, notTaken }: MusicBrainzContext) {
  const name = text(document, 'packaging');
  const id = name === undefined ? undefined : known.findByName('PackagingType', packagings[name] ?? name);
  if (name !== undefined && id === undefined) notTaken.add(`packaging (${short(name)})`);
  return id === undefined ? undefined : reference('PackagingType', iri.packaging(id));
}
