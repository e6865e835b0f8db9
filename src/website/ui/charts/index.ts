export { Heat, HueBars } from './by-decade';
export { Century, recordsPerSquare } from './century';
export { type CueGroup, Cues } from './cues';
export { LifeLine } from './life-line';
export { Scale } from './scale';
export { StackedColumns } from './stacked-columns';
export { type Cue, Strip } from './strip';
