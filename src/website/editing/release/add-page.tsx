import { Form } from '../../components/form';
import type { SentForm } from '../../form';
import { mayEdit } from '../../may-edit';
import type { Page } from '../../page';
import { useVisit, type Visit } from '../../visit';
import { LineField } from '../fields';
import { Refused, type Wrong, wrongAt } from '../refused';
import { HereAlready, type KnownRelease } from './here-already';

/** The formats that a disc is added with, the commonest first; its form has the others. */
const offered = ['cd', 'vinyl', 'cassette', 'digital', 'dvd', 'blu_ray', 'other'] as const;

/** The four fields that are enough. */
export interface AddForm {
  readonly title: string;
  readonly artist: string;
  /** A barcode or a catalogue number. */
  readonly code: string;
  readonly format: string;
  readonly isMine: boolean;
}

export const readAddForm = (form: SentForm): AddForm => ({
  title: form.text('title'),
  artist: form.text('artist'),
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
}

export const addPage = async (visit: Visit, state: AddState): Promise<Page> => ({
  title: visit.t.releaseForm.add.title,
  current: 'releases',
  body: <AddPage state={state} isEditor={await mayEdit(visit)} />,
  status: (state.wrongs ?? []).length + (state.all ?? []).length > 0 ? 422 : 200,
});

function AddPage({
  state: { entered, wrongs = [], all = [], known = [] },
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
        <Fields entered={entered} wrongs={wrongs} />
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

function Fields({ entered, wrongs }: { readonly entered: AddForm; readonly wrongs: readonly Wrong[] }) {
  const { t } = useVisit();
  const words = t.releaseForm;
  return (
    <>
      <LineField name="title" label={words.title} value={entered.title} problem={wrongAt(wrongs, 'title')} required />
      <LineField
        name="artist"
        label={words.artist}
        value={entered.artist}
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
