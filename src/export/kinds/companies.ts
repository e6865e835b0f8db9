import { always, maybe, times, unless } from '../members';
import type { Kind } from './kind';

/** Companies, and how releases are packed. */
export const companyKinds = {
  Label: { attributes: [always('name'), always('slug'), maybe('country'), maybe('begin_date'), maybe('end_date'), ...times] },
  LabelSeries: { attributes: [always('name'), always('slug'), unless('1', 'position'), ...times] },
  Organization: { attributes: [always('name'), always('slug'), maybe('organization_type'), maybe('country'), ...times] },
  PackagingType: { attributes: [always('name'), ...times] },
} satisfies Record<string, Kind>;
