import type { CreditedRole, CreditObject } from '../../../search/artist-credits';
import { useRequestContext } from '../../http/request-context';
import { CatalogLink, shortTitle } from '../../ui/catalog-text';
import { RoleName } from '../../ui/credits';
import { Section } from '../../ui/section';
import type { ReadArtist } from './load';

/** The first of each role, with a link to all. */
export function CreditsByRole({ read: { artist, credits } }: { readonly read: ReadArtist }) {
  const { t, to, format } = useRequestContext();
  const byRole = Map.groupBy(credits.data, ({ attributes }) => attributes.credit_role);
  const { roles, works } = credits.meta;
  if (roles.length === 0) return null;
  return (
    <Section id="credits" title={t.artist.credits} aside={t.artist.creditsAside}>
      <dl class="roles">
        {roles.map((role) => (
          <RoleRow key={role.credit_role} role={role} credits={byRole.get(role.credit_role) ?? []} slug={artist.attributes.slug} />
        ))}
      </dl>
      {works > 0 && (
        <p class="row">
          <a href={to.works({ artist: artist.attributes._id })}>{t.records.works.count({ count: format.counted(works) })}</a>
        </p>
      )}
    </Section>
  );
}

interface RoleRowProps {
  readonly role: CreditedRole;
  readonly credits: readonly CreditObject[];
  readonly slug: string;
}

function RoleRow({ role: { credit_role: role, role: name, credits: count }, credits, slug }: RoleRowProps) {
  const { t, to, format } = useRequestContext();
  return (
    <div>
      <dt>
        {role === '' ? t.records.credits.withoutRole : <RoleName slug={role} name={name} />}{' '}
        <span class="n soft">{format.number(count)}</span>
      </dt>
      <dd>
        <ul>
          {credits.map((credit) => (
            <li key={credit.id}>
              <Credited credit={credit} />
            </li>
          ))}
        </ul>
        {count > credits.length && role !== '' && (
          <p class="tiny">
            <a href={to.artist({ slug }, { role })} aria-label={t.artist.allCreditsOf({ count: format.number(count), role: name })}>
              {t.artist.allCredits({ count: format.number(count) })}
            </a>
          </p>
        )}
      </dd>
    </div>
  );
}

function Credited({ credit }: { readonly credit: CreditObject }) {
  const { t } = useRequestContext();
  const { year } = credit.attributes;
  return (
    <>
      <CreditedTitle credit={credit} />
      {isRelease(credit) && <span class="soft"> {t.words.kinds.Release[0]}</span>}
      {year !== null && year > 0 && <span class="soft n"> {year}</span>}
    </>
  );
}

export const isRelease = ({ relationships }: CreditObject): boolean => relationships.record.data.type === 'Release';

export function CreditedTitle({ credit }: { readonly credit: CreditObject }) {
  const { to } = useRequestContext();
  const { attributes } = credit;
  return isRelease(credit) ? (
    <CatalogLink href={to.release(attributes)} text={shortTitle(attributes.title)} />
  ) : (
    <CatalogLink href={to.production(attributes)} text={attributes.title} />
  );
}
