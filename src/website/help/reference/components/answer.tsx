import { reasonPhrase } from '../../../../api/errors';
import { jsonApiMediaType } from '../../../../http/respond';
import { Code } from '../../../ui/code';
import { Section } from '../../../ui/section';
import { Table } from '../../../ui/table';
import type { ShownExample } from '../example-answer';
import { type DocumentedAnswer, type Operation, successOf } from '../model';
import type { ReferenceTexts } from '../texts';
import { FieldTable } from './parameters';
import { englishOn, Inline } from './prose';

interface AnswerPartProps {
  readonly operation: Operation;
  /** The operation that reads one of the returned records and lists their fields. */
  readonly reading: { readonly title: string; readonly href: string } | undefined;
  readonly example: ShownExample;
  readonly texts: ReferenceTexts;
}

/** Example, fields and other statuses. */
export const AnswerPart = ({ operation, reading, example: { answer, isReal }, texts }: AnswerPartProps) => {
  const success = successOf(operation);
  const status = success?.status ?? 200;
  const [form] = success?.forms ?? [];
  const fields = form?.fields.filter(({ name }) => !reading || !/^data\b/.test(name)) ?? [];
  const note = [statusLine(status), isReal ? texts.fromThisServer : texts.example, ...(answer?.isShortened ? [texts.shortened] : [])];
  return (
    <Section title={texts.answer} aside={note.join(', ')}>
      {answer ? <Code id="r1" code={answer.text} isAnswer copy={texts.copy} /> : <p>{texts.nothingInIt}</p>}
      {reading && (
        <p>
          {texts.answersAs} <a href={reading.href}>{reading.title}</a>.
        </p>
      )}
      {fields.length > 0 && (
        <details>
          <summary>{texts.fields}</summary>
          <FieldTable fields={fields} caption={texts.fields} texts={texts} />
        </details>
      )}
      <details>
        <summary>{texts.everyAnswer}</summary>
        <Answers answers={operation.answers} texts={texts} />
      </details>
    </Section>
  );
};

/** With the media type unless JSON:API. */
export const Answers = ({ answers, texts }: { readonly answers: readonly DocumentedAnswer[]; readonly texts: ReferenceTexts }) => (
  <Table class="params" caption={texts.everyAnswer} heads={[texts.status, texts.meaning]}>
    {answers.map(({ status, meaning, headers, forms }) => (
      <tr key={status}>
        <th scope="row">{statusLine(status)}</th>
        <td {...englishOn(texts)}>
          <Inline text={`${meaning.replace(/\.$/, '')}.`} />
          {forms
            .filter(({ mediaType }) => mediaType !== jsonApiMediaType)
            .map(({ mediaType }) => (
              <span class="soft" key={mediaType}>
                {' '}
                <code>{mediaType}</code>
              </span>
            ))}
          {headers.map(({ name, description }) => (
            <span class="soft" key={name}>
              {' '}
              <code>{name}</code>
              {`: ${description.replace(/\.$/, '')}.`}
            </span>
          ))}
        </td>
      </tr>
    ))}
  </Table>
);

/** Success statuses, which the API does not describe. */
const phrases: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved Permanently',
  304: 'Not Modified',
};

/** "404 Not Found" (RFC 9110, section 15) */
export const statusLine = (status: number): string => `${status} ${phrases[status] ?? reasonPhrase(status)}`;
