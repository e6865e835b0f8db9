export { disc } from './disc';
export type { DrawnSvg } from './drawn-svg';
export { type FramedProduction, type FrameSize, frame } from './frame';
export { type MarkedArtist, mark } from './mark';
export { type SleevedRelease, type SleeveSize, sleeve } from './sleeve';
export { sleeveFile } from './sleeve-file';
export { pictureSize, sleevePicture } from './sleeve-picture';
