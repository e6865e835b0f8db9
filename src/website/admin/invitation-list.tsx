import { type FormState, fieldPropsOf } from '../http/form';
import type { Secret } from '../http/one-time-store';
import { useRequestContext } from '../http/request-context';
import { AllProblems, Field, Form, Submit } from '../ui/form';
import { OneTimeSecret } from '../ui/one-time-secret';
import { Section } from '../ui/section';
import { Table } from '../ui/table';
import type { Invitation } from './documents';

interface InvitationsPartProps {
  readonly invitations: readonly Invitation[];
  readonly secret: Secret | undefined;
  readonly refused: FormState;
}

export function InvitationsPart({ invitations, secret, refused }: InvitationsPartProps) {
  const { t, to, server } = useRequestContext();
  const words = t.administration.invitations;
  const field = fieldPropsOf(refused);
  return (
    <Section title={words.title} aside={words.aside} id="invitations">
      {secret?.kind === 'invitation' && (
        <OneTimeSecret head={words.made} advice={words.advice} label={t.administration.people.link} secret={secret.text} />
      )}
      {invitations.length > 0 && <InvitationTable invitations={invitations} />}
      <Form class="form" action={`${to.invitations()}#invitations`}>
        <AllProblems problems={refused.problems.all} />
        <Field {...field('note')} label={words.note} isOptional autocomplete="off" />
        {server().passwordResetByMail && (
          <Field type="email" {...field('email')} label={words.email} isOptional hint={words.emailHint} autocomplete="off" />
        )}
        <Submit text={words.send} />
      </Form>
    </Section>
  );
}

function InvitationTable({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const { t, to, format } = useRequestContext();
  const words = t.administration.invitations;
  return (
    <>
      <Table class="owned" caption={words.caption} heads={[words.note, words.by, words.until, { hidden: words.withdraw }]}>
        {invitations.map(({ _id: id, note, created_by: maker, expires_at: until }) => (
          <tr key={id}>
            <th scope="row">{note ?? <span class="soft">{words.noNote}</span>}</th>
            <td class="keep">{maker}</td>
            <td class="n keep">{format.day(until)}</td>
            <td class="keep">
              <a class="danger" href={to.invitation(id)} aria-label={words.withdrawOf({ note: note ?? words.noNote })}>
                {words.withdraw}
              </a>
            </td>
          </tr>
        ))}
      </Table>
      <br />
    </>
  );
}
