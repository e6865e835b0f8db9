export { type FrameSize, frame } from './frame';
export { disc, mark } from './marks';
export type { DrawnSvg } from './shapes';
export { type SleevedRelease, type SleeveSize, sleeve, sleeveFile } from './sleeve';
export { SleevePictures } from './sleeve-pictures';
