import { accounts } from './accounts';
import { catalog } from './catalog';
import { collection } from './collection';
import { documents } from './documents';
import { expectations } from './expectations';
import { requests } from './requests';
import { server } from './server';

export const apiErrors = {
  mustBe: '{field} doit être {expected}.',
  thisValue: 'Cette valeur',
  sentences: { ...requests, ...documents, ...accounts, ...catalog, ...collection, ...server },
  expectations,
};
