export { type Bar, BarChart } from './bar-chart';
export { type Column, ColumnChart } from './column-chart';
export { type ComparedCue, type CueGroup, type CuePlace, Cues } from './cues';
export { eraOf } from './era';
export type { FoldedTexts, Row } from './folded-table';
export { LifeLine, type Work } from './life-line';
export { Scale, type ScaledEdition } from './scale';
export type { Format } from './sizes';
export { type Cue, Strip } from './strip';
