import { setImmediate } from 'node:timers/promises';
import { artistRoles } from '../../../catalog/artist-roles';
import type { RevisionObject } from '../../../editing/revisions/documents';
import { type Api, ApiError, type ApiQuery, readInParts, uuidOfIri, valuesAtOnce } from '../../api/client';
import { mayEdit } from '../../api/server-meta';
import { withFlash } from '../../http/addresses';
import type { SentForm } from '../../http/form';
import { type PageAnswer, seeOther } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { sentenceOf } from '../../i18n/api-errors';
import { roleText } from '../../ui/credits';
import { relationNames } from '../schemas/records';
import { differencesOf, irisIn, type RevisionDifference, type RevisionList, revisionFields, rolesIn, type Wording } from './changes';
import { type LinkedName, readRevisionNames, readSurvivorNames, withPage } from './names';

/** One page, in parts: other requests are answered in between, since revisions of long lists take some milliseconds each. */
const [revisionsAtOnce, revisionsPerPart] = [30, 3];

export type History = Awaited<ReturnType<typeof readHistory>>;

interface HistoryQuery extends ApiQuery {
  readonly page: number;
}

export async function readHistory(context: RequestContext, path: string, query: HistoryQuery) {
  const [list, isEditor] = [await readRevisions(context, path, query), mayEdit(context)];
  /** By the IRI of their revision. */
  const differences = new Map<string, readonly RevisionDifference[]>();
  for (const { id, attributes } of list.data) {
    const { action, before, after } = attributes;
    differences.set(id, differencesOf(before, action === 'merged' ? null : after));
    await setImmediate();
  }
  const records = list.data.flatMap(({ attributes: { action, after }, relationships }) => [
    withPage(relationships.record.data.id),
    ...(action === 'merged' ? irisIn(after?.relationships) : []),
  ]);
  return { list, ...(await readWording(context, [...differences.values()], records)), differences, isEditor };
}

async function readRevisions({ api }: RequestContext, path: string, { page, ...query }: HistoryQuery): Promise<RevisionList> {
  const parts = revisionsAtOnce / revisionsPerPart;
  const data: RevisionObject[] = [];
  for (let part = 1; ; part++) {
    const read = await api.read<RevisionList>(path, { ...query, itemsPerPage: revisionsPerPart, page: (page - 1) * parts + part });
    data.push(...read.data);
    const { totalItems } = read.meta;
    if (part === parts || read.data.length < revisionsPerPart)
      return { data, meta: { totalItems, itemsPerPage: revisionsAtOnce, currentPage: page } };
    await setImmediate();
  }
}

/** Names of all that changed fields refer to, and their words. */
export async function readWording(context: RequestContext, fields: readonly object[], records: readonly string[] = []) {
  const { api } = context;
  const iris = [...records, ...irisIn(fields)];
  const [names, roles] = await Promise.all([readRevisionNames(context, iris), roleNames(api, rolesIn(fields))]);
  // A revision of a merged record has the name from before, but lines refer to what it is now.
  const survivors = await readSurvivorNames(api, [...new Set(iris).difference(names)]);
  return { names, wording: wordingOf(context, new Map([...names, ...survivors]), roles) };
}

/** By slug. */
async function roleNames(api: Api, slugs: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const query = { itemsPerPage: valuesAtOnce, 'fields[ArtistRole]': 'slug,role' };
  const found = await readInParts([...slugs].filter(Boolean), (slug) => api.list(artistRoles, { slug, ...query }));
  return new Map(found.flatMap(({ data }) => data.map(({ attributes }) => [attributes.slug, attributes.role] as const)));
}

/** Locked fields by the last revision that wrote them. */
export function lockedSince(revisions: readonly RevisionObject[], lockedFields: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lockedFields.flatMap((name) => {
      const last = revisions.find(({ attributes: { after } }) => Object.hasOwn(revisionFields(after), name));
      return last ? [[name, uuidOfIri(last.id)]] : [];
    }),
  );
}

function wordingOf({ t, format }: RequestContext, names: ReadonlyMap<string, LinkedName>, roles: ReadonlyMap<string, string>): Wording {
  const vocabularies: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    _type: { ...t.words.artistTypes, ...t.words.productionTypes, ...t.words.aliasTypes },
    album_type: t.words.albumTypes,
    award: t.words.awards,
    content_components: t.words.trackContents,
    format_type: t.words.formatTypes,
    recording_type: t.words.recordingTypes,
    recording_usage: t.words.recordingUsages,
    aspects: t.words.portrayalAspects,
    versions: t.words.trackVersions,
    kind: { ...t.words.entryKinds, ...relationNames(t) },
    scope: t.words.roleScopes,
  };
  const value: Wording['value'] = (field, value) => {
    if (typeof value === 'boolean') return value ? t.history.yes : t.history.no;
    if (typeof value === 'number') return String(value);
    if (field === 'language') return format.language(value);
    if (field === 'country' || field.endsWith('_country')) return format.country(value);
    if (/(?:^|_)date$/.test(field)) return format.date(value);
    const words = vocabularies[field];
    return words && Object.hasOwn(words, value) ? (words[value] ?? value) : (names.get(value)?.name ?? value);
  };
  const cover: Wording['cover'] = ({ hash, width, height, source }) => {
    const from =
      { upload: t.history.coverUploaded, command_line: t.history.coverByCommand }[source] ?? t.history.coverFrom({ host: hostOf(source) });
    // The hash tells images of one size and origin apart.
    return t.history.cover({ width: format.number(width), height: format.number(height), from, hash: hash.slice(0, 7) });
  };
  const labels: Readonly<Record<string, string>> = t.fields;
  return {
    name: (iri) => names.get(iri)?.name ?? iri,
    role: (slug) => roleText(t, slug, roles.get(slug)),
    label: (field) => labels[field] ?? field.replaceAll('_', ' '),
    value,
    cover,
  };
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? url;

/** Handlers of a page of revisions, each of which it can undo. */
export const historyHandlers = (page: (context: RequestContext, problem?: string) => Promise<PageAnswer>) => ({
  get: (context: RequestContext): Promise<PageAnswer> => page(context),
  async post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
    const sent = await context.api.send('POST', `/api/revisions/${encodeURIComponent(form.text('revert'))}/revert`);
    if (sent.ok) return seeOther(withFlash(context.to.same(context.path, Object.fromEntries(context.query)), 'revision-undone'));
    if (sent.status === 409 || sent.status === 422) return page(context, sentenceOf(context, sent));
    throw new ApiError(sent);
  },
});
