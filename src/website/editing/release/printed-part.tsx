import { useRequestContext } from '../../http/request-context';
import { Section } from '../../ui/section';
import { errorFor } from '../error-summary';
import { ChoiceField, countryOptions } from '../fields';
import { LockedField } from '../locked-field';
import { NameField } from '../name-field';
import type { FormState } from './form-state';
import { placeOf } from './names-of-draft';
import { TextField } from './release-rows';

/** Title, artists, album, date, country. */
export function PrintedPart({ state }: { readonly state: FormState }) {
  const visit = useRequestContext();
  const { releaseForm: words } = visit.t;
  const { draft, fieldErrors, names, edited } = state;
  const { texts } = draft;
  const { locks } = edited;
  const [title, aside] = words.parts.disc;
  return (
    <Section id="disc" title={title} aside={aside}>
      <div class="form grid">
        <TextField name="title" label={words.title} state={state} required isWide />
        <LockedField name="title" locks={locks} />
        <TextField name="artist_credit" label={words.artistCredit} hint={words.artistCreditHelp} state={state} />
        <Artists state={state} />
        <LockedField name="artist_credit" locks={locks} what={words.artistCredit} />
        <LockedField name="artists" locks={locks} what={words.artist} />
        <NameField
          name="album"
          kind="album"
          label={words.album}
          value={{ typed: texts.album, known: texts.albumIs }}
          resolved={names?.get(placeOf('album'))}
          problem={errorFor(fieldErrors, 'album')}
          hint={words.albumHelp}
          isWide
        />
        <LockedField name="album" locks={locks} />
        <TextField name="release_date" label={words.released} hint={words.releasedHelp} state={state} />
        <ChoiceField
          name="country"
          label={words.country}
          value={texts.country}
          options={countryOptions(visit, texts.country)}
          problem={errorFor(fieldErrors, 'country')}
          mayBeEmpty
        />
        <LockedField name="release_date" locks={locks} what={words.released} />
        <LockedField name="country" locks={locks} what={words.country} />
        {edited.release.attributes.provisional && <Provisional isChecked={texts.provisional === ''} />}
        <LockedField name="provisional" locks={locks} />
      </div>
    </Section>
  );
}

/** With empty rows on request. */
function Artists({ state: { draft, fieldErrors, names, more, edited } }: { readonly state: FormState }) {
  const { t, to } = useRequestContext();
  const words = t.releaseForm;
  const { artists } = draft.lists;
  const rows = artists.length === 0 || more === 'artists' ? [...artists, { artist: '', artistIs: '' }] : artists;
  return (
    <div class="form">
      {rows.map(({ artist, artistIs }, index) => (
        <NameField
          key={index}
          name="artist"
          kind="artist"
          at={String(index)}
          isRepeated={index > 0}
          label={index === 0 ? words.artist : words.anotherArtist}
          value={{ typed: artist, known: artistIs }}
          resolved={names?.get(placeOf('artist', index))}
          problem={errorFor(fieldErrors, 'artist', String(index))}
          hint={index === rows.length - 1 ? t.editing.names.hint : undefined}
        />
      ))}
      {artists.length > 0 && more !== 'artists' && (
        <button
          class="plain"
          type="submit"
          name="more"
          value="artists"
          formAction={`${to.editRelease(edited.release.attributes)}#disc`}
          formNoValidate
        >
          {words.anotherArtist}
        </button>
      )}
    </div>
  );
}

/** Lets editors confirm a provisional release. */
function Provisional({ isChecked }: { readonly isChecked: boolean }) {
  const { t } = useRequestContext();
  return (
    <label class="check wide">
      <input type="hidden" name="provisional" value="on" />
      <input type="checkbox" name="isTrue" checked={isChecked} />
      <span>{t.releaseForm.provisional}</span>
      <small>{t.releaseForm.provisionalHelp}</small>
    </label>
  );
}
