import { normalizeIsrc } from '../../../database/identifiers';

/** The ISRC that a text is, which may say "ISRC" before it and have any signs in between; `undefined` where it is none. */
export const isrcOf = (text: string): string | undefined => normalizeIsrc(text) ?? normalizeIsrc(bare(text)) ?? undefined;

const bare = (text: string): string =>
  text
    .toUpperCase()
    .replace(/^\s*ISRC/, '')
    .replace(/[^A-Z0-9]/g, '');
