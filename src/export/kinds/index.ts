import type { Type } from '../places';
import { artistKinds } from './artists';
import { companyKinds } from './companies';
import type { Kind } from './kind';
import { productionKinds } from './productions';
import { releaseKinds } from './releases';

/** What the records of every kind say. */
export const kinds: Readonly<Record<Type, Kind>> = { ...artistKinds, ...companyKinds, ...productionKinds, ...releaseKinds };
