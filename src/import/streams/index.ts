// Files as byte streams: decompressed, unpacked and split on the fly.

export { type Line, LineSplitter, longestLineBytes } from './lines';
export { Head, openPlain, type PlainBytes } from './plain';
export { isTar, TarReader } from './tar';
