import { artists } from '../../../catalog/artists';
import { releases } from '../../../catalog/releases';
import { normalizeCatalogNumber, readBarcode } from '../../../database/identifiers';
import { ApiError } from '../../api/client';
import { saying } from '../../http/addresses';
import { type Answer, seeOther } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { own, readOwn } from '../../library/own-items';
import { type Resolved, resolveNames } from '../choices';
import { type AddForm, addPage } from './add-page';
import { at } from './checks';
import type { KnownRelease } from './existing-matches';
import { wrongsOf } from './violations';

interface Ways {
  /** Whether it is added although others go by its number. */
  readonly isAnyway: boolean;
  /** Whether its whole form is to follow. */
  readonly goesOn: boolean;
}

/** Adds a release of which little is known, unless one goes by its number already. */
export async function addRelease(visit: Visit, entered: AddForm, { isAnyway, goesOn }: Ways): Promise<Answer> {
  const { api, to, t } = visit;
  if (entered.title === '') return addPage(visit, { entered, wrongs: [at(visit, 'title', undefined, t.releaseForm.wrong.required)] });
  const known = await knownBy(visit, entered.code);
  if (known.length > 0 && !isAnyway) return addPage(visit, { entered, known });
  const artist = (await resolveNames(api, [{ place: 'artist', kind: 'artist', choice: entered.artist }])).get('artist');
  if (artist?.state === 'several') {
    const wrongs = [at(visit, 'artist', undefined, t.editing.names.several)];
    return addPage(visit, { entered, known, artist, wrongs });
  }
  const attributes = attributesOf(entered, known, artist);
  const sent = await api.send('POST', releases.path, { data: { type: 'Release', attributes } });
  if (sent.status === 422 || sent.status === 409) return addPage(visit, { entered, ...wrongsOfFour(visit, sent) });
  if (!sent.ok) throw new ApiError(sent.status, sent.document, sent.headers);
  const { id: iri, attributes: added } = sent.document.data;
  const isCollected = entered.isMine && (await own(api, iri)).ok;
  const next = goesOn ? to.editRelease(added) : to.release(added);
  if (!added.reviewed) return seeOther(saying(next, 'release-waiting'));
  return seeOther(saying(next, isCollected ? 'release-collected' : 'release-added'));
}

/** As many releases as a page names that go by one number. */
const shown = 12;

/** The releases that have a number as their barcode, or as that of one of their labels. */
async function knownBy({ api }: Visit, code: string): Promise<KnownRelease[]> {
  if (code === '') return [];
  const ways = [
    ...(readBarcode(code) === null ? [] : [{ barcode: [code] }]),
    ...(normalizeCatalogNumber(code) === null ? [] : [{ catalogNumber: [code] }]),
  ];
  const found = await Promise.all(ways.map((way) => api.list(releases, { ...way, itemsPerPage: shown })));
  const all = new Map(found.flatMap(({ data }) => data.map(({ attributes }) => [attributes._id, attributes] as const)));
  return Promise.all(
    [...all.values()]
      .slice(0, shown)
      .map(async (release) => ({ ...release, isOwned: (await readOwn(api, release._id)).copies.length > 0 })),
  );
}

function attributesOf({ title, artist, code, format }: AddForm, known: readonly KnownRelease[], named: Resolved | undefined): object {
  return {
    title,
    provisional: true,
    ...(artist.typed !== '' && { artist_credit: artist.typed }),
    ...(named?.state === 'known' && { artists: [{ iri: `${artists.path}/${named.id}` }] }),
    ...(code !== '' && numberAs(code, known)),
    formats: [{ format_type: format }],
  };
}

/** A barcode belongs to one true release: on another that has it too, it is what is printed there. */
function numberAs(code: string, known: readonly KnownRelease[]): object {
  if (readBarcode(code) === null) return { labels: [{ iri: null, catalog_number: code }] };
  return known.length === 0 ? { barcode: code } : { identifiers: [{ type: 'Barcode', value: code }] };
}

/** The fields of the whole form are called otherwise here. */
function wrongsOfFour(visit: Visit, sent: Parameters<typeof wrongsOf>[1]) {
  const { wrongs, all } = wrongsOf(visit, sent);
  const names: Readonly<Record<string, string>> = {
    artist_credit: 'artist',
    barcode: 'code',
    number: 'code',
    label: 'code',
    identifier: 'code',
  };
  return { wrongs: wrongs.map((wrong) => ({ ...wrong, field: names[wrong.field] ?? wrong.field, at: undefined })), all };
}
