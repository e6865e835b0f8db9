import { country, folded, name, orNull, partialDate, position, short, slug } from './attributes';
import { type Kinds, kind } from './kind';

/** Companies, and how releases are packed. */
export const companyKinds: Kinds = {
  Label: kind(
    'label',
    '/api/labels',
    { name: name(), slug: slug(), country: country(), begin_date: partialDate(), end_date: partialDate() },
    {
      slugFrom: (a) => a.name,
      columns: (a) => ({
        name: a.name,
        name_folded: folded(a.name),
        country: orNull(a.country),
        begin_date: orNull(a.begin_date),
        end_date: orNull(a.end_date),
      }),
    },
  ),
  LabelSeries: kind(
    'label_series',
    '/api/labels/:id/series',
    { name: name(), slug: slug(), position: position() },
    {
      within: { table: 'label', column: 'label_key' },
      slugFrom: (a) => a.name,
      columns: (a) => ({ name: a.name, name_folded: folded(a.name), position: a.position ?? 1 }),
    },
  ),
  Organization: kind(
    'organization',
    '/api/organizations',
    { name: name(), slug: slug(), organization_type: short(), country: country() },
    {
      slugFrom: (a) => a.name,
      columns: (a) => ({
        name: a.name,
        name_folded: folded(a.name),
        organization_type: orNull(a.organization_type),
        country: orNull(a.country),
      }),
    },
  ),
  PackagingType: kind(
    'packaging_type',
    '/api/packaging-types',
    { name: name() },
    { identity: ['name'], columns: (a) => ({ name: a.name }) },
  ),
};
