import type { Params } from '../../messages/message';
import { useRequestContext } from '../http/request-context';
import { problemText } from '../i18n/api-errors';
import { Form, Submit } from '../ui/form';
import { Section } from '../ui/section';
import { Table } from '../ui/table';
import type { Backup, Backups } from './documents';

/** A year of the default retention fits; the command line lists all. */
const shownAtMost = 30;

export function BackupsPart({ backups }: { readonly backups: Backups }) {
  const { t, to } = useRequestContext();
  const words = t.administration.backups;
  const aside = (
    <>
      {words.aside} <a href={`${to.documentation('operating')}#restoring`}>{words.howToRestore}</a>
    </>
  );
  return (
    <Section title={words.title} aside={aside} id="backups">
      <Standing backups={backups} />
      {backups.copies && <Copies copies={backups.copies} />}
      <Findings backups={backups.backups.slice(0, shownAtMost)} />
      {backups.backups.length > 0 && <br />}
      {backups.backups.length > 0 && <BackupTable backups={backups.backups.slice(0, shownAtMost)} hasCopies={backups.copies !== null} />}
      {backups.folder !== null && (
        <>
          <br />
          <Form action={to.administration('backups')}>
            <p class="row">
              <Submit disabled={backups.is_running} text={words.make} />
              {backups.copies && <Submit name="do" value="copy" disabled={backups.copies.is_running} text={words.copyNow} />}
            </p>
          </Form>
          <br />
          <p class="tiny soft">
            {words.where({ folder: backups.folder })} {words.secret}
          </p>
        </>
      )}
    </Section>
  );
}

function Standing({ backups }: { readonly backups: Backups }) {
  const words = useRequestContext().t.administration.backups;
  const { folder, is_late: isLate, is_running: isRunning, last_failure: failure } = backups;
  if (folder === null) return <p>{words.inMemory}</p>;
  return (
    <>
      <p class="number">
        <Last backups={backups} />
      </p>
      <p class={isLate ? 'no' : undefined}>
        <Next backups={backups} />
      </p>
      {isRunning && <p role="status">{words.running}</p>}
      {failure && <p class="no">{words.failed(failureText(failure))}</p>}
    </>
  );
}

/** When and why an attempt failed. */
function failureText({ failed_at: at, detail, code, params }: NonNullable<Backups['last_failure']>): { when: string; why: string } {
  const { t, format } = useRequestContext();
  return { when: format.moment(at), why: problemText({ t, format }, { detail, code, meta: { params: params as Params } }) };
}

/** Copies off the machine. */
function Copies({ copies }: { readonly copies: NonNullable<Backups['copies']> }) {
  const { t, format } = useRequestContext();
  const words = t.administration.backups;
  const { target, recipient, stored, checked_at: checked, is_running: isRunning, last_failure: failure } = copies;
  return (
    <>
      <p>
        {words.copies({ count: format.counted(stored), target })} {checked !== null && words.checked({ when: format.moment(checked) })}{' '}
        {recipient === '' ? words.notEncrypted : words.encryptedTo({ key: recipient })}
      </p>
      {isRunning && <p role="status">{words.copying}</p>}
      {failure && <p class="no">{words.copyFailed(failureText(failure))}</p>}
    </>
  );
}

export function Last({ backups: { last_made_at: last } }: { readonly backups: Backups }) {
  const { t, format, now } = useRequestContext();
  const words = t.administration.backups;
  if (last === null) return <>{words.none}</>;
  const age = format.duration(Math.max(0, Math.round((now.getTime() - Date.parse(last)) / 1000)));
  return <>{words.last({ age }, { b: (text) => <b>{text}</b> })}</>;
}

export function Next({ backups: { every_hours: every, last_made_at: last, due_at: due, is_late: isLate } }: { readonly backups: Backups }) {
  const { t, format, now } = useRequestContext();
  const words = t.administration.backups;
  if (due === null) return <>{words.never}</>;
  if (isLate) return <>{words.late}</>;
  if (last === null) return <>{words.first({ time: format.duration(every * 3600) })}</>;
  const next = new Date(due);
  return <>{next > now ? words.next({ when: format.moment(next) }) : words.due}</>;
}

function BackupTable({ backups, hasCopies }: { readonly backups: readonly Backup[]; readonly hasCopies: boolean }) {
  const { t } = useRequestContext();
  const words = t.administration.backups;
  return (
    <Table
      class="owned"
      caption={words.title}
      heads={[
        words.made,
        words.why,
        words.size,
        words.holds,
        words.readBack,
        ...(hasCopies ? [words.offMachine] : []),
        { hidden: t.administration.what },
      ]}
    >
      {backups.map((backup) => (
        <BackupRow key={backup.name} backup={backup} hasCopies={hasCopies} />
      ))}
    </Table>
  );
}

function BackupRow({ backup, hasCopies }: { readonly backup: Backup; readonly hasCopies: boolean }) {
  const { t, to, format } = useRequestContext();
  const words = t.administration.backups;
  const { name, made_at, reason, extent, bytes, records, collection_items: items, copy } = backup;
  const moment = format.moment(made_at);
  return (
    <tr>
      <th scope="row" class="n" title={name}>
        {moment}
      </th>
      <td class="keep">{words.reasons[reason]}</td>
      <td class="n keep">{format.bytes(bytes)}</td>
      <td class="keep">
        {extent === 'users' ? words.usersOnly : words.records({ count: format.counted(records) })},{' '}
        {words.items({ count: format.counted(items) })}
      </td>
      <td class="keep">
        <Verified backup={backup} />
      </td>
      {hasCopies && (
        <td
          class="keep"
          data-head={`${words.offMachine}:`}
          title={copy ? `${format.bytes(copy.bytes)}, ${format.moment(copy.copied_at)}` : undefined}
        >
          {copy ? <span class="yes">{words.copied[copy.verified]}</span> : words.notCopied}
        </td>
      )}
      <td class="keep acts">
        <a href={to.backup(name, 'archive')} aria-label={words.downloadOf({ made: moment })} download>
          {words.download}
        </a>
        <Form action={to.backup(name, 'verify')}>
          <Submit class="plain" aria-label={words.verifyOf({ made: moment })} disabled={backup.is_being_verified} text={words.verify} />
        </Form>
        <a class="danger" href={to.backup(name, 'delete')} aria-label={words.deleteOf({ made: moment })}>
          {words.delete}
        </a>
      </td>
    </tr>
  );
}

/** The report names files and tables, so it is in English for every reader. */
function Findings({ backups }: { readonly backups: readonly Backup[] }) {
  const { t, format } = useRequestContext();
  const words = t.administration.backups;
  return (
    <>
      {backups.map(({ name, made_at, faults, findings }) => {
        if (faults.length + findings.length === 0) return null;
        const moment = format.moment(made_at);
        return (
          <p key={name} class={faults.length > 0 ? 'no' : undefined}>
            {faults.length > 0 ? words.fault({ made: moment }) : words.finding({ made: moment })}{' '}
            <span lang="en">{[...faults, ...findings].join(' ')}</span>
          </p>
        );
      })}
    </>
  );
}

function Verified({ backup: { verified_at, is_being_verified: isBeingRead, faults, findings } }: { readonly backup: Backup }) {
  const { t, format } = useRequestContext();
  const words = t.administration.backups;
  if (isBeingRead) return <span role="status">{words.beingRead}</span>;
  const moment = format.moment(verified_at);
  if (faults.length > 0) return <span class="no">{words.unrestorable({ when: moment })}</span>;
  return findings.length === 0 ? (
    <span class="yes">{words.sound({ when: moment })}</span>
  ) : (
    <span class="no">{words.unsound({ when: moment })}</span>
  );
}
