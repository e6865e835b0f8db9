import { belongsTo, defineKind, prose, times, words } from '../kinds';
import { message } from '../messages/message';
import { exampleTimes } from './examples';
import { portrayalAspects } from './vocabularies/vocabularies';

export const portrayals = defineKind({
  type: 'Portrayal',
  table: 'portrayal',
  path: '/api/portrayals',
  noun: 'portrayal',
  nouns: 'portrayals',
  likeness: ['performer_key', 'fictional_artist_key', 'production_key'],
  description: 'Portrayals of fictional artists by real artists in productions.',
  attributes: () => ({
    aspects: words(portrayalAspects, { table: 'portrayal_aspect', column: 'aspect' }),
    notes: prose(),
    ...times,
  }),
  relationships: {
    performer: belongsTo('Artist', 'performer_key', 'The real artist', {
      filter: 'Performed by this real artist.',
      requirement: { column: 'fictional', is: 0, problem: message('fictional_performer') },
    }),
    fictionalArtist: belongsTo('Artist', 'fictional_artist_key', 'The fictional artist', {
      filter: 'Of this fictional artist.',
      requirement: { column: 'fictional', is: 1, problem: message('not_fictional') },
    }),
    production: belongsTo('Production', 'production_key', 'The production', { filter: 'In this production.' }),
  },
  rule: (_, relationships) =>
    relationships && !Object.values(relationships).some(isLinked)
      ? { attribute: 'performer', pointer: '/data/relationships/performer', problem: message('empty_portrayal') }
      : undefined,
  orders: { createdAt: 'created_at' },
  defaultOrder: 'created_at',
  example: { aspects: ['voice', 'puppetry'], notes: null, ...exampleTimes },
});

const isLinked = (value: unknown): boolean => typeof value === 'object' && value !== null && 'data' in value && value.data !== null;
