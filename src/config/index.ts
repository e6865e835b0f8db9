export { anyOrigin } from './origins';
export { type Flags, flagOf, inMemory, readSettings, type Settings, settings } from './settings';
