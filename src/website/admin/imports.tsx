import type { ImportFiles } from '../../accounts/imports/files';
import { kindName, withPage } from '../editing/history/names';
import { readWording } from '../editing/history/read-history';
import { withFlash } from '../http/addresses';
import { type FormState, notTaken, type Problems, problemsOf, type SentForm, untouched } from '../http/form';
import { type IdParameter, type Page, type PageAnswer, seeOther } from '../http/page';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { confirmationPage } from '../ui/confirmation';
import { AllProblems, Field, Form, SubmitRow } from '../ui/form';
import { Pager } from '../ui/pager';
import { Section } from '../ui/section';
import { readImport, readImportFiles, readImports } from './documents';
import { RunningLine, RunTable } from './import-list';
import { RunHead, RunReport } from './run';

/** One page. */
const runsAtOnce = 30;

/** `file` names files that are chosen already. */
export const get = (context: RequestContext): Promise<Page> => importsPage(context, { ...untouched, chosen: context.query.getAll('file') });

async function importsPage({ api, query, t, to }: RequestContext, form: FormState = untouched): Promise<Page> {
  const words = t.administration.imports;
  const [files, { items, meta }] = await Promise.all([
    readImportFiles(api),
    readImports(api, { itemsPerPage: runsAtOnce, page: query.get('page') ?? undefined }),
  ]);
  const running = items.filter(({ state }) => state === 'running');
  const ended = items.filter(({ state }) => state !== 'running');
  const body = (
    <>
      <div class="head">
        <h1>{words.title}</h1>
        <p>{words.lead}</p>
        <p class="row">
          <a href={to.administration()}>{t.administration.title}</a>
        </p>
      </div>
      {running.length > 0 && (
        <Section title={words.running} aside={words.runningAside}>
          {running.map((run) => (
            <RunningLine key={run._id} run={run} />
          ))}
        </Section>
      )}
      <NewImport files={files} form={form} />
      <Section title={words.before}>
        {ended.length > 0 ? <RunTable runs={ended} /> : <p>{words.none}</p>}
        <Pager meta={meta} />
      </Section>
    </>
  );
  return { title: words.title, body, current: 'settings' };
}

/** A form has an upload, names of files, or the address of a server. */
export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const { api, t, to } = context;
  const refused = async (problems: Problems, status: number): Promise<PageAnswer> => {
    const state = { entered: { server: form.text('server') }, chosen: form.all('file'), problems };
    return { ...(await importsPage(context, state)), status };
  };
  const { upload } = form;
  if (upload?.name === '') return refused({ fields: { upload: t.collection.import.noFile }, all: [] }, 422);
  if (upload) {
    const sent = await api.send('PUT', `/api/import-files/${encodeURIComponent(upload.name)}`, upload.content, { 'content-type': anyFile });
    if (sent.ok) return seeOther(`${withFlash(to.imports({ file: upload.name }), 'import-file-added')}#new`);
    return refused(problemsOf(context, sent, { '': 'upload' }), sent.status);
  }
  if (!form.has('server') && !form.has('file')) return refused({ fields: { files: t.collection.import.noFile }, all: [] }, 422);
  const attributes = form.has('server') ? { server: form.text('server'), token: form.text('token') } : { files: form.all('file') };
  const sent = await api.send('POST', '/api/imports', { data: { type: 'ImportRun', attributes } });
  return sent.ok ? seeOther(to.importRun(sent.document.data.attributes._id)) : refused(problemsOf(context, sent), sent.status);
}

const anyFile = 'application/octet-stream';

/** A refusal becomes a problem of the page. */
const act = (what: 'cancellation' | 'resumption') => ({
  async post(context: RequestContext, { id }: IdParameter): Promise<PageAnswer> {
    const sent = await context.api.send('POST', `/api/imports/${encodeURIComponent(id)}/${what}`);
    if (sent.ok) return seeOther(context.to.importRun(id));
    return { ...(await importsPage(context, { ...untouched, problems: problemsOf(context, sent) })), ...notTaken(sent) };
  },
});

export const cancellation = act('cancellation');
export const resumption = act('resumption');

export const deletion = {
  get({ t, to }: RequestContext, { name }: { readonly name: string }): Page {
    const words = t.administration.imports;
    return confirmationPage({ title: words.deleteHead({ name }), act: words.delete, back: `${to.imports()}#new`, lead: words.deleteLead });
  },

  async post(context: RequestContext, { name }: { readonly name: string }): Promise<PageAnswer> {
    const sent = await context.api.send('DELETE', `/api/import-files/${encodeURIComponent(name)}`);
    if (sent.ok) return seeOther(`${withFlash(context.to.imports(), 'import-file-deleted')}#new`);
    return { ...(await importsPage(context, { ...untouched, problems: problemsOf(context, sent) })), ...notTaken(sent) };
  },
};

/** How often the page of a running import reloads, with or without scripts. */
const refreshSeconds = 5;

export const run = {
  async get(context: RequestContext, { id }: IdParameter): Promise<Page> {
    const { api, t, format } = context;
    const run = await readImport(api, id);
    const { sources, example } = t.administration.imports;
    // Of the form "changed Artist /api/artists/…".
    const examples = (run.report.examples ?? []).map((one) => one.split(' '));
    const iris = examples.map(([, , iri = '']) => withPage(iri));
    const { wording } = await readWording(context, [], iris);
    const lines = examples.map(([outcome, type = ''], index) => {
      return `${outcome === 'kept' ? example.kept : example.changed}${format.colon}${format.inSentence(kindName(t, type))} ${wording.name(iris[index] ?? '')}`;
    });
    const body = (
      <>
        <RunHead run={run} />
        <RunReport run={run} examples={[...new Set(lines)]} />
      </>
    );
    return {
      title: `${sources[run.source] ?? run.source}, ${format.moment(run.started_at)}`,
      body,
      current: 'settings',
      ...(run.state === 'running' && { headers: { refresh: String(refreshSeconds) } }),
    };
  },
};

interface NewImportProps {
  readonly files: ImportFiles;
  readonly form: FormState;
}

/** Forms that upload a file, import files of the server, and mirror another server. */
function NewImport({ files: { folder, files, maximum_upload_bytes: maximum }, form }: NewImportProps) {
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
          <SubmitRow text={words.uploadNow} />
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
              <a class="danger" href={to.deleteImportFile(name)} aria-label={words.deleteOf({ name })}>
                {words.delete}
              </a>
            </p>
          ))}
          <p class="tiny soft">{files.length > 0 ? words.folder({ folder }) : words.emptyFolder({ folder })}</p>
          {fields.files && <AllProblems problems={[fields.files]} />}
        </fieldset>
        {files.length > 0 && <SubmitRow text={words.start} />}
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
        <SubmitRow text={words.mirror} />
      </Form>
    </Section>
  );
}
