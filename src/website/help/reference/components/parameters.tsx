import { Fragment } from 'preact';
import { Table } from '../../../ui/table';
import type { BodyField } from '../fields';
import type { DocumentedParameter } from '../model';
import type { ReferenceSchema } from '../schema';
import type { ReferenceTexts } from '../texts';
import { fieldInWords, inWords } from '../words';
import { englishOn, Inline } from './prose';

interface ParametersProps {
  readonly parameters: readonly DocumentedParameter[];
  readonly texts: ReferenceTexts;
}

/** Whether one line can tell where all parameters are. */
export const isAllInQuery = (parameters: readonly DocumentedParameter[]): boolean =>
  parameters.every(({ place, isRequired }) => place !== 'path' && !isRequired);

export const Parameters = ({ parameters, texts }: ParametersProps) => {
  const isList = ({ name }: DocumentedParameter): boolean => name.endsWith('[]') && parameters.some((one) => `${one.name}[]` === name);
  return (
    <Table class="params" caption={texts.parameters} heads={[texts.name, texts.values, texts.meaning]}>
      {parameters
        .filter((one) => !isList(one))
        .map((parameter) => (
          <Row
            key={parameter.name}
            parameter={parameter}
            list={parameters.find(({ name }) => name === `${parameter.name}[]`)}
            texts={texts}
          />
        ))}
    </Table>
  );
};

interface RowProps {
  readonly parameter: DocumentedParameter;
  readonly list: DocumentedParameter | undefined;
  readonly texts: ReferenceTexts;
}

const Row = ({ parameter, list, texts }: RowProps) => {
  const { name, place, isRequired, schema, description, example } = parameter;
  const where = [...(place === 'query' ? [] : [texts.places[place]]), ...(isRequired && place !== 'path' ? [texts.required] : [])];
  return (
    <tr>
      <th scope="row">
        <Name name={name} />
      </th>
      <td class="soft">
        {inWords(schema, texts.valueWords)}
        {where.length > 0 && ` · ${where.join(', ')}`}
      </td>
      <td>
        <span {...englishOn(texts)}>
          <Inline text={sentence(description)} />
        </span>
        {list && <ListForm parameter={parameter} list={list} texts={texts} />}
        <Default schema={schema} texts={texts} />
        {example !== undefined && (
          <span class="soft">
            {` ${texts.forExample} `}
            <code>{String(example)}</code>
          </span>
        )}
      </td>
    </tr>
  );
};

/** Extra rules of the list form. */
const ListForm = ({ parameter, list, texts }: RowProps & { readonly list: DocumentedParameter }) => (
  <>
    {' '}
    <Name name={list.name} />
    {': '}
    <span {...englishOn(texts)}>
      <Inline text={sentence(list.description.replace(parameter.description, '').trim() || list.description)} />
    </span>{' '}
    <span class="soft">{texts.valueWords.atMost({ limit: String(list.schema.maxItems) })}.</span>
  </>
);

export const FieldTable = ({
  fields,
  caption,
  texts,
}: {
  readonly fields: readonly BodyField[];
  readonly caption: string;
  readonly texts: ReferenceTexts;
}) => (
  <Table class="params" caption={caption} heads={[texts.name, texts.values, texts.meaning]}>
    {fields.filter(saysSomething).map((field) => (
      <tr key={field.name}>
        <th scope="row">
          <Name name={field.name} />
        </th>
        <td class="soft">
          {fieldInWords(field, texts.valueWords)}
          {field.like !== undefined && `, ${texts.like({ name: field.like })}`}
          {field.isRequired && ` · ${texts.required}`}
        </td>
        <td>
          <span {...englishOn(texts)}>
            <Inline text={sentence(field.description ?? '')} />
          </span>
          <Default schema={field.schema} texts={texts} />
        </td>
      </tr>
    ))}
  </Table>
);

/** Objects without description are covered by their members. */
const saysSomething = ({ schema, component, description }: BodyField): boolean =>
  description !== undefined || (component === undefined && !isObject(schema)) || schema.type === 'array';

const isObject = ({ type, anyOf = [] }: BodyField['schema']): boolean => type === 'object' || anyOf.some((one) => one.type === 'object');

const Default = ({ schema, texts }: { readonly schema: ReferenceSchema; readonly texts: ReferenceTexts }) =>
  schema.default === undefined ? null : (
    <span class="soft">
      {` ${texts.whenLeftOut} `}
      <code>{String(schema.default)}</code>
    </span>
  );

const sentence = (text: string): string => (text === '' || /[.?!:]$/.test(text) ? text : `${text}.`);

/** Breakable, with the path in a lighter color. */
const Name = ({ name }: { readonly name: string }) => {
  const end = name.lastIndexOf('.') + 1;
  return (
    <code>
      {end > 0 && (
        <span class="soft">
          <Breakable text={name.slice(0, end)} />
        </span>
      )}
      {end > 0 && <wbr />}
      <Breakable text={name.slice(end)} />
    </code>
  );
};

const Breakable = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/(?<=\.)(?=.)|(?=\[(?!\]))/).map((part, index, parts) => (
      <Fragment key={parts.slice(0, index).join('')}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </>
);
