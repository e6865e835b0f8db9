import type { FormSchema } from '../form/schema';
import { records } from './records';
import { release } from './release';

/** Forms by page path; children before parents. */
const schemas: readonly (readonly [at: RegExp, FormSchema])[] = [
  [/^\/releases(\/|$)/, release],
  [/^\/artists(\/|$)/, records.artists],
  [/^\/productions(\/|$)/, records.productions],
  [/^\/albums(\/|$)/, records.albums],
  [/^\/labels\/[^/]+\/series(\/|$)/, records.series],
  [/^\/labels(\/|$)/, records.labels],
  [/^\/organizations(\/|$)/, records.organizations],
  [/^\/roles(\/|$)/, records.roles],
  [/^\/works(\/|$)/, records.works],
  [/^\/franchises(\/|$)/, records.franchises],
];

export const schemaAt = (path: string): FormSchema | undefined => schemas.find(([at]) => at.test(path))?.[1];
