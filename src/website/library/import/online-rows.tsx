import { uuidPattern } from '../../../api/schema/checks';
import type { RowOutcome } from '../../../collection/files/documents';
import { mayBeSame } from '../../../matching/score';
import type { FoundCandidate } from '../../../online/look-up';
import type { SentForm } from '../../http/form';
import type { PageAnswer } from '../../http/page';
import { renderFragment } from '../../http/render';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { scriptParams } from '../../i18n';
import { sentenceOf } from '../../i18n/api-errors';
import { formatWords } from '../../ui/format-words';
import { addOnline } from '../shop/online';
import { rowFieldOf } from './import';
import { choicesForm } from './row-choice';

/** Where `import.js` looks up a row; undefined if the row says too little. */
export function onlineRowAddress({ line, said }: RowOutcome, { to }: RequestContext): string | undefined {
  const query = queryOf(said);
  const { title, artist } = said;
  // A barcode may be wrong: candidates are compared with what else the row says.
  return line === null || !query
    ? undefined
    : to.onlineRow({ line, ...query, ...(title && { said: title }), ...(artist && { by: artist }) });
}

/** The most telling of what a row says. */
function queryOf({ id = '', barcode, catalog_number, label, title, artist }: RowOutcome['said']) {
  if (uuidPattern.test(id)) return { mbid: id };
  if (/^\[?r?\d{1,12}\]?$/i.test(id)) return { discogs_id: id };
  if (barcode && /\d/.test(barcode)) return { barcode };
  if (catalog_number && label) return { catalog_number, label };
  return title ? { title, ...(artist && { artist }) } : undefined;
}

/** Starts the look-ups, and says how far they are. */
export function LookUpRows({ count }: { readonly count: number }) {
  const { t, format } = useRequestContext();
  const words = t.collection.import.online;
  return (
    <p
      class="row"
      data-look-up
      data-done={words.done}
      data-looking={words.looking(scriptParams)}
      data-adding={words.adding(scriptParams)}
      data-failed={words.failed}
    >
      <button type="button" class="scripted">
        {words.look({ count: format.counted(count) })}
      </button>
      <span class="soft scripted" role="status">
        {words.lead}
      </span>
    </p>
  );
}

/** One row: what other sites have for it. */
export async function get(context: RequestContext): Promise<PageAnswer> {
  const { line = '', said, by, ...attributes } = Object.fromEntries(context.query);
  const sent = await context.api.send('POST', '/api/look-ups/online?background=true', { data: { type: 'OnlineLookUp', attributes } });
  const described = { title: said ?? attributes.title, artist: by ?? attributes.artist };
  if (sent.ok)
    return renderFragment(
      <OnlineChoice line={Number(line)} described={described} candidates={sent.document.data.attributes.candidates} />,
      context,
    );
  const headers = { 'retry-after': sent.headers.get('retry-after') ?? '0', 'content-type': 'text/plain; charset=utf-8' };
  return new Response(sentenceOf(context, sent), { status: sent.status, headers });
}

/** Adds a chosen release to the catalog; answers with its UUID. */
export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const added = await addOnline(context, form.text('from'));
  return 'problem' in added ? new Response(added.problem, { status: 422 }) : new Response(added.id);
}

interface OnlineChoiceProps {
  readonly line: number;
  readonly described: Parameters<typeof mayBeSame>[0];
  readonly candidates: readonly FoundCandidate[];
}

function OnlineChoice({ line, described, candidates }: OnlineChoiceProps) {
  const context = useRequestContext();
  const words = context.t.collection.import;
  const [best] = candidates;
  if (!best) return <>{words.online.nothing}</>;
  const isClear = (best.same_barcode || candidates.length === 1) && mayBeSame(described, { ...best, artist: best.artist_credit });
  return (
    <>
      {isClear && best.cover && (
        <span class="thumb">
          <img src={context.to.onlineCover(best.id)} alt="" loading="lazy" decoding="async" />
        </span>
      )}
      <label class="hidden" for={rowFieldOf(line)}>
        {words.whatBecomesOf({ line: context.format.number(line) })}
      </label>
      <select id={rowFieldOf(line)} name={rowFieldOf(line)} form={choicesForm}>
        <option value="">{words.online.none}</option>
        {candidates.map((candidate) => (
          <option
            key={candidate.id}
            value={candidate.release?.slice(-36) ?? ''}
            data-from={candidate.release ? undefined : `${candidate.source}:${candidate.id}`}
            selected={isClear && candidate === best}
          >
            {words.thisOne({ edition: wordsOf(candidate, context) })}
          </option>
        ))}
      </select>
    </>
  );
}

/** `Night Train, Ana Lund, Varèse Sarabande VSD-1, United States, 1994, CD` */
function wordsOf(candidate: FoundCandidate, context: RequestContext): string {
  const { title, artist_credit: credit, labels, country, release_date: date, formats, note } = candidate;
  const [label] = labels;
  const number = [label?.name, label?.catalog_number].filter(Boolean).join(' ');
  return [title, credit, number, country && context.format.country(country), date?.slice(0, 4), formatWords(formats, context), note]
    .filter(Boolean)
    .join(', ');
}
