import type { ComponentChildren } from 'preact';
import { CorrectLink } from '../../editing/editor-links';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { haveFact } from '../../library/completeness/figure';
import { CatalogText, languageOf, PartialDate } from '../../ui/catalog-text';
import { roleText, termText } from '../../ui/credits';
import { Facts, Lines } from '../../ui/facts';
import { MarkdownLine } from '../../ui/markdown';
import { Mark } from '../../ui/pictures';
import { ageAt } from './age';
import { BiographyLead } from './biography';
import type { Artist, ReadArtist } from './load';

/** Picture, name, lead and life. */
export function ArtistHead({ read, edit }: { readonly read: ReadArtist; readonly edit?: string | undefined }) {
  const context = useRequestContext();
  const { attributes: artist } = read.artist;
  return (
    <div class="hero">
      <div class="bearer">
        <div>
          <Mark of={artist} />
        </div>
        <div>
          <p class="over">{summaryOf(context, read)}</p>
          <ArtistName artist={artist} />
          <BiographyLead text={artist.biography} />
          <CorrectLink edit={edit} />
        </div>
        <Life read={read} />
      </div>
      {artist.fictional && (
        <p class="tiny soft">
          {context.t.artist.fictionalNote({
            dated: artist.begin_date === null ? 'no' : 'yes',
            kind: artist._type === 'person' ? 'character' : 'group',
          })}
        </p>
      )}
    </div>
  );
}

/** With a smaller disambiguation. */
function ArtistName({ artist: { name, display_name: displayName } }: { readonly artist: ReadArtist['artist']['attributes'] }) {
  const { t } = useRequestContext();
  const added = displayName.startsWith(name) ? displayName.slice(name.length).replace(/^ \((.*)\)$/s, '$1') : '';
  return (
    <h1 {...languageOf(name)}>
      {name}
      {added && (
        <span class="sub">
          <CatalogText text={termText(t, added)} />
        </span>
      )}
    </h1>
  );
}

/** The main roles of a person, or the type, and the country. */
export function summaryOf({ t, format }: RequestContext, { artist: { attributes: artist }, credits }: ReadArtist): string {
  const country = artist.country && format.country(artist.country);
  return [typeOrRoles(), country].filter(Boolean).join(' · ');

  function typeOrRoles(): string | undefined {
    if (artist.fictional) return artist._type === 'person' ? t.words.fictional : t.words.fictionalGroup;
    if (artist._type !== 'person') return t.words.artistTypes[artist._type];
    const roles = credits.meta.roles.slice(0, 2).map(({ credit_role: slug, role }) => roleText(t, slug, role));
    const [first, second] = roles;
    if (first !== undefined) return second === undefined ? first : t.artist.roles({ first, second: format.inSentence(second) });
    return country ? undefined : t.words.artistTypes.person;
  }
}

function Life({ read }: { readonly read: ReadArtist }) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const { attributes: artist } = read.artist;
  const { begin_date: begin, end_date: end, real_name: realName, variations, fictional } = artist;
  const isPerson = artist._type === 'person';
  const age = isPerson && begin && end ? ageAt(begin, end) : undefined;
  const aged = age !== undefined && t.artist.aged({ years: format.number(age) });
  const birthplace = fictional ? undefined : placeOf(artist.begin_city, artist.begin_country, format.country.bind(format));
  const lastPlace = placeOf(artist.end_city, artist.end_country, format.country.bind(format));
  const began = fictional ? t.artist.created : isPerson ? t.artist.born : t.artist.formed;
  return (
    <Facts
      facts={[
        [t.fields.real_name, realName && realName !== artist.name && <CatalogText text={realName} />],
        [began, moment(begin, birthplace)],
        [isPerson ? t.artist.died : t.artist.ended, !fictional && moment(end, aged, lastPlace)],
        [t.records.also, variations.length > 0 && <OtherNames names={variations} />],
        haveFact(context, read.meta, 'scores', to.artist(artist)),
      ]}
    />
  );
}

/** `6 July 2020, aged 91, Rome, Italy` */
function moment(date: string | null, ...others: readonly (string | false | undefined)[]): ComponentChildren {
  const details = others.filter(Boolean).join(', ');
  if (!date) return details;
  return (
    <>
      <PartialDate date={date} />
      {details && `, ${details}`}
    </>
  );
}

const placeOf = (city: string | null, country: string | null, nameOf: (code: string) => string): string =>
  [city, country && nameOf(country)].filter(Boolean).join(', ');

type OtherName = Artist['attributes']['variations'][number];

/** More are folded. */
const namesAtOnce = 6;

/** One per line. */
const OtherNames = ({ names }: { readonly names: readonly OtherName[] }) => (
  <Lines lines={names.map((name) => <Name key={name.variation} name={name} />)} atOnce={namesAtOnce} />
);

/** `Dan Savio (pseudonym: on A Fistful of Dollars)` */
function Name({ name: { variation, type, notes } }: { readonly name: OtherName }) {
  const { t, format } = useRequestContext();
  const kinds: Readonly<Record<string, string>> = t.words.aliasTypes;
  const kind = type && (kinds[type] ?? type);
  return (
    <>
      <CatalogText text={variation} />
      {(kind || notes) && (
        <span class="soft">
          {' '}
          ({kind}
          {kind && notes && format.colon}
          {notes && <MarkdownLine text={notes.trim().replace(/\.$/, '')} />})
        </span>
      )}
    </>
  );
}
