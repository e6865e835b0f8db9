import { createHash } from 'node:crypto';
import { releases } from '../../../catalog/releases';
import { unlessMissing } from '../../api/client';
import type { PageAnswer } from '../../http/page';
import { problemPage } from '../../http/problem-page';
import type { RequestContext } from '../../http/request-context';
import { drawnRelease, sleevedAttributes } from '../pictures';
import { type SleevedRelease, sleeveFile } from '.';

/** Increment to invalidate cached drawings. */
const drawing = 1;

/** Additional cost of drawing, in requests. */
const drawingCost = 9;

const fileName = /^(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?<format>svg|png)$/i;

/** `{id}.svg`, or `{id}.png` for link previews. */
export const sleeve = {
  async get(context: RequestContext, { file }: { readonly file: string }): Promise<PageAnswer> {
    const { id, format } = fileName.exec(file)?.groups ?? {};
    const release = id === undefined ? undefined : await findRelease(context, id.toLowerCase());
    if (!release) return problemPage(context, undefined, '');
    const tag = createHash('sha256')
      .update(JSON.stringify([drawing, format, release]))
      .digest('hex')
      .slice(0, 32);
    const headers = {
      etag: `"${tag}"`,
      'content-type': format === 'png' ? 'image/png' : 'image/svg+xml',
      // Shared browsers must revalidate private pictures.
      'cache-control': context.user ? 'private, no-cache' : 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'Cookie',
    };
    if (isKnown(context.request, headers.etag)) return new Response(null, { status: 304, headers });
    return new Response(format === 'png' ? await pictureOf(context, tag, release) : sleeveFile(release), { headers });
  },
};

async function findRelease({ api }: RequestContext, id: string): Promise<SleevedRelease | undefined> {
  const found = await unlessMissing(api.single(releases, id, { 'fields[Release]': sleevedAttributes }));
  return found && drawnRelease(found.data.attributes);
}

const isKnown = ({ headers }: Request, tag: string): boolean =>
  (headers.get('if-none-match') ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag);

async function pictureOf(
  { sleevePictures, spend }: RequestContext,
  tag: string,
  release: SleevedRelease,
): Promise<Uint8Array<ArrayBuffer>> {
  return (await sleevePictures.find(tag)) ?? sleevePictures.draw(tag, release, () => spend(drawingCost));
}

const coverFileName = /^(?<hash>[0-9a-f]{40})\.(?<size>96|320|960)\.webp$/;

/** Private covers are cached by the browser only. */
export const cover = {
  get(context: RequestContext, { release, file }: { readonly release: string; readonly file: string }): Promise<PageAnswer> | PageAnswer {
    const { hash, size } = coverFileName.exec(file)?.groups ?? {};
    if (hash === undefined || !/^[0-9a-f-]{36}$/i.test(release)) return problemPage(context, undefined, '');
    return pictureAnswer(context, `/api/releases/${release}/cover?size=${size}&hash=${hash}`);
  },
};

/** A picture of the API for the browser, which sends a cookie instead of a token. */
export async function pictureAnswer(context: RequestContext, path: string): Promise<PageAnswer> {
  const known = context.request.headers.get('if-none-match');
  const answer = await context.api.fetch('GET', path, undefined, { ...(known !== null && { 'if-none-match': known }) });
  if (answer.status !== 200 && answer.status !== 304) return problemPage(context, undefined, '');
  const headers = new Headers(answer.headers);
  headers.set('vary', 'Cookie');
  headers.set('cross-origin-resource-policy', 'same-origin');
  return new Response(answer.status === 304 ? null : await answer.bytes(), { status: answer.status, headers });
}
