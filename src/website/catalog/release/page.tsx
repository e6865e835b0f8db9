import { releases } from '../../../catalog/releases';
import { releaseSources } from '../../../config';
import { ApiError, type Item, type Single } from '../../api/client';
import { recordOf } from '../../api/record';
import { CorrectLink } from '../../editing/editor-links';
import type { NoticeKey } from '../../http/addresses';
import type { SentForm } from '../../http/form';
import { withNotice } from '../../http/notice';
import { type Page, type PageAnswer, seeOther } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { sentenceOf } from '../../i18n/api-errors';
import { readNamed, type Wish, wishlistPath } from '../../library/items/items';
import { additionOf, keepSteps, removalOf } from '../../library/items/undo';
import { addToCollection, unwant, want, wishesIn } from '../../library/own-items';
import { RecordTitle } from '../../ui/catalog-text';
import { type CreditedArtist, CreditLine } from '../../ui/credit-line';
import { Credits } from '../../ui/credits';
import { Elsewhere } from '../../ui/elsewhere';
import { RecordFacts } from '../../ui/facts';
import { Form, SubmitRow } from '../../ui/form';
import { formatWords } from '../../ui/format-words';
import { EmphasizedText } from '../../ui/markdown';
import { CoverField, coverClass, Sleeve } from '../../ui/pictures';
import { ProductionRows } from '../../ui/production-rows';
import { Section } from '../../ui/section';
import { isSmall, pictureTypeOf } from '../../ui/sleeves/cover-files';
import { EditionDetails } from './edition-details';
import { ReleaseEditions } from './editions';
import { loadRelease, type ReadRelease } from './load';
import { aboutRelease } from './metadata';
import { OwnCopies } from './own-copies';
import { Pictures } from './pictures';
import { ReleaseFacts } from './release-facts';
import { ReleaseTracks } from './release-tracks';

export async function get(context: RequestContext): Promise<PageAnswer> {
  return pageOf(context, await loadRelease(context));
}

/** `do` names the action. */
export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  if (!context.user) return seeOther(context.to.signIn({ to: context.to.page(context.path) }));
  const found = await recordOf(context, releases, { 'fields[Release]': 'slug,title', holdings: true });
  const { problem, notice, undo } = await act(context, found, form);
  if (problem !== undefined) return refused(context, problem);
  const { slug, title } = found.data.attributes;
  const address = context.to.release({ slug });
  return seeOther(notice ? withNotice(context, address, notice, { title, undo }) : address);
}

interface Done {
  readonly problem?: string;
  readonly notice?: NoticeKey | undefined;
  /** Key with which wishes that were removed return to the wishlist. */
  readonly undo?: string | undefined;
}

async function act(context: RequestContext, { data: { id: iri }, meta }: Single<typeof releases>, form: SentForm): Promise<Done> {
  const { api } = context;
  const what = form.text('do');
  if (what === 'cover') return putCover(context, iri, form);
  const wishes = what === 'own' || what === 'unwant' ? await readNamed<Wish>(api, wishlistPath, wishesIn(meta)) : [];
  const sent = what === 'own' ? [await addToCollection(api, iri)] : what === 'want' ? [await want(api, iri)] : [];
  if (what === 'unwant') sent.push(...(await Promise.all(wishes.map(({ item }) => unwant(api, item._id)))));
  if (what === 'uncover') sent.push(await api.send('DELETE', `${iri}/cover`));
  // Already done is fine.
  const failed = sent.find(({ ok, status }) => !ok && status !== 409 && status !== 404);
  if (failed) throw new ApiError(failed);
  if (!sent.some(({ ok }) => ok)) return {};
  if (what === 'want') return { notice: 'wishes-added' };
  const additions = what === 'own' ? sent.map(({ document }) => additionOf(document.data.attributes)) : [];
  const removals = wishes.map(({ item }) => removalOf(item, 'wishlist'));
  const undo = removals.length > 0 ? await keepSteps(context, [...additions, ...removals]) : undefined;
  if (what === 'unwant') return { notice: 'wish-removed', undo };
  return { notice: what !== 'own' ? undefined : undo === undefined ? 'copies-added' : 'wish-owned', undo };
}

/** Errors about images. */
const statusesOfPictures = [413, 415, 422];

async function putCover(context: RequestContext, iri: string, form: SentForm): Promise<Done> {
  const { api, t } = context;
  const file = form.file('cover');
  if (!file) return { problem: t.records.cover.none };
  const sent = await api.send('PUT', `${iri}/cover`, await file.bytes(), { 'content-type': pictureTypeOf(file) });
  if (sent.ok) return isSmall(sent.document.data.attributes) ? { notice: 'cover-small' } : {};
  if (!statusesOfPictures.includes(sent.status)) throw new ApiError(sent);
  return { problem: sentenceOf(context, sent) };
}

async function refused(context: RequestContext, problem: string): Promise<PageAnswer> {
  return { ...pageOf(context, await loadRelease(context), problem), status: 422 };
}

function pageOf(context: RequestContext, read: ReadRelease, problem?: string): Page {
  const { title, artist_credit: credit, year } = read.release.attributes;
  return {
    title: credit ? `${title}, ${credit}` : title,
    year,
    current: 'releases',
    about: aboutRelease(context, read),
    body: <Release read={read} context={context} problem={problem} />,
  };
}

function Release({
  read,
  context,
  problem,
}: {
  readonly read: ReadRelease;
  readonly context: RequestContext;
  readonly problem: string | undefined;
}) {
  const { t, format, to } = context;
  const { release, entries } = read;
  const { credits, notes } = release.attributes;
  const musicFrom = entries.length === 1 ? t.records.musicFrom.one : t.records.musicFrom.many;
  return (
    <>
      <Head read={read} context={context} />
      <ReleaseTracks read={read} />
      {credits.length > 0 && (
        <Section title={t.fields.credits} aside={t.words.credits({ count: format.counted(credits.length) })}>
          <Credits credits={credits} />
        </Section>
      )}
      {entries.length > 0 && (
        <Section title={musicFrom}>
          <ProductionRows
            rows={entries.map(({ kind, production }) => ({ production: production.attributes, kind: t.records.entryKinds[kind] }))}
          />
        </Section>
      )}
      <EditionDetails read={read} />
      <ReleaseEditions read={read} />
      {notes && (
        <Section title={t.fields.notes}>
          <p class="prose lines">
            <EmphasizedText text={notes} />
          </p>
        </Section>
      )}
      <Elsewhere links={read.links} />
      {read.isEditable && release.attributes.reviewed && <CoverForm release={release.attributes} problem={problem} />}
      <RecordFacts
        record={release.attributes}
        edit={read.isEditable ? to.editRelease(release.attributes) : undefined}
        update={isKnownElsewhere(read) ? read.update : undefined}
      >
        {read.album && <a href={to.below(to.album(read.album.attributes), 'edit')}>{t.recordForm.correctAlbum}</a>}
      </RecordFacts>
    </>
  );
}

function Head({ read, context }: { readonly read: ReadRelease; readonly context: RequestContext }) {
  const { t, format, to } = context;
  const { release, formats, own } = read;
  const { title, year, country, artist_credit: credit } = release.attributes;
  const credited = creditedArtists(read);
  const { reviewed, rejection, pending } = release.attributes;
  // Of an unreviewed release, only its own row exists.
  const kinds = pending?.formats ?? formats.map(({ attributes }) => attributes);
  const waiting = rejection ? t.unreviewed.rejectedMark : t.unreviewed.mark;
  const mark = reviewed ? read.creator === 'import' && t.records.edition.provisionalMarks.import : waiting;
  const over = [mark, formatWords(kinds, context), year, country && format.country(country)].filter(Boolean).join(' · ');
  return (
    <div class="hero release">
      <div class={read.pictures?.length ? 'cover' : coverClass(release.attributes, kinds[0]?.format_type)}>
        {!read.pictures?.length && <Sleeve of={release.attributes} size="l" />}
        {read.hasPictures && <Pictures release={release.attributes} pictures={read.pictures} />}
      </div>
      <div>
        {over && <p class="over">{over}</p>}
        <RecordTitle title={title} />
        {(credited.length > 0 || credit) && (
          <p class="credit">
            <CreditLine artists={credited} text={credit} />
          </p>
        )}
        {(read.creator || !reviewed) && (
          <p class="prose soft">
            {reviewed
              ? read.creator && t.records.edition.provisionalNotes[read.creator]
              : t.unreviewed[read.isEditable ? (rejection ? 'rejectedNote' : 'note') : rejection ? 'ownRejectedNote' : 'ownNote']}
          </p>
        )}
        {rejection && <p class="prose lines">{rejection.note}</p>}
        {own ? (
          <OwnCopies action={to.release(release.attributes)} own={own} />
        ) : (
          <ToCollect context={context} path={to.release(release.attributes)} />
        )}
        <ReleaseFacts read={read} />
        {mayFind(read, context) && (
          <p class="row">
            <a href={to.below(to.release(release.attributes), 'find')}>{t.completion.find}</a>
          </p>
        )}
        {reviewed ? (
          <CorrectLink edit={read.isEditable ? to.editRelease(release.attributes) : undefined} />
        ) : (
          read.isEditable && (
            <a href={to.unreviewed(rejection ? { rejected: 'true' } : {})}>{t.unreviewed[rejection ? 'rejected' : 'title']}</a>
          )
        )}
      </div>
    </div>
  );
}

/** Whether it can be updated from another site by its id there. */
const isKnownElsewhere = ({ links }: ReadRelease): boolean =>
  links.some(({ attributes: { provider } }) => releaseSources.some((source) => source === provider));

/** Placeholders and releases without an id at another site, by their owners and editors. */
function mayFind(read: ReadRelease, { user }: RequestContext): boolean {
  const { release, own, isEditable } = read;
  const { provisional, reviewed } = release.attributes;
  const isOwner = own !== undefined && own.copyCount + own.wishes.length > 0;
  return user !== undefined && (provisional || !isKnownElsewhere(read)) && (isOwner || (isEditable && reviewed));
}

/** Artists of the credit line; without any, the composers that the release or its productions credit. */
function creditedArtists({ release, entries }: ReadRelease): readonly CreditedArtist[] {
  const { artists, artist_credit: credit, credits } = release.attributes;
  if (artists.length > 0 || credit) return artists;
  const own = credits.filter(({ credit_role: role }) => role === 'composer');
  const composers = own.length > 0 ? own : entries.flatMap(({ production }) => production.attributes.composers);
  return [...new Map(composers.map((composer) => [composer.id, { ...composer, join_phrase: null }])).values()];
}

/** For visitors: sign in and return. */
const ToCollect = ({ context: { t, to }, path }: { readonly context: RequestContext; readonly path: string }) => (
  <p class="row">
    <a class="button" href={to.signIn({ to: path })}>
      {t.records.own.signIn}
    </a>
  </p>
);

function CoverForm({ release, problem }: { readonly release: Item<typeof releases>['attributes']; readonly problem?: string | undefined }) {
  const { t, to } = useRequestContext();
  const words = t.records.cover;
  return (
    <Section title={t.fields.cover} id="cover">
      <Form class="form wider" action={to.release(release)} enctype="multipart/form-data">
        <input type="hidden" name="do" value="cover" />
        <CoverField of={release} problem={problem} />
        <SubmitRow text={release.cover ? words.replace : words.add} />
      </Form>
      {release.cover && (
        <Form action={to.release(release)}>
          <input type="hidden" name="do" value="uncover" />
          <p class="row">
            <button class="quiet" type="submit">
              {words.remove}
            </button>
          </p>
        </Form>
      )}
    </Section>
  );
}
