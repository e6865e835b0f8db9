import manifest from '../package.json' with { type: 'json' };

export const serverVersion: string = manifest.version;

export const interfaceVersion = '1.0.0-beta';
