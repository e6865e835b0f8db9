import { door } from './door';
import { errors } from './errors';
import { frame } from './frame';
import { records } from './records';
import { words } from './words';

export const en = { frame, errors, records, words };
import { notices } from './notices';
import { sentences } from './sentences';
import { settings } from './settings';
import { words } from './words';

export const en = { frame, errors, words, door, notices, sentences, settings };
