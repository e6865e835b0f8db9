import { errors } from './errors';
import { frame } from './frame';
import { words } from './words';

export const en = { frame, errors, words };
