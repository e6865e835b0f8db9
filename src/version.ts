import manifest from '../package.json' with { type: 'json' };

export const serverVersion: string = manifest.version;

export const interfaceVersion = '1.0.0-beta';

declare const SOURCE_REVISION: string | undefined;

/** Commit of the source and its date, set by the build; empty when run from source. */
export const sourceRevision: string = typeof SOURCE_REVISION === 'undefined' ? '' : SOURCE_REVISION;
