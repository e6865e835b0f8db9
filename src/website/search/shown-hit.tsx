import type { VNode } from 'preact';
import type { Snippet } from '../../search/snippets';
import { rootOfIri } from '../api/client';
import { lifeOf } from '../catalog/browse/life';
import type { RequestContext } from '../http/request-context';
import { composerNames, displayName, termText } from '../ui/credits';
import { formatWords } from '../ui/format-words';
import { Frame, LabelMark, Mark, Sleeve } from '../ui/pictures';
import { productionType } from '../ui/production-rows';
import type { SearchedRecord, SearchResults } from './found';
import { plainText, type Stretch, splitAtName, stretchesOf } from './marked';

interface Shown {
  readonly picture: VNode | null;
  readonly href: string | undefined;
  readonly title: string;
  /** The searched part of the title. */
  readonly name?: string;
  readonly facts: readonly (string | number | null | undefined)[];
  /** Distinguishes equal titles. */
  readonly year?: number | null;
  readonly kind: string;
  readonly brief: readonly (string | number | null | undefined)[];
}

export function shownHit(
  context: RequestContext,
  { record, snippet }: SearchResults['hits'][number],
  found: SearchResults,
  size: 's' | 'm' = 's',
) {
  const { title, name = title, facts, brief, ...members } = shownRecord(context, record, found, size);
  const address = addressIn(snippet, name);
  const { name: marked, others } = address ?? splitAtName(stretchesOf(snippet.snippet), name);
  const [facted, briefly] = [joined(facts.filter((fact) => fact !== title)), joined(brief)];
  const elsewhere = others.filter((text) => !facted.includes(plainText(text)));
  const isFirst = marked.length === 0 && elsewhere[0] === others[0];
  const words: Readonly<Record<string, string>> = context.t.search.fields;
  return {
    ...members,
    title: [...(marked.length > 0 ? marked : [{ text: name, isMarked: false }]), { text: title.slice(name.length), isMarked: false }],
    facts: others.reduce(markedIn, [{ text: facted, isMarked: false }]),
    brief: briefly || members.kind,
    elsewhere: elsewhere[0] && {
      word: (isFirst && words[snippet.field]) || '',
      text: elsewhere.flatMap((text, index) => (index === 0 ? text : [{ text: ' · ', isMarked: false }, ...text])),
    },
  };
}

const joined = (facts: Shown['facts']): string => facts.filter((fact) => fact !== null && fact !== undefined && fact !== '').join(', ');

/** Marks a text of the snippet in the facts, if they have it. */
const markedIn = (facts: Stretch[], text: Stretch[]): Stretch[] =>
  facts.flatMap((fact) => {
    const at = fact.isMarked ? -1 : fact.text.indexOf(plainText(text));
    if (at < 0) return fact;
    const [before, after] = [fact.text.slice(0, at), fact.text.slice(at + plainText(text).length)];
    return [{ text: before, isMarked: false }, ...text, { text: after, isMarked: false }];
  });

/** Marks a title that matched by its slug. */
function addressIn({ field, snippet }: Snippet, name: string): { name: Stretch[]; others: Stretch[][] } | undefined {
  if (field !== 'slug') return undefined;
  const words = stretchesOf(snippet)
    .map(({ text }) => text)
    .join('')
    .replaceAll('-', '[^\\p{L}\\p{N}]+');
  const [before, typed, after] = name.normalize('NFC').split(new RegExp(`(?<![\\p{L}\\p{N}])(${words})(?![\\p{L}\\p{N}])`, 'iu'));
  if (before === undefined || typed === undefined || after === undefined) return undefined;
  const parts = [
    { text: before, isMarked: false },
    { text: typed, isMarked: true },
    { text: name.normalize('NFC').slice(before.length + typed.length), isMarked: false },
  ];
  return { name: parts.filter(({ text }) => text !== ''), others: [] };
}

function shownRecord(
  context: RequestContext,
  record: SearchedRecord,
  { formats, firstEditions, editions, owners }: SearchResults,
  size: 's' | 'm',
): Shown {
  const { t, to, format } = context;
  const noun = (type: keyof typeof t.words.kinds): string => t.words.kinds[type][0] ?? '';
  switch (record.type) {
    case 'Artist': {
      const { attributes: artist } = record;
      const type = artist.fictional ? t.words.fictional : t.words.artistTypes[artist._type];
      const about = artist.fictional ? [type] : [type, lifeOf(context, artist)];
      const common = { title: displayName(t, artist.display_name), name: artist.name, kind: noun('Artist') };
      return { ...common, picture: <Mark of={artist} />, href: to.artist(artist), facts: about, brief: [type] };
    }
    case 'Production': {
      const { attributes: production } = record;
      const { title, year, composers, _type: type } = production;
      const music =
        composers.length > 0 && t.words.musicBy({ names: format.list(composers.slice(0, shownComposers).map(({ name }) => name)) });
      const kind = productionType(t, type) || noun('Production');
      const common = { title, year, kind, facts: [music || ''], brief: [kind] };
      return { ...common, picture: <Frame of={production} size={size} />, href: to.production(production) };
    }
    case 'Album': {
      const { attributes: album } = record;
      const { title, year, artist_credit: credit, release_count: count } = album;
      const first = firstEditions.get(record.id);
      const editions = count > 1 && t.words.editions({ count: format.counted(count) });
      const href = count === 1 && first ? to.release(first) : to.album(album);
      const common = { title, year, kind: noun('Album'), facts: [credit, editions || ''], brief: [editions || ''] };
      return { ...common, picture: first ? <Sleeve of={first} size={size} /> : null, href };
    }
    case 'Release': {
      const { attributes: release } = record;
      const { title, year, artist_credit: credit } = release;
      const carriers = formatWords(formats.get(record.id) ?? [], context);
      const common = { title, year, kind: noun('Release'), facts: [credit, carriers], brief: [carriers] };
      return { ...common, picture: <Sleeve of={release} size={size} />, href: to.release(release) };
    }
    case 'Label': {
      const { attributes: label } = record;
      const country = label.country && format.country(label.country);
      const kind = noun('Label');
      const common = { title: label.name, kind, facts: [country], brief: [kind] };
      return { ...common, picture: <LabelMark of={label} />, href: to.label(label) };
    }
    case 'LabelSeries': {
      const label = owners.labels.get(rootOfIri(record.id));
      const kind = noun('LabelSeries');
      const common = { title: record.attributes.name, kind, picture: label ? <LabelMark of={label} /> : null };
      return { ...common, href: label && to.series(label, record.attributes), facts: [label?.name], brief: [label?.name] };
    }
    case 'Organization': {
      const { name, organization_type: type, country } = record.attributes;
      const kind = noun('Organization');
      const common = { title: name, kind, picture: <LabelMark of={record.attributes} />, href: to.organization(record.attributes) };
      return { ...common, facts: [type && termText(t, type), country && format.country(country)], brief: [kind] };
    }
    case 'ArtistRole': {
      const kind = noun('ArtistRole');
      return { title: record.attributes.role, kind, picture: null, href: to.role(record.attributes), facts: [], brief: [kind] };
    }
    case 'Work': {
      const { title, credits, recording_count: count } = record.attributes;
      const composers = composerNames(credits).slice(0, shownComposers);
      const recordings = count > 0 && t.words.recordings({ count: format.counted(count) });
      const common = { title, kind: noun('Work'), picture: null, href: to.work(record.attributes) };
      return { ...common, facts: [format.list(composers), recordings || ''], brief: [format.list(composers)] };
    }
    case 'Franchise': {
      const { name, production_count: count } = record.attributes;
      const productions = t.words.productions({ count: format.counted(count) });
      const common = { title: name, kind: noun('Franchise'), picture: null, href: to.franchise(record.attributes) };
      return { ...common, facts: [productions], brief: [productions] };
    }
    case 'ProductionRecording': {
      const production = owners.productions.get(rootOfIri(record.id));
      const common = { title: record.attributes.title, kind: t.search.recording };
      if (!production) return { ...common, picture: null, href: undefined, facts: [], brief: [common.kind] };
      const facts = [production.title, production.year || ''];
      return { ...common, picture: <Frame of={production} size={size} />, href: to.production(production), facts, brief: [common.kind] };
    }
    case 'ReleaseTrack': {
      const listing = (editions.get(record.id) ?? []).flatMap((id) => owners.releases.get(id) ?? []);
      const [release] = listing;
      const common = { title: record.attributes.title, kind: t.search.track };
      if (!release) return { ...common, picture: null, href: undefined, facts: [], brief: [common.kind] };
      const facts =
        listing.length > 1
          ? [...new Set(listing.map(({ title, year }) => (year ? `${title} (${year})` : title)))].slice(0, shownReleases)
          : [release.title, release.artist_credit, release.year];
      return { ...common, picture: <Sleeve of={release} size={size} />, href: to.release(release), facts, brief: [common.kind] };
    }
  }
}

const shownComposers = 3;

const shownReleases = 4;
