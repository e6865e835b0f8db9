import type { en } from '../en';
import { administration } from './administration';
import { documentation } from './documentation';
import { collection } from './collection';
import { door } from './door';
import { errors } from './errors';
import { frame } from './frame';
import { notices } from './notices';
import { records } from './records';
import { reference } from './reference';
import { sentences } from './sentences';
import { settings } from './settings';
import { words } from './words';

export const de: typeof en = {
  administration,
  documentation,
  collection,
  door,
  errors,
  frame,
  notices,
  records,
  reference,
  sentences,
  settings,
  words,
};
