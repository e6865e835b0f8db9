export { anyOrigin, isLoopback } from './addresses';
export { s3Address } from './backup-copies';
export { type RetentionPolicy, readInterval } from './backup-schedule';
export { isMailOn, longestMailAddress, mailAddress } from './notifications';
export type { LogLevel } from './observation';
export { isWithin, pathOf, readNamedFile } from './paths';
export { defaultFile, type Flags, readSettings } from './reading';
export { fallbackText, type Setting } from './setting';
export { accessWords, type ConfiguredSettings, fileKeyOf, flagOf, inMemory, type Settings, settings, variableOf } from './settings';
export {
  gapOf,
  type OnlineOrigin,
  type OnlineSource,
  onlineSources,
  type ReleaseSource,
  releaseSources,
  sourceNames,
  type UpdateSource,
  updateSources,
} from './sites';
export { commentedFile, hidden, settingText } from './toml';
