import { sql } from 'kysely';
import { equals } from '../api/schema/filters';
import { choice } from '../api/schema/parameters';
import { belongsTo, countFromOne, defineKind, times, wordOr } from '../kinds';
import { exampleTimes } from './examples';
import { entryKinds } from './vocabularies/vocabularies';

export const productionEntries = defineKind({
  type: 'ProductionEntry',
  table: 'production_entry',
  path: '/api/productions/:productionId/entries',
  noun: 'entry',
  nouns: 'entries',
  description: 'Releases with music from a production.',
  above: [{ table: 'production', column: 'production_key' }],
  likeness: ['production_key', 'release_key'],
  releaseKeys: (keys) => sql`(SELECT release_key FROM production_entry WHERE key IN ${keys})`,
  attributes: () => ({
    kind: wordOr(entryKinds, 'score'),
    position: countFromOne('Position of the production on the release'),
    ...times,
  }),
  filters: () => ({
    kind: equals('production_entry', 'kind', choice(...entryKinds.words), {
      description: 'Kind of music from the production.',
      many: true,
    }),
  }),
  relationships: {
    production: belongsTo('Production', 'production_key', 'The production'),
    release: belongsTo('Release', 'release_key', 'The release', { required: true }),
  },
  example: { kind: 'score', position: 1, ...exampleTimes },
});
