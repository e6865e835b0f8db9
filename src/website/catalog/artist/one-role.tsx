import { notFound } from '../../../errors';
import type { CreditedRole } from '../../../search/artist-credits';
import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { displayName, RoleName, roleText } from '../../ui/credits';
import { Pager } from '../../ui/pager';
import { Mark } from '../../ui/pictures';
import { Section } from '../../ui/section';
import { Table } from '../../ui/table';
import { yearOfDate } from './age';
import { CreditedTitle, isRelease } from './credits';
import type { Artist } from './load';
import { type CreditsOfArtist, readCreditsOfRole } from './read-credits';

export async function roleOfArtist(context: RequestContext, artist: Artist, slug: string): Promise<Page> {
  const { t, to } = context;
  const credits = /^[\p{Ll}\p{N}-]{1,200}$/u.test(slug) ? await readCreditsOfRole(context, artist.id, slug) : undefined;
  const role = credits?.meta.roles.find(({ credit_role }) => credit_role === slug);
  if (!credits || !role) throw notFound('no_credits_with_role', { artist: artist.attributes.display_name });
  return {
    title: t.artist.roleTitle({ name: displayName(t, artist.attributes.display_name), role: roleText(t, slug, role.role) }),
    year: yearOfDate(artist.attributes.begin_date),
    current: 'artists',
    about: { canonical: to.artist(artist.attributes, { role: slug }) },
    body: <OneRole artist={artist} role={role} credits={credits} />,
  };
}

interface OneRoleProps {
  readonly artist: Artist;
  readonly role: CreditedRole;
  readonly credits: CreditsOfArtist;
}

function OneRole({ artist: { attributes: artist }, role, credits }: OneRoleProps) {
  const { t, to, format } = useRequestContext();
  const name = displayName(t, artist.display_name);
  return (
    <>
      <div class="hero">
        <div class="bearer">
          <div>
            <Mark of={artist} />
          </div>
          <div>
            <p class="over">
              <a href={to.artist(artist)}>{t.artist.back({ name })}</a>
            </p>
            <h1>
              <CatalogText text={name} />
              <span class="sub">
                <CatalogText text={roleText(t, role.credit_role, role.role)} />
              </span>
            </h1>
          </div>
        </div>
      </div>
      <Section
        title={<RoleName slug={role.credit_role} name={role.role} />}
        aside={t.words.credits({ count: format.counted(role.credits) })}
      >
        <CreditTable caption={t.artist.roleTitle({ name, role: roleText(t, role.credit_role, role.role) })} credits={credits} />
        <Pager meta={credits.meta} />
      </Section>
    </>
  );
}

function CreditTable({ caption, credits }: { readonly caption: string; readonly credits: CreditsOfArtist }) {
  const { t } = useRequestContext();
  return (
    <Table caption={caption} heads={[t.fields.year, t.fields.title, t.fields.kind]} isBare>
      {credits.data.map((credit) => (
        <tr key={credit.id}>
          <td class="n">{credit.attributes.year || ''}</td>
          <td>
            <CreditedTitle credit={credit} />
          </td>
          <td class="soft">{t.words.kinds[isRelease(credit) ? 'Release' : 'Production'][0]}</td>
        </tr>
      ))}
    </Table>
  );
}
