import type { ComponentChildren } from 'preact';
import { type ReleaseSource, sourceNames } from '../../../config';
import { mayBeSame } from '../../../matching/score';
import { describedCode } from '../../../matching/typed-records';
import type { FoundCandidate } from '../../../online/look-up';
import { problemsOf } from '../../http/form';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogText, CatalogTitle } from '../../ui/catalog-text';
import { Form, Hidden, Submit } from '../../ui/form';
import { formatWords } from '../../ui/format-words';
import { Sleeve } from '../../ui/pictures';

/** Releases at other sites, or why there is no answer. */
export interface OnlineAnswer {
  readonly candidates: readonly FoundCandidate[];
  readonly problem?: string | undefined;
}

/** Asks other sites. */
export async function askOnline(context: RequestContext, code: string): Promise<OnlineAnswer> {
  const sent = await context.api.send('POST', '/api/look-ups/online', { data: { type: 'OnlineLookUp', attributes: describedCode(code) } });
  if (sent.ok) return { candidates: sent.document.data.attributes.candidates };
  const { fields, all } = problemsOf(context, sent);
  return { candidates: [], problem: [...all, ...Object.values(fields)][0] ?? context.t.shop.online.failed };
}

interface Added {
  readonly id: string;
  /** What finds it in the catalog: the code that found it online may not. */
  readonly code: string;
}

/** Adds a release of another site, such as `discogs:123`, unless it is there. @returns why it could not be added, otherwise */
export async function addOnline(context: RequestContext, origin: string): Promise<Added | { readonly problem: string }> {
  const [source, id] = origin.split(':');
  const document = { data: { type: 'Release' }, meta: { from: { source, id } } };
  const sent = await context.api.send('POST', '/api/releases', document);
  if (sent.ok) {
    const { _id, barcode, title } = sent.document.data.attributes;
    return { id: _id, code: barcode ?? title };
  }
  const { fields, all } = problemsOf(context, sent);
  return { problem: [...all, ...Object.values(fields)][0] ?? context.t.shop.online.failed };
}

/** While other sites are searched: replaced by shop.js, and a link where there are no scripts. */
export function LookingUp({ code, sites }: { readonly code: string; readonly sites: readonly ReleaseSource[] }) {
  const { t, to } = useRequestContext();
  const words = t.shop.online;
  return (
    <div data-online={to.shopAnswer({ code, online: 'yes' })}>
      <svg class="waiting scripted" viewBox="0 0 400 72" aria-hidden="true">
        <path class="staff" d="M0 8h400M0 22h400M0 36h400M0 50h400M0 64h400" />
        <g>
          <rect x="6" y="44" width="62" height="12" />
          <rect x="76" y="30" width="44" height="12" />
          <rect x="128" y="16" width="44" height="12" />
          <rect x="180" y="30" width="96" height="12" />
          <rect x="284" y="2" width="108" height="12" />
        </g>
      </svg>
      <ol class="steps scripted">
        <li>
          <b>{words.catalog}</b>
          <span>{words.notThere}</span>
        </li>
        <li class="now">
          <b>{sites.map((site) => sourceNames[site]).join(', ')}</b>
          <span>{words.searching}</span>
        </li>
      </ol>
      <p class="row">
        <a class="button first unscripted" href={to.shop({ code, online: 'yes' })}>
          {words.ask}
        </a>
        <a href={to.addRelease({ code })}>{words.byHand}</a>
      </p>
      <p class="soft tiny scripted">{words.wait}</p>
    </div>
  );
}

/** Releases at other sites, the best selected unless it is another one than looked up. */
export function OnlineFinds({ code, answer: { candidates, problem } }: { readonly code: string; readonly answer: OnlineAnswer }) {
  const { t, to, format } = useRequestContext();
  const words = t.shop.online;
  const areSame = candidates.length > 1 && candidates.every(({ same_barcode: isSame }) => isSame);
  const [best] = candidates;
  if (!best)
    return (
      <>
        <p class="prose">{problem ?? words.nothing}</p>
        <p class="row">
          {problem !== undefined && (
            <a class="button" href={to.shop({ code, online: 'yes' })}>
              {words.again}
            </a>
          )}
          <a class="button first" href={to.addRelease({ code })}>
            {words.byHand}
          </a>
        </p>
      </>
    );
  return (
    <>
      {areSame && <p class="prose">{words.editions({ count: format.counted(candidates.length) })}</p>}
      <Form action={to.shop()}>
        <Hidden fields={{ code, today: '' }} />
        <ul class="finds">
          {candidates.map((candidate, index) => (
            <Find
              key={candidate.id}
              candidate={candidate}
              isBest={index === 0 && mayBeSame(describedCode(code), { ...candidate, artist: candidate.artist_credit })}
            />
          ))}
        </ul>
        <div class="row reach">
          <Submit class="first" name="do" value="own" text={t.shop.actions.add} />
          <Submit name="do" value="want" text={t.shop.actions.wish} />
        </div>
      </Form>
      <p class="row">
        <a href={to.addRelease({ code })}>{words.none}</a>
      </p>
      <p class="soft tiny">{words.from[best.source]}</p>
    </>
  );
}

interface FindProps {
  readonly candidate: Omit<FoundCandidate, 'source'> & { readonly source: string };
  readonly isBest: boolean;
  /** The key that takes it. */
  readonly digit?: number;
  readonly children?: ComponentChildren;
}

export function Find({ candidate, isBest, digit, children }: FindProps) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const words = t.shop.online;
  const { id, title, artist_credit: credit, note, labels, track_count: tracks, duration_seconds: seconds } = candidate;
  const year = candidate.release_date?.slice(0, 4);
  const content = [tracks > 0 && t.words.tracks({ count: format.counted(tracks) }), seconds && format.duration(seconds)];
  return (
    <li>
      <label class={isBest ? 'find-row best' : 'find-row'}>
        <input type="radio" name="from" value={`${candidate.source}:${id}`} checked={isBest} required data-key={digit} />
        <span class="pic">
          <Sleeve of={{ _id: id, title, year: year ? Number(year) : null, artist_credit: credit, labels }} size={isBest ? 'm' : 's'} />
          {candidate.cover && <img src={to.onlineCover(id)} alt="" loading="lazy" decoding="async" />}
        </span>
        <span class="what">
          <CatalogTitle text={title} />
          {credit && (
            <span>
              <CatalogText text={credit} />
            </span>
          )}
          <small>
            <EditionLine of={candidate} />
          </small>
          <small>{[...content, note].filter(Boolean).join(', ')}</small>
          {children ?? (candidate.same_barcode && <small class="yes">{words.sameBarcode}</small>)}
        </span>
      </label>
    </li>
  );
}

/** `2 × CD, 1995 · Varèse Sarabande VSD-5600 · Germany` */
export function EditionLine({ of }: { readonly of: Pick<FoundCandidate, 'labels' | 'formats' | 'country' | 'release_date'> }) {
  const context = useRequestContext();
  const [label] = of.labels;
  const kind = [formatWords(of.formats, context), of.release_date?.slice(0, 4)].filter(Boolean).join(', ');
  return (
    <>
      <CatalogText text={[kind, label?.name].filter(Boolean).join(' · ')} />
      {label?.catalog_number && (
        <>
          {' '}
          <span class="n">{label.catalog_number}</span>
        </>
      )}
      {of.country && ` · ${context.format.country(of.country)}`}
    </>
  );
}

const blank = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** Proxied, so that the browser asks no other site. */
export const onlineCover = {
  get: (context: RequestContext, { id }: { readonly id: string }): Promise<Response> =>
    proxied(context, `/api/look-ups/online/covers/${id}`),
};

/** Back, booklet and other pictures of a release. */
export const releasePicture = {
  get: (context: RequestContext, { id, picture }: { readonly id: string; readonly picture: string }): Promise<Response> =>
    proxied(context, `/api/releases/${id}/pictures/${picture}`),
};

async function proxied({ api }: RequestContext, path: string): Promise<Response> {
  const answer = /^[\w/-]+$/.test(path) ? await api.fetch('GET', path) : undefined;
  // Nothing to see, so that the drawn sleeve shows; a browser would report a missing picture.
  if (answer?.status !== 200)
    return new Response(blank, { headers: { 'content-type': 'image/svg+xml', 'cache-control': 'private, max-age=3600' } });
  const headers = new Headers(answer.headers);
  headers.set('vary', 'Cookie');
  headers.set('cross-origin-resource-policy', 'same-origin');
  return new Response(await answer.bytes(), { headers });
}
