import type { ImportFiles } from '../../accounts/imports/files';
import type { FormState } from '../http/form';
import { useRequestContext } from '../http/request-context';
import { ActionLink, AllProblems, Field, Form, Submit } from '../ui/form';
import { Section } from '../ui/section';

interface NewImportProps {
  readonly files: ImportFiles;
  readonly form: FormState;
}

/** Forms that upload a file, import files of the server, and mirror another server. */
export function NewImport({ files: { folder, files, maximum_upload_bytes: maximum }, form }: NewImportProps) {
  const { t, to, format } = useRequestContext();
  const words = t.administration.imports;
  const { fields, all } = form.problems;
  if (folder === null)
    return (
      <Section title={words.add} id="new">
        <AllProblems problems={all} />
        <p>{words.inMemory}</p>
      </Section>
    );
  return (
    <Section title={words.add} aside={words.addAside} id="new">
      <AllProblems problems={all} />
      {maximum > 0 && (
        <Form class="form" action={to.imports()} encType="multipart/form-data">
          <Field
            name="upload"
            label={words.upload}
            type="file"
            required
            problem={fields.upload ?? fields.name}
            hint={words.uploadHint({ maximum: format.bytes(maximum) })}
          />
          <p class="row">
            <Submit text={words.uploadNow} />
          </p>
        </Form>
      )}
      <br />
      <Form class="form" action={to.imports()}>
        <fieldset>
          <legend>{words.onServer}</legend>
          {files.map(({ name, bytes }) => (
            <p class="row" key={name}>
              <label class="check">
                <input type="checkbox" name="file" value={name} checked={form.chosen?.includes(name) ?? false} />
                <span>
                  {name} <span class="soft">{format.bytes(bytes)}</span>
                </span>
              </label>
              <ActionLink class="danger" href={to.deleteImportFile(name)} aria-label={words.deleteOf({ name })} text={words.delete} />
            </p>
          ))}
          <p class="tiny soft">{files.length > 0 ? words.folder({ folder }) : words.emptyFolder({ folder })}</p>
          {fields.files && <AllProblems problems={[fields.files]} />}
        </fieldset>
        {files.length > 0 && (
          <p class="row">
            <Submit text={words.start} />
          </p>
        )}
      </Form>
      <br />
      <Form class="form" action={to.imports()}>
        <Field
          name="server"
          label={words.server}
          value={form.entered.server}
          required
          placeholder="https://music.example.org"
          problem={fields.server}
          hint={words.serverHint}
        />
        <Field name="token" label={words.token} type="password" required autocomplete="off" problem={fields.token} hint={words.tokenHint} />
        <p class="row">
          <Submit text={words.mirror} />
        </p>
      </Form>
    </Section>
  );
}
