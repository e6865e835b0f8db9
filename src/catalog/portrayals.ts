import { Type as t } from '@sinclair/typebox';
import { values } from '../database/json-columns';
import { refersTo } from '../jsonapi/filters';
import { defineResource, one } from '../jsonapi/resource';
import { exampleTimestamps, optionalText, timestamps } from './parts';
import { oneOf, portrayalAspects } from './vocabularies';

const aspect = oneOf(portrayalAspects);

type Aspect = (typeof aspect)['static'];

const artist = { table: 'artist', path: '/api/artists' } as const;
const production = { table: 'production', path: '/api/productions' } as const;

export const portrayals = defineResource({
  type: 'Portrayal',
  table: 'portrayal',
  path: '/api/portrayals',
  noun: 'portrayal',
  nouns: 'portrayals',
  description: 'Real artists portraying fictional artists in productions.',
  attributes: t.Object({ aspects: t.Array(aspect), notes: optionalText(), ...timestamps }),
  rows: (db) =>
    db
      .selectFrom('portrayal')
      .select(['portrayal.key', 'portrayal.id as _id', 'notes', 'created_at', 'updated_at'])
      .select(values<Aspect>('portrayal_aspect', 'aspect', { column: 'portrayal_key', equals: 'portrayal.key' }).as('aspects')),
  filters: {
    performer: refersTo('portrayal', 'performer_key', artist, 'Performed by this real artist.'),
    fictionalArtist: refersTo('portrayal', 'fictional_artist_key', artist, 'Of this fictional artist.'),
    production: refersTo('portrayal', 'production_key', production, 'In this production.'),
  },
  orders: { createdAt: 'created_at' },
  defaultOrder: 'created_at',
  relationships: {
    performer: one('Artist', 'The real artist', (db, from) =>
      db
        .selectFrom('portrayal')
        .innerJoin('artist', 'artist.key', 'portrayal.performer_key')
        .where('portrayal.key', 'in', from)
        .select(['portrayal.key as from', 'artist.key as to', 'artist.id']),
    ),
    fictionalArtist: one('Artist', 'The fictional artist', (db, from) =>
      db
        .selectFrom('portrayal')
        .innerJoin('artist', 'artist.key', 'portrayal.fictional_artist_key')
        .where('portrayal.key', 'in', from)
        .select(['portrayal.key as from', 'artist.key as to', 'artist.id']),
    ),
    production: one('Production', 'The production', (db, from) =>
      db
        .selectFrom('portrayal')
        .innerJoin('production', 'production.key', 'portrayal.production_key')
        .where('portrayal.key', 'in', from)
        .select(['portrayal.key as from', 'production.key as to', 'production.id']),
    ),
  },
  example: { aspects: ['voice', 'puppetry'], notes: null, ...exampleTimestamps },
});
