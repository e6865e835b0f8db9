import { useVisit } from '../../http/request-context';
import { Part } from '../../ui/section';
import { wrongAt } from '../error-summary';
import { LineField } from '../fields';
import { HeldByHand } from '../locked-field';
import { NameField } from '../name-field';
import { RowList, spareRows } from '../row-list';
import type { FormState } from './form-state';

const empty = { role: '', who: '', whoIs: '', on: '' };

/** Who did what: a row each. */
export function CreditsPart({ state: { draft, wrongs, names, edited, options, more } }: { readonly state: FormState }) {
  const { t, to } = useVisit();
  const words = t.releaseForm;
  const [title, aside] = words.parts.credits;
  return (
    <Part id="credits" title={title} aside={aside}>
      <RowList
        rows={draft.lists.credits}
        empty={empty}
        spare={spareRows('credits', more)}
        isThree
        more="credits"
        action={`${to.editRelease(edited.release.attributes)}#credits`}
        below={<HeldByHand name="credits" held={edited.held} />}
      >
        {({ role, who, whoIs, on }, at, isRepeated) => (
          <>
            <LineField
              name="role"
              at={at}
              isRepeated={isRepeated}
              label={words.role}
              value={role}
              list="roles"
              autocomplete="off"
              problem={wrongAt(wrongs, 'role', at)}
            />
            <NameField
              name="who"
              kind="artist"
              at={at}
              isRepeated={isRepeated}
              label={words.who}
              value={{ typed: who, known: whoIs }}
              resolved={names?.at('who', Number(at))}
              problem={wrongAt(wrongs, 'who', at)}
            />
            <LineField
              name="on"
              at={at}
              isRepeated={isRepeated}
              label={words.on}
              value={on}
              placeholder={words.all}
              problem={wrongAt(wrongs, 'on', at)}
            />
          </>
        )}
      </RowList>
      <datalist id="roles">
        {options.roles.map((role) => (
          <option key={role} value={role} />
        ))}
      </datalist>
    </Part>
  );
}
