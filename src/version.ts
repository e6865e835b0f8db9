import manifest from '../package.json' with { type: 'json' };

/** Of this executable. */
export const serverVersion: string = manifest.version;

/** Of the interface it speaks. */
export const interfaceVersion = '1.0.0-beta';
