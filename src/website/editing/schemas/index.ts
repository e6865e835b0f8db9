import type { FormSchema } from '../form/schema';
import { records } from './records';
import { release } from './release';

export const schemaAt = (path: string): FormSchema | undefined => [release, ...records].find(({ at }) => at.test(path));
