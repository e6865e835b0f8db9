import type { Page } from '../../http/page';
import { useVisit, type Visit } from '../../http/request-context';
import { Field, Form } from '../../ui/form';
import { CollectionFrame } from '../frame';
import type { DrawnReleases } from '../items/release-thumbnails';
import type { Summary } from '../statistics/summary';
import { FoundLines } from './found-lines';
import { type LineFound, maximumLines, repeatedLines } from './look-ups';

/** What was typed into the box for lines, and what became of it. */
export interface Typed {
  readonly codes: string;
  readonly found?: Found;
  readonly problem?: string;
}

interface Found {
  readonly lines: readonly LineFound[];
  readonly drawn: DrawnReleases;
}

export const addManyPage = ({ t }: Visit, summary: Summary, typed: Typed): Page => ({
  title: t.collection.tabs.add,
  current: 'collection',
  body: (
    <CollectionFrame summary={summary} current="add">
      <div class="two">
        <LinesForm typed={typed} />
        {typed.found && <FoundForm codes={typed.codes} found={typed.found} />}
      </div>
    </CollectionFrame>
  ),
});

function LinesForm({ typed: { codes, found, problem } }: { readonly typed: Typed }) {
  const { t, to, format } = useVisit();
  const words = t.collection.add;
  const help = problem === undefined ? 'codes-help' : 'bad-codes';
  return (
    <Form class="form" action={to.addMany()}>
      <label>
        {words.codes}
        <textarea name="codes" rows={10} aria-describedby={help} aria-invalid={problem === undefined ? undefined : true} required>
          {codes}
        </textarea>
        {problem === undefined ? (
          <small id="codes-help">{words.help(format.number(maximumLines))}</small>
        ) : (
          <small class="no" id="bad-codes" role="alert">
            {problem}
          </small>
        )}
      </label>
      <button type="submit" class={found ? undefined : 'first'}>
        {found ? words.lookUpAgain : t.collection.quickAdd.lookUp}
      </button>
    </Form>
  );
}

function FoundForm({ codes, found: { lines, drawn } }: { readonly codes: string; readonly found: Found }) {
  const { t, to } = useVisit();
  const words = t.collection.add;
  return (
    <Form action={to.addMany()}>
      <input type="hidden" name="codes" value={codes} />
      <Counts lines={lines} />
      <br />
      <FoundLines lines={lines} drawn={drawn} />
      <br />
      {lines.some(({ releases }) => releases.length > 0) && (
        <>
          <div class="form grid">
            <Field name="folder" label={t.collection.form.folder} maxLength={255} />
            <Field name="storage_location" label={t.collection.form.place} maxLength={255} />
            <label class="check wide">
              <input type="checkbox" name="ordered" /> <span>{words.asOrdered}</span>
            </label>
          </div>
          <br />
          <p class="row">
            <button type="submit" name="do" value="own" class="first">
              {words.addChosen}
            </button>
            <button type="submit" name="do" value="want">
              {words.wishChosen}
            </button>
          </p>
        </>
      )}
    </Form>
  );
}

/** `3 to add, 5 yours already, 1 unknown`. */
function Counts({ lines }: { readonly lines: readonly LineFound[] }) {
  const { t, format } = useVisit();
  const words = t.collection.add;
  const repeated = repeatedLines(lines);
  const once = lines.filter(({ number }) => !repeated.has(number));
  const count = (...states: readonly LineFound['state'][]) => once.filter(({ state }) => states.includes(state)).length;
  const [adding, owned, several, unknown] = [count('new', 'wanted', 'other_edition'), count('owned'), count('several'), count('unknown')];
  const rest = [
    owned > 0 && words.ownedCount(format.number(owned)),
    repeated.size > 0 && words.repeatedCount(format.number(repeated.size)),
    several > 0 && words.severalCount(format.number(several)),
    unknown > 0 && words.unknownCount(format.number(unknown)),
  ].filter((part) => part !== false);
  return (
    <p class="number">
      <b>{format.number(adding)}</b> {[words.toAdd, ...rest].join(', ')}
    </p>
  );
}
