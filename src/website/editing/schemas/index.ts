import { catalog } from '../../../catalog';
import type { FormSchema } from '../form/schema';
import { records } from './records';
import { release } from './release';

/** By the path of a page or list, which ends as that of the kind in the API does. */
export function schemaAt(path: string): FormSchema | undefined {
  const list = path.split('/').findLast((section, index) => index % 2 === 1 && section !== '');
  return [release, ...records].find(({ type }) => catalog.find(type)?.path.endsWith(`/${list}`));
}
