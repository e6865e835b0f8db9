// Declared beside this file: what other projects compile of the server ends here, and they read no TSX.
export { createSite } from './http/site';
