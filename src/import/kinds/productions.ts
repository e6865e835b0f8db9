import { Type as t } from '@sinclair/typebox';
import { country, creditList, folded, long, maybe, name, orNull, position, short, slug, word } from './attributes';
import { type Kinds, kind, to } from './kind';
import { creditRows, externalLink } from './shared';

/** Productions, their music and who portrays whom in them. */
export const productionKinds: Kinds = {
  Production: kind(
    'production',
    '/api/productions',
    {
      title: name(),
      _type: word('movie', 'television', 'episode', 'videogame', 'other'),
      year: maybe(t.Integer({ minimum: 1800, maximum: 9999 })),
      country: country(),
      release_date: maybe(t.String({ format: 'date' })),
      duration: maybe(t.Integer({ minimum: 1 })),
      akas: long(),
      description: long(),
      slug: slug(),
      composers: creditList(),
    },
    {
      slugFrom: (a) => a.title,
      origins: { production_type: '_type', duration_minutes: 'duration' },
      columns: (a) => ({
        title: a.title,
        title_folded: folded(a.title),
        production_type: a._type,
        year: orNull(a.year),
        country: orNull(a.country),
        release_date: orNull(a.release_date),
        duration_minutes: orNull(a.duration),
        akas: orNull(a.akas),
        akas_folded: a.akas ? folded(a.akas) : null,
        description: orNull(a.description),
      }),
      owned: (a, findKey) => creditRows('production_credit', { composers: a.composers }, findKey),
    },
  ),
  ProductionExternalLink: externalLink('production'),
  ProductionRecording: kind(
    'production_recording',
    '/api/productions/:id/recordings',
    {
      title: name(),
      display_title: short(),
      notes: long(),
      recording_type: maybe(word('score', 'song', 'source', 'trailer', 'other')),
      recording_usage: maybe(word('original', 'licensed', 'adapted', 'unused')),
      credits: creditList(),
      orchestras: creditList(),
      choirs: creditList(),
      organizations: maybe(t.Array(t.Object({ iri: t.String(), id: t.Optional(t.String()), name: t.Optional(t.String()), role: short() }))),
    },
    {
      within: { table: 'production', column: 'production_key' },
      columns: (a) => ({
        title: a.title,
        title_folded: folded(a.title),
        display_title: a.display_title || a.title,
        notes: orNull(a.notes),
        recording_type: a.recording_type ?? 'other',
        recording_usage: a.recording_usage ?? 'original',
      }),
      owned: (a, findKey) => [
        ...creditRows('production_recording_credit', { credits: a.credits, orchestras: a.orchestras, choirs: a.choirs }, findKey),
        {
          attribute: 'organizations',
          table: 'production_recording_organization',
          owner: 'production_recording_key',
          columns: ['position', 'organization_key', 'role'],
          rows: (a.organizations ?? []).map((item, index: number) => [index + 1, findKey('organization', item.iri), item.role ?? null]),
        },
      ],
    },
  ),
  Portrayal: kind(
    'portrayal',
    '/api/portrayals',
    {
      aspects: maybe(t.Array(word('performance', 'voice', 'singing_voice', 'puppetry', 'motion_capture'), { uniqueItems: true })),
      notes: long(),
    },
    {
      relationships: {
        performer: to('artist', 'performer_key'),
        fictionalArtist: to('artist', 'fictional_artist_key'),
        production: to('production', 'production_key'),
      },
      columns: (a) => ({ notes: orNull(a.notes) }),
      owned: (a) => [
        {
          attribute: 'aspects',
          table: 'portrayal_aspect',
          owner: 'portrayal_key',
          columns: ['position', 'aspect'],
          rows: (a.aspects ?? []).map((aspect: string, index: number) => [index + 1, aspect]),
        },
      ],
    },
  ),
  ProductionEntry: kind(
    'production_entry',
    '/api/productions/:id/entries',
    { kind: maybe(word('score', 'songs', 'compilation', 'other')), position: position() },
    {
      within: { table: 'production', column: 'production_key' },
      relationships: { release: to('release', 'release_key', true) },
      columns: (a) => ({ kind: a.kind ?? 'score', position: a.position ?? 1 }),
    },
  ),
};
