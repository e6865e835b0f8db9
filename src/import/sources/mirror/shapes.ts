import { type Static, type TSchema, Type as t } from '@sinclair/typebox';
import { firstFault, fits } from '../../../api/schema/checks';
import { SetupError } from '../../../errors';
import { quotedExcerpt } from '../../http-client/body';

// Schemas that foreign responses must satisfy before use.

const count = () => t.Integer({ minimum: 0 });
const members = () => t.Record(t.String(), t.Unknown());
const text = () => t.Union([t.String(), t.Null()]);
const uuid = () => t.String({ format: 'uuid' });

/** Identifies a Leitmotif server. */
export const leitmotif = t.Object({ meta: t.Object({ name: t.Literal('Leitmotif') }) });

export const about = t.Object({ meta: t.Object({ name: t.Literal('Leitmotif'), interfaceVersion: t.String({ pattern: '^1\\.' }) }) });

/** First line of an export. */
export const exportHeader = t.Object({
  type: t.Literal('Export'),
  attributes: t.Object({ format_version: t.Literal(1), sequence: count(), counts: t.Record(t.String(), count()) }),
});

export const exportLine = t.Object({ type: t.String(), id: t.String() });

const change = t.Object({
  type: t.Literal('Change'),
  attributes: t.Object({
    sequence: count(),
    action: t.Union([t.Literal('created'), t.Literal('updated'), t.Literal('renamed'), t.Literal('merged'), t.Literal('deleted')]),
    resource_type: t.String(),
    resource_id: uuid(),
    iri: text(),
    slug: text(),
    merged_into_id: t.Union([uuid(), t.Null()]),
    changed_at: t.String({ format: 'date-time' }),
    record: t.Union([members(), t.Null()]),
  }),
});
export type MirroredChange = Static<typeof change>['attributes'];

export const changePage = t.Object({ data: t.Array(change), meta: t.Object({ sequence: count(), oldestSince: t.Optional(count()) }) });

export const changeDocument = t.Object({ data: change });

const resource = t.Object({
  type: t.String(),
  id: t.String(),
  attributes: t.Optional(members()),
  relationships: t.Optional(members()),
});
export type MirroredObject = Static<typeof resource>;

export const single = t.Object({ data: resource });

export const listShape = t.Object({
  data: t.Array(resource),
  included: t.Optional(t.Array(resource)),
  links: t.Optional(t.Object({ next: t.Optional(text()) })),
  meta: t.Optional(t.Object({ totalItems: t.Optional(count()), itemsPerPage: t.Optional(count()) })),
});

/** Validates a value. @throws {SetupError} with the violation and its origin */
export function readShape<S extends TSchema>(shape: S, value: unknown, url: string): Static<S> {
  if (fits(shape, value)) return value;
  const fault = firstFault(shape, value);
  const place = fault?.path.slice(1).replaceAll('/', '.').slice(0, 120) || 'the document';
  throw new SetupError(`${url} does not match the API: ${place}, ${quotedExcerpt(fault?.value)}: ${fault?.message ?? 'not allowed'}.`);
}

/** IRI from a UUID or an IRI of this list; `undefined` for anything else. */
export function iriBelow(list: string, id: unknown): string | undefined {
  if (typeof id !== 'string') return undefined;
  const uuid = /^(?:(.*)\/)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(id);
  const above = uuid?.[1]?.slice(Math.max(0, uuid[1].indexOf('/api/'))).toLowerCase();
  return uuid && (above === undefined || above === list.toLowerCase()) ? `${list}/${(uuid[2] as string).toLowerCase()}` : undefined;
}
