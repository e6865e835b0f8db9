export { countIds } from './asked-ids';
export { hasConsent, rememberConsent } from './consent';
export { enrichment } from './enrich';
export { wikidata } from './wikidata';
