export { countIds } from './asked-ids';
export { enrichment } from './enrich';
export { wikidata } from './wikidata';
