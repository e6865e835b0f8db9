import { mayEdit } from '../../api/server-meta';
import type { SentForm } from '../../http/form';
import type { Page } from '../../http/page';
import { useVisit, type Visit } from '../../http/request-context';
import { Form } from '../../ui/form';
import type { Choice, Resolved } from '../choices';
import { Refused, type Wrong, wrongAt } from '../error-summary';
import { LineField } from '../fields';
import { choicesIn, NameField } from '../name-field';
import { HereAlready, type KnownRelease } from './existing-matches';

/** The formats that a disc is added with, the commonest first; its form has the others. */
const offered = ['cd', 'vinyl', 'cassette', 'digital', 'dvd', 'blu_ray', 'other'] as const;

/** The four fields that are enough. */
export interface AddForm {
  readonly title: string;
  readonly artist: Choice;
  /** A barcode or a catalogue number. */
  readonly code: string;
  readonly format: string;
  readonly isMine: boolean;
}

export const readAddForm = (form: SentForm): AddForm => ({
  title: form.text('title'),
  artist: choicesIn(form, 'artist')[0] ?? { typed: '', known: '' },
  code: form.text('code'),
  format: form.text('format') || 'cd',
  isMine: form.has('mine'),
});

interface AddState {
  readonly entered: AddForm;
  readonly wrongs?: readonly Wrong[];
  readonly all?: readonly string[];
  /** What has the number already. */
  readonly known?: readonly KnownRelease[];
  /** What the artist's name came to. */
  readonly artist?: Resolved | undefined;
}

export const addPage = async (visit: Visit, state: AddState): Promise<Page> => ({
  title: visit.t.releaseForm.add.title,
  current: 'releases',
  body: <AddPage state={state} isEditor={await mayEdit(visit)} />,
  status: (state.wrongs ?? []).length + (state.all ?? []).length > 0 ? 422 : 200,
});

function AddPage({
  state: { entered, wrongs = [], all = [], known = [], artist },
  isEditor,
}: {
  readonly state: AddState;
  readonly isEditor: boolean;
}) {
  const { t, to } = useVisit();
  const words = t.releaseForm.add;
  return (
    <>
      <div class="head">
        <h1>{words.title}</h1>
        <p>
          {words.lead} {!isEditor && t.unreviewed.addNote}
        </p>
      </div>
      <Refused wrongs={wrongs} all={all} />
      {known.length > 0 && <HereAlready known={known} />}
      <br />
      <Form class="form" action={to.addRelease()}>
        <Fields entered={entered} wrongs={wrongs} artist={artist} />
        <p class="row">
          {known.length > 0 ? (
            <>
              <button class="first" type="submit" name="anyway" value="1">
                {words.anyway}
              </button>
              {isEditor && (
                <button type="submit" name="anyway" value="more">
                  {words.anywayOn}
                </button>
              )}
            </>
          ) : (
            <>
              <button class="first" type="submit">
                {words.act}
              </button>
              {isEditor && (
                <button type="submit" name="more" value="1">
                  {words.goOn}
                </button>
              )}
            </>
          )}
        </p>
      </Form>
    </>
  );
}

function Fields({
  entered,
  wrongs,
  artist,
}: {
  readonly entered: AddForm;
  readonly wrongs: readonly Wrong[];
  readonly artist: Resolved | undefined;
}) {
  const { t } = useVisit();
  const words = t.releaseForm;
  return (
    <>
      <LineField name="title" label={words.title} value={entered.title} problem={wrongAt(wrongs, 'title')} required />
      <NameField
        name="artist"
        kind="artist"
        label={words.artist}
        value={entered.artist}
        resolved={artist?.state === 'several' ? artist : undefined}
        hint={words.add.artistHelp}
        problem={wrongAt(wrongs, 'artist')}
      />
      <fieldset class="row">
        <legend>{words.format}</legend>
        {offered.map((format) => (
          <label key={format} class="check">
            <input type="radio" name="format" value={format} checked={format === entered.format} /> {t.words.formatTypes[format]}
          </label>
        ))}
      </fieldset>
      <LineField name="code" label={words.add.code} value={entered.code} hint={words.add.codeHelp} problem={wrongAt(wrongs, 'code')} />
      <label class="check">
        <input type="checkbox" name="mine" checked={entered.isMine} /> <span>{words.add.mine}</span>
      </label>
    </>
  );
}
