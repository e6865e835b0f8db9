import { errors } from './errors';
import { frame } from './frame';
import { records } from './records';
import { words } from './words';

export const en = { frame, errors, records, words };
