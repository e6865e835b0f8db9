import { Form } from '../components/form';
import { Part } from '../components/part';
import { useVisit } from '../visit';
import type { Backup, Backups } from './documents';

/** How many are shown; the command line lists them all. */
const shownAtMost = 10;

export function BackupsPart({ backups }: { readonly backups: Backups }) {
  const { t, to } = useVisit();
  const words = t.administration.backups;
  const aside = (
    <>
      {words.aside} <a href={`${to.documentation('operating')}#restoring`}>{words.howToRestore}</a>
    </>
  );
  return (
    <Part title={words.title} aside={aside} id="backups">
      <Standing backups={backups} />
      {backups.backups.length > 0 && <BackupTable backups={backups.backups.slice(0, shownAtMost)} />}
      {backups.folder !== null && (
        <>
          <br />
          <Form action={to.makeBackup()}>
            <p class="row">
              <button type="submit" disabled={backups.is_running}>
                {words.make}
              </button>
            </p>
          </Form>
        </>
      )}
    </Part>
  );
}

/** How old the last one is, and when the next one comes. */
function Standing({ backups }: { readonly backups: Backups }) {
  const { t, format, now } = useVisit();
  const words = t.administration.backups;
  const { folder, every_hours: every, last_made_at: last, is_late: isLate, is_running: isRunning } = backups;
  if (folder === null) return <p>{words.inMemory}</p>;
  return (
    <>
      <p class={isLate ? 'no' : undefined}>
        {last === null ? words.none : words.last(format.duration(Math.max(0, Math.round((now.getTime() - Date.parse(last)) / 1000))))}{' '}
        {isLate ? words.late : every > 0 ? words.every(format.duration(every * 3600)) : words.never}
      </p>
      {isRunning && <p role="status">{words.running}</p>}
      <p class="soft">{words.where(folder)}</p>
    </>
  );
}

function BackupTable({ backups }: { readonly backups: readonly Backup[] }) {
  const { t } = useVisit();
  const words = t.administration.backups;
  return (
    <div class="scroll">
      <table class="owned">
        <caption class="hidden">{words.title}</caption>
        <thead>
          <tr>
            <th scope="col">{words.made}</th>
            <th scope="col">{words.why}</th>
            <th scope="col">{words.size}</th>
            <th scope="col">{words.holds}</th>
            <th scope="col">{words.readBack}</th>
          </tr>
        </thead>
        <tbody>
          {backups.map((backup) => (
            <BackupRow key={backup.name} backup={backup} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function BackupRow({ backup }: { readonly backup: Backup }) {
  const { t, format } = useVisit();
  const words = t.administration.backups;
  const { name, made_at, reason, extent, bytes, records, collection_items: copies, findings } = backup;
  return (
    <tr>
      <th scope="row" class="n" title={name}>
        {format.moment(made_at)}
      </th>
      <td class="keep">{words.reasons[reason]}</td>
      <td class="n keep">{format.bytes(bytes)}</td>
      <td class="keep">
        {words.held(format.number(records), format.number(copies))}
        {extent === 'users' && `; ${words.usersAlone}`}
      </td>
      <td class="keep">{findings.length === 0 ? <span class="yes">{words.sound}</span> : <span class="no">{findings.join(' ')}</span>}</td>
    </tr>
  );
}
