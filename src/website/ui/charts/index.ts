export { type Bar, BarChart } from './bar-chart';
export { Heat, HueBars } from './by-decade';
export { Century, recordsPerSquare } from './century';
export { type Column, ColumnChart, mostUpright } from './column-chart';
export { type CueGroup, Cues } from './cues';
export type { Row } from './folded-table';
export { LifeLine } from './life-line';
export { Scale } from './scale';
export { type Cue, Strip } from './strip';
