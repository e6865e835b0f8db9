import type { ComponentChildren } from 'preact';
import { useVisit } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { Facts } from '../../ui/facts';
import { PartialDate } from '../../ui/partial-date';
import { ageAt } from './age';
import type { Artist } from './load';
import { OtherNames } from './other-names';

/** When and where a life began and ended, and the other names of whoever lived it. */
export function Life({ artist: { attributes: artist } }: { readonly artist: Artist }) {
  const { t, format } = useVisit();
  const { begin_date: begin, end_date: end, real_name: realName, variations, fictional } = artist;
  const isPerson = artist._type === 'person';
  const age = isPerson && begin && end ? ageAt(begin, end) : undefined;
  const aged = age !== undefined && t.artist.aged(format.number(age));
  const birthplace = fictional ? undefined : placeOf(artist.begin_city, artist.begin_country, format.country.bind(format));
  const lastPlace = placeOf(artist.end_city, artist.end_country, format.country.bind(format));
  const began = fictional ? t.artist.created : isPerson ? t.artist.born : t.artist.formed;
  return (
    <Facts
      facts={[
        [t.artist.realName, realName && realName !== artist.name && <CatalogText text={realName} />],
        [began, moment(begin, birthplace)],
        [isPerson ? t.artist.died : t.artist.ended, !fictional && moment(end, aged, lastPlace)],
        [t.records.also, variations.length > 0 && <OtherNames names={variations} />],
      ]}
    />
  );
}

/** `6 July 2020, aged 91, Rome, Italy`, as far as it is known. */
function moment(date: string | null, ...others: readonly (string | false | undefined)[]): ComponentChildren {
  const said = others.filter(Boolean).join(', ');
  if (!date) return said;
  return (
    <>
      <PartialDate date={date} />
      {said && `, ${said}`}
    </>
  );
}

const placeOf = (city: string | null, country: string | null, nameOf: (code: string) => string): string =>
  [city, country && nameOf(country)].filter(Boolean).join(', ');
