export type { Keeping } from './backup-schedule';
export type { LogLevel } from './observation';
export { anyOrigin } from './origins';
export { pathOf } from './paths';
export { type Flags, flagOf, type GivenSettings, inMemory, readSettings, type Settings, settings } from './settings';
