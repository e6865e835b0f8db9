import { useVisit } from '../../http/request-context';
import { EditForm } from '../edit-form';
import { Why } from '../edit-note';
import { CoverPart } from './cover-part';
import type { FormState } from './form-state';
import { FurtherPart } from './further-part';
import { packDraft } from './packed-draft';
import { PrintedPart } from './printed-part';
import { CreditsPart, NumbersPart, ProductionsPart } from './row-parts';
import { DiscPart } from './tracks/disc-part';

/** The form in which a release is corrected. */
export function ReleaseForm({ state }: { readonly state: FormState }) {
  const { t, to, now } = useVisit();
  const { attributes } = state.edited.release;
  return (
    <EditForm tag={state.tag} action={to.editRelease(attributes)} enctype="multipart/form-data">
      <input type="hidden" name="base" value={packDraft(state.base)} />
      <input type="hidden" name="since" value={now.toISOString()} />
      <PrintedPart state={state} />
      <NumbersPart state={state} />
      <DiscPart state={state} />
      <CreditsPart state={state} />
      <ProductionsPart state={state} />
      <FurtherPart state={state} />
      <CoverPart release={attributes} kept={state.cover} />
      <Why
        note={state.note}
        placeholder={t.releaseForm.whyExample}
        back={to.release(attributes)}
        history={to.historyOf(to.release(attributes))}
      />
    </EditForm>
  );
}
