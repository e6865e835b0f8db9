// Files as bytes, however they are packed: decompressed, unpacked and split on the way, never whole.

export { type Line, LineSplitter, longestLineBytes } from './lines';
export { Head, openPlain, type PlainBytes } from './plain';
export { isTar, TarReader } from './tar';
