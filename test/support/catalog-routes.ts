import { type Resource, relatedPath } from '../../src/api/schema/resource';
import { catalog } from '../../src/catalog';
import { type DemoRecord, demoRecords, demoReference } from './demo-records';

/** A route of the catalog, with an example from the demo. */
export interface CatalogRoute {
  readonly resource: Resource;
  readonly kind: 'list' | 'single' | 'related';
  readonly template: string;
  readonly path: string;
  /** For a related list: the relationship and its target kind. */
  readonly relationship?: string;
  readonly target?: Resource;
}

/** Number of kinds in a list of appearances; a list of one kind has no filter. */
const kindsAmong = (records: readonly DemoRecord[]): number => new Set(records.map(({ attributes }) => attributes.kind)).size;

/** The longest list of a kind in the demo; determines the parent of a nested kind. */
export function listPath(resource: Resource): string {
  const lists = Map.groupBy(demoRecords(resource.type), ({ id }) => id.slice(0, id.lastIndexOf('/')));
  const [longest] = [...lists].sort((a, b) => kindsAmong(b[1]) - kindsAmong(a[1]) || b[1].length - a[1].length);
  if (!longest) throw new Error(`The demo has no ${resource.type}.`);
  return longest[0];
}

export function singlePath(resource: Resource): string {
  const list = `${listPath(resource)}/`;
  const listed = demoRecords(resource.type).filter(({ id }) => id.startsWith(list));
  return (listed.find(hasOtherEditions) ?? listed[0])?.id as string;
}

const albumOf = ({ relationships }: DemoRecord): unknown => (relationships?.album?.data as { id: string } | undefined)?.id;

/** Whether a record is a release with other editions. */
const hasOtherEditions = (record: DemoRecord): boolean =>
  albumOf(record) !== undefined && demoRecords('Release').filter((other) => albumOf(other) === albumOf(record)).length > 1;

export const resourceOf = (type: string): Resource => {
  const found = catalog.find(type);
  if (!found) throw new Error(`The catalog has no ${type}.`);
  return found;
};

const template = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/** Records with non-empty to-many relationships; other kinds use any record. */
function ownerOf(resource: Resource, relationship: string): string {
  const [membership] = demoRecords('ArtistGroupMember') as [DemoRecord];
  if (resource.type === 'Artist' && relationship === 'members') return demoReference(membership, 'group');
  if (resource.type === 'Artist' && relationship === 'groups') return membership.id.replace(/\/group-memberships\/.*/, '');
  if (relationship === 'parts')
    return demoReference(demoRecords('Work').find(({ relationships }) => relationships?.parent) as DemoRecord, 'parent');
  if (relationship === 'episodes')
    return demoReference(demoRecords('Production').find(({ relationships }) => relationships?.series) as DemoRecord, 'series');
  if (relationship === 'relatedFrom') return demoReference(demoRecords(`${resource.type}Relation`)[0] as DemoRecord, 'related');
  return singlePath(resource);
}

const listOfAll = (resource: Resource): CatalogRoute => ({ resource, kind: 'list', template: resource.path, path: resource.path });

export const catalogRoutes: readonly CatalogRoute[] = catalog.shown.flatMap((resource): CatalogRoute[] => {
  const taken = catalog.shown.map(({ path }) => path.replace(/:\w+/g, ':'));
  const related = Object.entries(resource.relationships)
    .filter(([name, one]) => one.many && !taken.includes(relatedPath(`${resource.path}/:id`, name, one).replace(/:\w+/g, ':')))
    .map(
      ([name, relationship]): CatalogRoute => ({
        resource,
        kind: 'related',
        template: template(relatedPath(`${resource.path}/:id`, name, relationship)),
        path: relatedPath(ownerOf(resource, name), name, relationship),
        relationship: name,
        target: resourceOf(relationship.target),
      }),
    );
  return [
    { resource, kind: 'list', template: template(resource.path), path: listPath(resource) },
    ...(resource.listOfAll ? [listOfAll(resource.listOfAll)] : []),
    { resource, kind: 'single', template: template(`${resource.path}/:id`), path: singlePath(resource) },
    ...related,
  ];
});
