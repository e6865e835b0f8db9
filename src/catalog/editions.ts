import { Type as t } from '@sinclair/typebox';
import { closed } from '../api/schema/schemas';
import { linkedRecords, optionalText, terms } from '../kinds';
import { longText, maybe, nameInput, nullable, shortText, slugWithNames, textInput } from '../kinds/attribute';
import { detailList } from '../kinds/linked-records';
import { message } from '../messages/message';
import { fold } from '../store/values/folding';
import { normalizeIdentifier } from '../store/values/identifiers';

// Attributes of editions: identifiers, companies, series and events.

const identifier = closed(
  {
    type: t.String({ description: 'Type, such as Matrix / Runout or Rights Society' }),
    value: t.String(),
    description: optionalText(),
  },
  'Value as printed or stamped',
);

/** Matrix numbers, rights societies, further barcodes; a box of 100 discs has some hundreds. */
export const identifiers = detailList(identifier, {
  table: 'release_identifier',
  maximum: 1_000,
  details: {
    type: { given: nameInput },
    value: { given: () => t.String({ minLength: 1, maxLength: longText }), also: ['value_normalized', normalizeIdentifier] },
    description: { given: () => textInput(longText) },
  },
});

const otherTitle = closed(
  {
    title: t.String(),
    language: optionalText('ISO 639'),
    script: optionalText('ISO 15924'),
  },
  'Title in another language',
);

/** Titles in other languages of an album, a release or a track. */
export const otherTitles = (table: 'album_other_title' | 'release_other_title' | 'release_track_other_title') =>
  detailList(otherTitle, {
    table,
    maximum: 100,
    details: {
      title: { given: nameInput, also: ['title_folded', fold] },
      language: { given: () => textInput(shortText) },
      script: { given: () => textInput(shortText) },
    },
  });

export const exampleOtherTitle = { title: 'Psychose', language: 'fr', script: 'Latn' };

const partial = (description: string) =>
  nullable(t.String({ format: 'partial-date', description: `${description}: YYYY, YYYY-MM or YYYY-MM-DD` }));

const partialDateInput = () => maybe(t.String({ format: 'partial-date' }));

const company = closed(
  {
    iri: t.String({ format: 'iri-reference' }),
    id: t.String({ format: 'uuid' }),
    name: t.String(),
    role: optionalText('Role, such as Recorded At'),
    catalog_number: optionalText(),
    begin_date: partial('The first day, such as of recording sessions'),
    end_date: partial('The last day'),
    ...slugWithNames,
  },
  'Companies involved',
);

export const companies = linkedRecords(
  company,
  { type: 'Organization', title: 'name' },
  {
    table: 'release_company',
    column: 'organization_key',
    texts: [
      { name: 'role' },
      { name: 'catalog_number' },
      { name: 'begin_date', given: partialDateInput },
      { name: 'end_date', given: partialDateInput },
    ],
  },
);

const series = closed({ name: t.String(), number: optionalText() }, 'A series, as printed');

/** Nothing belongs to more than a few series. */
export const printedSeries = detailList(series, {
  table: 'release_series',
  maximum: 50,
  details: {
    name: { given: nameInput, also: ['name_folded', (name) => fold(name).trim()] },
    number: { given: () => textInput(shortText) },
  },
});

export const genres = terms('In the words of the source', { table: 'release_genre', column: 'genre' });
export const styles = terms('In the words of the source', { table: 'release_style', column: 'style' });

const event = closed(
  { date: nullable(t.String({ format: 'partial-date', description: 'YYYY, YYYY-MM or YYYY-MM-DD' })), country: optionalText() },
  'Release events; date or country may be unknown',
);

/** There are about 250 countries. */
export const events = detailList(event, {
  table: 'release_event',
  maximum: 300,
  details: {
    date: { given: partialDateInput },
    country: { given: () => maybe(t.String({ pattern: '^[A-Z]{2}$', expected: message('invalid_country') })) },
  },
});
