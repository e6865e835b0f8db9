import type { sentences as en } from '../../en/sentences';
import { ofCatalog } from './catalog';
import { ofForms } from './forms';
import { ofServer } from './server';

/** The last ones of the catalog say in general what the others say of one thing. */
export const sentences: typeof en = { ...ofForms, ...ofServer, ...ofCatalog };
