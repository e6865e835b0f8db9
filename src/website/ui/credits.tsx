import { useRequestContext } from '../http/request-context';
import { CatalogText } from './catalog-text';
import { ArtistLink, type CreditedArtist } from './credit-line';

export type Credit = CreditedArtist & {
  /** Empty where nothing says what they did. */
  readonly credit_role: string;
  readonly detail?: string | null;
  /** The tracks that it is for, as printed. */
  readonly tracks?: string | null;
};

interface CreditsProps {
  readonly credits: readonly Credit[];
  /** Of the artists, by UUID. */
  readonly slugs: ReadonlyMap<string, string>;
  /** The names of the roles, by slug. */
  readonly roles: ReadonlyMap<string, string>;
}

/** How many names of a role are read at a glance; the rest is folded. */
const namesAtOnce = 12;

/** Who did what: by role, in the order in which they are credited. */
export function Credits({ credits, slugs, roles }: CreditsProps) {
  const { t } = useRequestContext();
  return (
    <dl class="credits">
      {creditsByRole(credits).map(([role, named]) => (
        <div key={role}>
          <dt>{role === '' ? t.records.credits.withoutRole : <RoleName slug={role} name={roles.get(role)} />}</dt>
          <dd>
            <Names credits={named.slice(0, namesAtOnce)} slugs={slugs} />
            {named.length > namesAtOnce && <Folded credits={named.slice(namesAtOnce)} slugs={slugs} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The credits of each role, everybody once. */
export const creditsByRole = (credits: readonly Credit[]): (readonly [role: string, credits: readonly Credit[]])[] =>
  [...Map.groupBy(credits, ({ credit_role: role }) => role)].map(([role, all]) => [
    role,
    [...new Map(all.map((credit) => [JSON.stringify([credit.id, credit.name_variation, credit.detail, credit.tracks]), credit])).values()],
  ]);

/** The name of a role; a link where the catalog knows it. Whose role nothing says is an artist. */
export function RoleName({ slug, name }: { readonly slug: string; readonly name: string | undefined }) {
  const { t, to } = useRequestContext();
  if (slug === '') return <>{t.words.kinds.Artist[0]}</>;
  return name === undefined ? (
    <>{slug.replaceAll('-', ' ')}</>
  ) : (
    <a href={to.role({ slug })}>
      <CatalogText text={name} />
    </a>
  );
}

/** Who is credited, with what the role says beside: `Alexander Courage (Additional, A1 to A4)`. */
export function CreditedName({ credit, slug }: { readonly credit: Credit; readonly slug: string | undefined }) {
  const { t } = useRequestContext();
  const beside = [credit.detail, credit.tracks && t.records.credits.onTracks(credit.tracks)].filter(Boolean).join(', ');
  return (
    <>
      <ArtistLink artist={credit} slug={slug} />
      {beside && <span class="soft"> ({beside})</span>}
    </>
  );
}

interface NamesProps {
  readonly credits: readonly Credit[];
  readonly slugs: ReadonlyMap<string, string>;
}

const Names = ({ credits, slugs }: NamesProps) => (
  <ul>
    {credits.map((credit) => (
      <li>
        <CreditedName credit={credit} slug={slugs.get(credit.id)} />
      </li>
    ))}
  </ul>
);

function Folded({ credits, slugs }: NamesProps) {
  const { t, format } = useRequestContext();
  return (
    <details class="more">
      <summary>{t.words.more(format.number(credits.length))}</summary>
      <Names credits={credits} slugs={slugs} />
    </details>
  );
}
