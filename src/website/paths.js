// Declared beside this file, as the entry is: what other projects compile of the server reads no TSX.
import { pages } from './routes';

export const pagePaths = pages.map(({ path }) => path);
