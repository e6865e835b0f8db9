import type { ComponentChildren } from 'preact';
import { NewAccount } from '../account/new-account';
import type { AttributesPage } from '../api/client';
import { type FormState, untouched } from '../http/form';
import type { Secret } from '../http/one-time-store';
import { useRequestContext } from '../http/request-context';
import { AllProblems, CompactSelect, Form, Select, Submit } from '../ui/form';
import { OneTimeSecret } from '../ui/one-time-secret';
import { lastingParametersOf } from '../ui/pager';
import { Section } from '../ui/section';
import { Table } from '../ui/table';
import type { Person } from './documents';

interface PeoplePartProps {
  readonly people: AttributesPage<Person>;
  readonly secret: Secret | undefined;
  readonly refused: FormState | undefined;
  readonly children?: ComponentChildren;
}

export function PeoplePart({ people: { items, meta }, secret, refused, children }: PeoplePartProps) {
  const { t, format } = useRequestContext();
  const words = t.administration.people;
  return (
    <Section title={words.title} aside={words.aside({ count: format.counted(meta.totalItems) })} id="people">
      {secret?.kind === 'password-reset' && (
        <OneTimeSecret head={words.resetMade({ name: secret.name })} advice={words.resetAdvice} label={words.link} secret={secret.text} />
      )}
      <PeopleTable people={items} />
      {children}
      <br />
      <NewPerson refused={refused} />
    </Section>
  );
}

function PeopleTable({ people }: { readonly people: readonly Person[] }) {
  const { t } = useRequestContext();
  const words = t.administration.people;
  if (people.length === 0) return <p>{words.none}</p>;
  return (
    <Table
      class="owned"
      caption={words.caption}
      heads={[words.name, words.role, words.lastSeen, words.copies, { hidden: t.administration.what }]}
    >
      {people.map((person) => (
        <PersonRow key={person._id} person={person} />
      ))}
    </Table>
  );
}

function PersonRow({ person }: { readonly person: Person }) {
  const { t, to, format, now, user } = useRequestContext();
  const words = t.administration.people;
  const { username, role, disabled_at: disabledAt, last_seen_at: seen, collection_items: copies } = person;
  const isYou = person._id === user?.id;
  // Stored last uses may be an hour old.
  const lastSeen = isYou ? now.toISOString() : seen;
  return (
    <tr>
      <th scope="row">
        {username} {isYou && <span class="soft">{words.you}</span>}
        {disabledAt !== null && <span class="no">{words.disabled}</span>}
      </th>
      <td class="keep">{isYou ? words.roles[role] : <RoleForm person={person} />}</td>
      <td class="n keep">{lastSeen === null ? words.never : format.ago(lastSeen, now)}</td>
      <td class="n">{copies > 0 && format.number(copies)}</td>
      <td class="keep">
        {!isYou && disabledAt === null && <ResetForm person={person} />}
        {!isYou && person.credentials > 0 && (
          <p class="to-save">
            <a href={to.person(person._id, 'second-factor')} aria-label={words.secondFactorOf({ name: username })}>
              {words.secondFactor}
            </a>
          </p>
        )}
        {!isYou && (
          <div class="to-save">
            <Standing person={person} />
          </div>
        )}
      </td>
    </tr>
  );
}

function RoleForm({ person: { _id: id, username, role } }: { readonly person: Person }) {
  const { t, to } = useRequestContext();
  const words = t.administration.people;
  return (
    <Form action={to.person(id, 'role')}>
      <Back />
      <span class="row inline">
        <CompactSelect
          id={`role-${id}`}
          name="role"
          label={words.roleOf({ name: username })}
          value={role}
          options={(['admin', 'editor', 'user'] as const).map((one) => [one, words.roles[one]])}
        />{' '}
        <Submit aria-label={words.setOf({ name: username })} text={words.set} />
      </span>
    </Form>
  );
}

function ResetForm({ person: { _id: id, username } }: { readonly person: Person }) {
  const { t, to } = useRequestContext();
  const words = t.administration.people;
  return (
    <Form action={to.person(id, 'reset')}>
      <Back />
      <Submit class="plain" aria-label={words.resetFor({ name: username })} text={words.reset} />
    </Form>
  );
}

function Standing({ person: { _id: id, username, disabled_at: disabledAt } }: { readonly person: Person }) {
  const { t, to } = useRequestContext();
  const words = t.administration.people;
  if (disabledAt === null)
    return (
      <a class="danger" href={to.person(id, 'disable')} aria-label={words.disableNamed({ name: username })}>
        {words.disable}
      </a>
    );
  return (
    <Form action={to.person(id, 'let-in')}>
      <Back />
      <Submit class="plain" aria-label={words.letInNamed({ name: username })} text={words.letIn} />
    </Form>
  );
}

/** Returns here, without the notice. */
function Back() {
  const { to, query } = useRequestContext();
  return <input type="hidden" name="to" value={to.administration('people', lastingParametersOf(query))} />;
}

function NewPerson({ refused }: { readonly refused: FormState | undefined }) {
  const { t, to } = useRequestContext();
  const words = t.administration.people;
  const state = refused ?? untouched;
  const { entered, problems } = state;
  return (
    <details id="add-person" open={refused !== undefined}>
      <summary>
        <strong>{words.add}</strong>
      </summary>
      <br />
      <Form class="form" action={`${to.administration('people')}#add-person`}>
        <AllProblems problems={problems.fields.role === undefined ? problems.all : [...problems.all, problems.fields.role]} />
        <NewAccount state={state} />
        <Select
          name="role"
          label={words.role}
          value={entered.role}
          options={(['user', 'editor', 'admin'] as const).map((role) => [role, words.roles[role]])}
          hint={words.addRule}
        />
        <Submit text={words.send} />
      </Form>
    </details>
  );
}
