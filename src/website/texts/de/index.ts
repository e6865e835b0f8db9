import type { en } from '../en';
import { administration } from './administration';
import { door } from './door';
import { errors } from './errors';
import { frame } from './frame';
import { notices } from './notices';
import { records } from './records';
import { sentences } from './sentences';
import { settings } from './settings';
import { words } from './words';

export const de: typeof en = {
  administration,
  door,
  errors,
  frame,
  notices,
  records,
  sentences,
  settings,
  words,
};
