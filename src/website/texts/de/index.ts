import type { en } from '../en';
import { errors } from './errors';
import { frame } from './frame';
import { records } from './records';
import { words } from './words';

export const de: typeof en = { frame, errors, records, words };
