import { entryKinds, portrayalAspects, recordingTypes, recordingUsages } from '../../../catalog/vocabularies/vocabularies';
import type { Texts } from '../../i18n';
import type { FieldDescription, ListDescription, RowsDescription } from './inputs';

export const said = (words: keyof Texts['words']) => (t: Texts) => t.words[words] as Readonly<Record<string, string>>;

const line = (name: string): FieldDescription => ({ name, input: 'line' });

export const credits: ListDescription = {
  name: 'credits',
  fields: [{ name: 'credit_role', input: 'role' }, { name: 'iri', input: { names: 'artist' } }, line('detail')],
  identities: [['credit_role', 'iri'], ['iri', 'detail'], ['credit_role', 'detail'], ['iri'], ['credit_role']],
};

export const artistsOfAlbum: ListDescription = {
  name: 'artists',
  fields: [{ name: 'iri', input: { names: 'artist' } }],
  identities: [['iri']],
};

export const links = (type: string): RowsDescription => ({
  name: 'external-links',
  type,
  fields: [line('provider'), line('url'), line('external_id')],
});

export const memberships: RowsDescription = {
  name: 'group-memberships',
  type: 'ArtistGroupMember',
  fields: [{ name: 'group', input: { names: 'artist', addedWith: { _type: 'group' } } }],
};

const character: FieldDescription = { name: 'fictionalArtist', input: { names: 'artist', addedWith: { fictional: true } } };
const performer: FieldDescription = { name: 'performer', input: { names: 'artist' } };
const production: FieldDescription = { name: 'production', input: { names: 'production' } };
const aspects: FieldDescription = {
  name: 'aspects',
  input: { areTicks: true, words: portrayalAspects.words, said: said('portrayalAspects') },
  isWide: true,
};

const portrayed = (by: string) => ({ type: 'Portrayal', beside: { path: '/api/portrayals', by } });

export const characters: RowsDescription = {
  ...portrayed('performer'),
  name: 'characters',
  fields: [character, production, aspects],
  isOf: ({ fictional }) => fictional === false,
};

export const portrayers: RowsDescription = {
  ...portrayed('fictionalArtist'),
  name: 'portrayers',
  fields: [performer, production, aspects],
  isOf: ({ fictional }) => fictional === true,
};

export const portrayals: RowsDescription = {
  ...portrayed('production'),
  name: 'portrayals',
  fields: [character, performer, aspects],
};

export const entries: RowsDescription = {
  name: 'entries',
  type: 'ProductionEntry',
  fields: [
    { name: 'release', input: { names: 'release' } },
    { name: 'kind', input: { words: entryKinds.words, said: said('entryKinds') } },
  ],
};

export const recordings: RowsDescription = {
  name: 'recordings',
  type: 'ProductionRecording',
  fields: [
    line('title'),
    { name: 'recording_type', input: { words: recordingTypes.words, said: said('recordingTypes') } },
    { name: 'recording_usage', input: { words: recordingUsages.words, said: said('recordingUsages') } },
  ],
};
