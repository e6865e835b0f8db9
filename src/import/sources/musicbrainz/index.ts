// The JSON dumps of MusicBrainz (https://musicbrainz.org/doc/Development/JSON_Data_Dumps) as records.

export { readInput } from './dump-files';
export { musicbrainz } from './musicbrainz';
