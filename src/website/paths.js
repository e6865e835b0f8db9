// Declared beside this file, as the entry is: what other projects compile of the server reads no TSX.
import { pages } from './index';

export const pagePaths = pages.map(({ path }) => path);
