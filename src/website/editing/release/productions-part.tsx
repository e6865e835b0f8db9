import { entryKinds } from '../../../catalog/vocabularies';
import { useVisit } from '../../http/request-context';
import { Part } from '../../ui/section';
import { wrongAt } from '../error-summary';
import { ChoiceField } from '../fields';
import { NameField } from '../name-field';
import { RowList, spareRows } from '../row-list';
import type { FormState } from './form-state';

const empty = { entry: '', production: '', productionIs: '', kind: 'score' };

/** The productions whose music it has, and what of them. */
export function ProductionsPart({ state: { draft, wrongs, names, edited, more } }: { readonly state: FormState }) {
  const { t, to } = useVisit();
  const words = t.releaseForm;
  const [title, aside] = words.parts.productions;
  return (
    <Part id="productions" title={title} aside={aside}>
      <RowList
        rows={draft.lists.productions}
        empty={empty}
        spare={spareRows('productions', more)}
        more={draft.lists.productions.length > 2 ? 'productions' : undefined}
        action={`${to.editRelease(edited.release.attributes)}#productions`}
      >
        {({ entry, production, productionIs, kind }, at, isRepeated) => (
          <>
            <NameField
              name="production"
              kind="production"
              at={at}
              isRepeated={isRepeated}
              label={words.production}
              value={{ typed: production, known: productionIs }}
              resolved={names?.at('production', Number(at))}
              problem={wrongAt(wrongs, 'production', at)}
            />
            <ChoiceField
              name="kind"
              at={at}
              isRepeated={isRepeated}
              label={words.kind}
              value={kind}
              problem={wrongAt(wrongs, 'kind', at)}
              options={entryKinds.words.map((word) => [word, t.words.entryKinds[word]] as const)}
            />
            <input type="hidden" name="entry" value={entry} />
          </>
        )}
      </RowList>
    </Part>
  );
}
