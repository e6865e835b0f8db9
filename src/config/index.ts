export { anyOrigin } from './origins';
export { pathOf } from './paths';
export { type Flags, flagOf, inMemory, readSettings, type Settings, settings } from './settings';
