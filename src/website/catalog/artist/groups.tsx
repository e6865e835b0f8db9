import { artists } from '../../../catalog/artists';
import { includedOf } from '../../api/linked-records';
import { useRequestContext } from '../../http/request-context';
import { Pager } from '../../ui/pager';
import { People, Person } from '../../ui/people';
import { Section } from '../../ui/section';
import { yearOfDate } from './age';
import { groupsPage, membersPage } from './lists';
import type { ReadArtist } from './load';

export function Members({ read: { members } }: { readonly read: ReadArtist }) {
  const { t, format } = useRequestContext();
  if (!members || members.meta.totalItems === 0) return null;
  const { data, meta } = members;
  const byId = new Map(data.map(({ attributes }) => [attributes._id, attributes]));
  const below = ({ _id }: { readonly _id: string }) => {
    const { begin_date: begin, country, fictional, _type: type } = byId.get(_id) ?? {};
    const born = !fictional && type === 'person' && begin && t.artist.bornIn({ year: String(yearOfDate(begin)) });
    return [born, country && format.country(country)].filter(Boolean).join(', ');
  };
  return (
    <Section id={membersPage} title={t.artist.members} aside={t.artist.membersCount({ count: format.counted(meta.totalItems) })}>
      <People artists={data} below={below} />
      <Pager meta={meta} parameter={membersPage} part={membersPage} />
    </Section>
  );
}

/** With the member's name there, if different. */
export function Groups({ read: { memberships } }: { readonly read: ReadArtist }) {
  const { t, format } = useRequestContext();
  if (!memberships || memberships.meta.totalItems === 0) return null;
  const groups = includedOf(artists, memberships);
  return (
    <Section id={groupsPage} title={t.fields['group-memberships']} aside={t.artist.groupsAside}>
      <ul class="people">
        {memberships.data.map(({ id, attributes: { name_variation: name }, relationships }) => {
          const group = groups.get(relationships.group.data?.id ?? '')?.attributes;
          if (!group) return null;
          const details = [name.type !== 'name' && t.artist.as({ name: name.variation }), group.country && format.country(group.country)];
          return (
            <Person key={id} artist={group}>
              {details.filter(Boolean).join(', ')}
            </Person>
          );
        })}
      </ul>
      <Pager meta={memberships.meta} parameter={groupsPage} part={groupsPage} />
    </Section>
  );
}
