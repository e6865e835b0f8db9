import type { Visit } from '../../http/request-context';
import type { Wording } from './lines';
import type { Named } from './names';

/** How a reader is told what fields have. */
export function wordingOf({ t, format }: Visit, names: ReadonlyMap<string, Named>, roles: ReadonlyMap<string, string>): Wording {
  const vocabularies: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    _type: { ...t.words.artistTypes, ...t.words.productionTypes, ...t.words.aliasTypes },
    album_type: t.words.albumTypes,
    format_type: t.words.formatTypes,
    recording_type: t.words.recordingTypes,
    recording_usage: t.words.recordingUsages,
    aspects: t.words.portrayalAspects,
    kind: t.words.entryKinds,
    scope: t.words.roleScopes,
  };
  const value: Wording['value'] = (field, value) => {
    if (typeof value === 'boolean') return value ? t.history.yes : t.history.no;
    if (typeof value === 'number') return String(value);
    if (field === 'country' || field.endsWith('_country')) return format.country(value);
    if (/(?:^|_)date$/.test(field)) return format.date(value);
    const words = vocabularies[field];
    return words && Object.hasOwn(words, value) ? (words[value] ?? value) : (names.get(value)?.name ?? value);
  };
  const cover: Wording['cover'] = ({ hash, width, height, source }) => {
    const from = { upload: t.history.coverUploaded, command_line: t.history.coverByCommand }[source] ?? t.history.coverFrom(hostOf(source));
    // The same size from the same place may be another picture: the beginning of its hash tells them apart.
    return t.history.cover(format.number(width), format.number(height), from, hash.slice(0, 7));
  };
  return { name: (iri) => names.get(iri)?.name ?? iri, role: (slug) => roles.get(slug) ?? slug, value, cover };
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? url;
