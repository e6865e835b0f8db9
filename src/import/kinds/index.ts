import { artistKinds } from './artists';
import { companyKinds } from './companies';
import type { Kinds } from './kind';
import { productionKinds } from './productions';
import { releaseKinds } from './releases';
import { trackKinds } from './tracks';

/** Every kind of record that a catalog holds, by its type. */
export const kinds: Kinds = { ...artistKinds, ...companyKinds, ...productionKinds, ...releaseKinds, ...trackKinds };
