import { useVisit } from '../visit';
import { CatalogText } from './catalog-text';
import { ArtistLink, type CreditedArtist } from './credit-line';

export type Credit = CreditedArtist & { readonly credit_role: string };

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
  return (
    <dl class="credits">
      {creditsByRole(credits).map(([role, named]) => (
        <div key={role}>
          <dt>
            <RoleName slug={role} name={roles.get(role)} />
          </dt>
          <dd>
            <Names artists={named.slice(0, namesAtOnce)} slugs={slugs} />
            {named.length > namesAtOnce && <Folded artists={named.slice(namesAtOnce)} slugs={slugs} />}
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
    [...new Map(all.map((credit) => [`${credit.id} ${credit.name_variation ?? ''}`, credit])).values()],
  ]);

/** The name of a role; a link where the catalog knows it. */
export function RoleName({ slug, name }: { readonly slug: string; readonly name: string | undefined }) {
  const { to } = useVisit();
  return name === undefined ? (
    <>{slug.replaceAll('-', ' ')}</>
  ) : (
    <a href={to.role({ slug })}>
      <CatalogText text={name} />
    </a>
  );
}

interface NamesProps {
  readonly artists: readonly CreditedArtist[];
  readonly slugs: ReadonlyMap<string, string>;
}

const Names = ({ artists, slugs }: NamesProps) => (
  <ul>
    {artists.map((artist) => (
      <li>
        <ArtistLink artist={artist} slug={slugs.get(artist.id)} />
      </li>
    ))}
  </ul>
);

function Folded({ artists, slugs }: NamesProps) {
  const { t, format } = useVisit();
  return (
    <details class="more">
      <summary>{t.words.more(format.number(artists.length))}</summary>
      <Names artists={artists} slugs={slugs} />
    </details>
  );
}
