import { useVisit } from '../../../http/request-context';
import { Part } from '../../../ui/section';
import { Difference } from '../../difference';
import type { LastEditor } from '../last-editor';
import { labelOf, type OnlyThere, textOf } from './conflict-words';
import type { Conflict, Side } from './three-way';

interface BothProps {
  readonly conflicts: readonly Conflict[];
  /** What was chosen so far. */
  readonly chosen: readonly (Side | undefined)[];
  readonly hand: LastEditor | undefined;
}

/** What both changed, each otherwise: a choice for each. */
export function Both({ conflicts, chosen, hand }: BothProps) {
  const visit = useVisit();
  const { t, format } = visit;
  const words = t.releaseForm.conflict;
  return (
    <Part title={words.both} aside={words.bothAside(...format.counted(conflicts.length))}>
      <div class="scroll">
        <table class="versus">
          <caption class="hidden">{words.caption}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span class="hidden">{words.field}</span>
              </th>
              <th scope="col">{words.yours}</th>
              <th scope="col">{hand ? words.theirsOf(hand.username, format.moment(hand.at)) : words.theirs}</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map((conflict, index) => (
              <tr key={index}>
                <th scope="row">{labelOf(visit, conflict)}</th>
                {(['mine', 'theirs'] as const).map((side) => (
                  <td key={side}>
                    <label class="check">
                      <input type="radio" name={`f${index}`} value={side} checked={chosen[index] === side} required />{' '}
                      <span class="lines">
                        <Difference was={textOf(visit, conflict, conflict.base)} is={textOf(visit, conflict, conflict[side])} />
                      </span>
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  );
}

/** What one side changed alone, which is kept. */
export function Only({ title, changes }: { readonly title: string; readonly changes: readonly OnlyThere[] }) {
  const { t } = useVisit();
  if (changes.length === 0) return null;
  return (
    <Part title={title} aside={t.releaseForm.conflict.kept}>
      <ul>
        {changes.map(({ label, was, is }) => (
          <li key={label}>
            {label}: <Difference was={was} is={is} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** What to do with both. */
export function Then({ waiting }: { readonly waiting: number }) {
  const { t, format } = useVisit();
  const words = t.releaseForm.conflict;
  return (
    <Part title={words.next}>
      <p class="row">
        <button class="first" type="submit">
          {words.save}
        </button>
        <button type="submit" name="again" value="1" formNoValidate>
          {words.again}
        </button>
        <button class="plain danger" type="submit" name="drop" value="1" formNoValidate>
          {words.drop}
        </button>
      </p>
      {waiting > 0 && <p class="soft tiny">{words.waits(...format.counted(waiting))}</p>}
    </Part>
  );
}
