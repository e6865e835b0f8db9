import { useRequestContext } from '../http/request-context';
import { languages, type Texts } from '../i18n';
import { CatalogLink } from './catalog-text';
import { ArtistLink, type CreditedArtist } from './credit-line';

export type ShownCredit = CreditedArtist & {
  /** Empty if unknown. */
  readonly credit_role: string;
  /** As reads with names have it. */
  readonly role_name?: string | null;
  readonly detail?: string | null;
  /** As printed. */
  readonly tracks?: string | null;
};

interface CreditsProps {
  readonly credits: readonly ShownCredit[];
}

/** More are folded. */
const namesAtOnce = 12;

/** By role, in order. */
export function Credits({ credits }: CreditsProps) {
  const { t } = useRequestContext();
  return (
    <dl class="credits">
      {creditsByRole(credits).map(([role, named]) => (
        <div key={role}>
          <dt>{role === '' ? t.records.credits.withoutRole : <RoleName slug={role} name={named[0]?.role_name} />}</dt>
          <dd>
            <Names credits={named.slice(0, namesAtOnce)} />
            {named.length > namesAtOnce && <Folded credits={named.slice(namesAtOnce)} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Unique within a role. */
export const creditsByRole = (credits: readonly ShownCredit[]): (readonly [role: string, credits: readonly ShownCredit[]])[] =>
  [...Map.groupBy(credits, ({ credit_role: role }) => role)].map(([role, all]) => [
    role,
    [...new Map(all.map((credit) => [JSON.stringify([credit.id, credit.name_variation, credit.detail, credit.tracks]), credit])).values()],
  ]);

/** Translated, unless the catalog has another name for it than the seed; from the slug if unknown; without a role, "artist". */
export function roleText({ words }: Texts, slug: string, name: string | null | undefined): string {
  if (slug === '') return words.kinds.Artist[0];
  if (name === null || name === undefined) return slug.replaceAll('-', ' ');
  const [english, translated]: readonly Readonly<Record<string, string>>[] = [languages.en.words.roles, words.roles];
  return name === english?.[slug] ? (translated?.[slug] ?? name) : name;
}

/** Translates a genre, award category, disambiguation, description of a format or type of an organization; others are shown as stored. */
export const termText = ({ words }: Texts, text: string): string => words.terms[text] ?? text;

/** An artist's name with its disambiguation translated. */
export const displayName = (t: Texts, name: string): string =>
  name.replace(/(?<= \()[^()]+(?=\)$)/, (disambiguation) => termText(t, disambiguation));

/** Translates a company role or identifier type of Discogs; others are shown as stored. */
export function printedText({ words }: Texts, text: string): string {
  const printed: Readonly<Record<string, string>> = words.printed;
  const key = text.toLowerCase();
  return (Object.hasOwn(printed, key) ? printed[key] : undefined) ?? text;
}

/** Names of composers, each once. */
export const composerNames = (credits: readonly Pick<ShownCredit, 'credit_role' | 'name'>[]): string[] => [
  ...new Set(credits.filter(({ credit_role: role }) => role === 'composer').map(({ name }) => name)),
];

/** Linked if known. */
export function RoleName({ slug, name }: { readonly slug: string; readonly name: string | null | undefined }) {
  const { t, to } = useRequestContext();
  const text = roleText(t, slug, name);
  return name === null || name === undefined || slug === '' ? <>{text}</> : <CatalogLink href={to.role({ slug })} text={text} />;
}

/** `Alexander Courage (Additional, A1 to A4)` */
export function CreditedName({ credit }: { readonly credit: ShownCredit }) {
  const { t } = useRequestContext();
  const beside = [credit.detail, credit.tracks && t.records.credits.onTracks({ tracks: credit.tracks })].filter(Boolean).join(', ');
  return (
    <>
      <ArtistLink artist={credit} />
      {beside && <span class="soft"> ({beside})</span>}
    </>
  );
}

const Names = ({ credits }: CreditsProps) => (
  <ul>
    {credits.map((credit) => (
      <li>
        <CreditedName credit={credit} />
      </li>
    ))}
  </ul>
);

function Folded({ credits }: CreditsProps) {
  const { t, format } = useRequestContext();
  return (
    <details class="more">
      <summary>{t.words.more({ count: format.number(credits.length) })}</summary>
      <Names credits={credits} />
    </details>
  );
}
