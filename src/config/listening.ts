// The settings of what a server listens on.

import { resolve } from 'node:path';
import { pathOf } from './paths';

/** The path of a file as an absolute one, empty for none; `undefined` for what is none. */
export function readFilePath(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return value === '' ? '' : resolve(pathOf(value));
}

/** Only digits and no other prefix: 660 without its zero means the same to chmod. */
const octal = /^0?[0-7]{3}$/;

/** The mode of a file from text or a number whose digits are octal: TOML writes 0o660, and many write "0660". */
export function readMode(value: unknown): number | undefined {
  if (typeof value === 'string' && octal.test(value)) return Number.parseInt(value, 8);
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 0o777 ? value : undefined;
}

export const showMode = (mode: number): string => `0${mode.toString(8).padStart(3, '0')}`;
