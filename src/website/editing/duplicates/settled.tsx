import { useVisit } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { Form } from '../../ui/form';
import { Part } from '../../ui/section';
import type { Named, ReadSettled } from './read';

/** What was said of pairs, to be taken back. */
export function SettledPart({ settled }: { readonly settled: readonly ReadSettled[] }) {
  const { t } = useVisit();
  const words = t.duplicates.settled;
  if (settled.length === 0) return <p class="prose">{t.duplicates.noneSettled}</p>;
  return (
    <Part title={words.title} aside={words.aside}>
      <div class="scroll">
        <table class="owned">
          <caption class="hidden">{words.title}</caption>
          <thead>
            <tr>
              <th scope="col">{words.records}</th>
              <th scope="col">{words.said}</th>
              <th scope="col">{words.by}</th>
              <th scope="col">{words.on}</th>
              <th scope="col">
                <span class="hidden">{words.takeBack}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {settled.map((one) => (
              <SettledRow key={one.pair.id} settled={one} />
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  );
}

function SettledRow({ settled: { pair, names } }: { readonly settled: ReadSettled }) {
  const { t, to, format } = useVisit();
  const words = t.duplicates.settled;
  const { _id, decision, username, created_at } = pair.attributes;
  const [one, other] = names;
  return (
    <tr>
      <th scope="row">
        <Name named={one} /> {words.and} <Name named={other} />
      </th>
      <td class="keep">{words[decision]}</td>
      <td>{username}</td>
      <td class="n">{format.day(created_at)}</td>
      <td class="keep">
        <Form action={to.duplicates({ kind: 'settled' })}>
          <input type="hidden" name="settled" value={_id} />
          <button type="submit" class="plain" aria-label={words.takeBackOf(one?.name ?? other?.name ?? words.noLonger)}>
            {words.takeBack}
          </button>
        </Form>
      </td>
    </tr>
  );
}

function Name({ named }: { readonly named: Named | undefined }) {
  const { t, to } = useVisit();
  if (!named) return <span class="soft">{t.duplicates.settled.noLonger}</span>;
  return (
    <a href={{ releases: to.release, artists: to.artist, labels: to.label }[named.kind](named)}>
      <CatalogText text={named.name} />
    </a>
  );
}
