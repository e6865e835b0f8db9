import type { ComponentChildren } from 'preact';
import type { Api } from '../../api/client';
import type { SentForm } from '../../http/form';
import type { Page } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import type { Texts } from '../../i18n';
import type { FieldError } from '../error-summary';
import type { NameKind } from '../names';
import type {
  Choose,
  Conflict,
  Draft,
  FieldAt,
  FormState,
  OnlyOnOtherSide,
  OpenList,
  Option,
  PendingPart,
  ReadData,
  ReadDocument,
  Row,
  Sides,
} from './types';

export type FieldName = keyof Texts['fields'];

/** `date` may be a year or month, `day` may not; `code` is a line in capitals, `pending` a flag that a checkbox clears. */
export type FieldInput =
  | 'hidden'
  | 'line'
  | 'area'
  | 'lines'
  | 'date'
  | 'day'
  | 'number'
  | 'country'
  | 'code'
  | 'barcode'
  | 'flag'
  | 'pending'
  | 'role'
  | ChoiceInput
  | Ticks
  | Names
  | OptionsInput;

interface Words {
  readonly words: readonly string[];
  readonly labels: (t: Texts) => Readonly<Record<string, string>>;
}

export interface ChoiceInput extends Words {
  readonly mayBeEmpty?: boolean;
}

/** Several of a closed list; in rows only. */
export interface Ticks extends Words {
  readonly areTicks: true;
}

/** A record by name. */
export interface Names {
  readonly names: NameKind;
  readonly addedWith?: object;
  /** `false` refuses a name without a record instead of adding one. */
  readonly mayBeNew?: false;
  /** Whether it is one of the artists of a child record; the member tells which: "artists.0". */
  readonly isItem?: true;
  /** Shows the name without a distinguishing addition. */
  readonly isPlain?: boolean;
}

/** A relationship to one of a few records, which the form reads. */
export interface OptionsInput {
  readonly options: (context: RequestContext, document: ReadDocument) => Promise<readonly Option[]>;
  readonly type: string;
  readonly chosen: (document: ReadDocument) => string;
}

export const isNames = (input: FieldInput): input is Names => typeof input === 'object' && 'names' in input;

export const isOptions = (input: FieldInput): input is OptionsInput => typeof input === 'object' && 'options' in input;

export const areTicks = (input: FieldInput): input is Ticks => typeof input === 'object' && 'areTicks' in input;

export const isChoice = (input: FieldInput): input is ChoiceInput => typeof input === 'object' && 'words' in input && !areTicks(input);

/** A form field with the attribute, item member or relationship that it writes. */
export interface FieldSchema {
  readonly name: string;
  readonly label: FieldName;
  readonly member: string;
  readonly input: FieldInput;
  readonly isWide?: boolean;
  readonly isRequired?: boolean;
  /** The date whose year an empty field takes once either is changed. */
  readonly yearOf?: FieldName;
  /** In new rows; it alone does not make a row. */
  readonly initial?: string;
  /** Lines of a text area. */
  readonly height?: number;
  readonly placeholder?: (t: Texts) => string;
  readonly hint?: (t: Texts) => string;
}

export const field = (label: FieldName, input: FieldInput, more: Partial<FieldSchema> = {}): FieldSchema => ({
  name: label,
  member: label,
  label,
  input,
  ...more,
});

export const line = (label: FieldName, more?: Partial<FieldSchema>): FieldSchema => field(label, 'line', more);

/** Repeating rows: items of a list attribute, or child records. */
export interface ListSchema {
  readonly name: string;
  readonly label: FieldName;
  readonly fields: readonly FieldSchema[];
  /** Fields that identify a row, most reliable first; rows added on both sides are compared by the first. */
  readonly identities: readonly (readonly string[])[];
  readonly attribute?: string;
  /** Whether items keep members without a field. */
  readonly isOfCredits?: boolean;
  /** Another list, of those items that it has in common with this one. */
  readonly followedBy?: string;
  readonly children?: ChildRecords;
  readonly part?: ListPart;
  /** Whether more rows are offered only after the second. */
  readonly startsShort?: boolean;
  /** Whether the summary of a folded section leaves it out. */
  readonly isMinor?: boolean;
}

/** Records of their own, one row each. A hidden field has their address. */
export interface ChildRecords {
  readonly type: string;
  /** Where they are listed, and found by a filter if they are stored elsewhere; undefined if the record is read with them. */
  readonly path?: ((iri: string) => string) | undefined;
  readonly filter?: string;
  /** Their relationship to the record, if it is not their address. */
  readonly owner?: string;
  /** Field that names the record of their address. */
  readonly below?: string;
  readonly isOrdered?: boolean;
}

/** A list with code of its own, such as discs with their tracks. */
export interface ListPart {
  readonly open: (api: Api, document: ReadDocument) => Promise<OpenList>;
  /** Rows to be removed. */
  readonly dropped: (form: Pick<SentForm, 'all'>) => ReadonlySet<number>;
  readonly check: (context: RequestContext, drafts: { readonly draft: Draft; readonly base: Draft }, form: SentForm) => FieldError[];
  readonly render: (state: FormState) => ComponentChildren;
  readonly merge: (sides: Sides<readonly Row[]>, choose: Choose) => Row[];
  /** Rows of a form whose record was merged into another, as rows of that record: its own rows without clear counterparts. */
  readonly paired: (sides: Sides<readonly Row[]>) => Sides<readonly Row[]>;
  /** In a conflict page. */
  readonly labelOf: (context: RequestContext, conflict: Conflict) => string;
  readonly changedAlone: (
    context: RequestContext,
    rows: readonly [readonly Row[], readonly Row[]],
    left: ReadonlySet<string>,
    textOf: (field: FieldSchema, text?: string) => string,
  ) => OnlyOnOtherSide[];
  readonly fieldAt: (context: Pick<RequestContext, 't' | 'format'>, pointer: readonly (string | undefined)[]) => FieldAt;
}

/** A part of a form beside its fields, such as the cover. */
export interface FormPart {
  readonly enctype: string;
  readonly keep: (context: RequestContext, form: SentForm) => Promise<PendingPart>;
  readonly render: (state: FormState) => ComponentChildren;
  /** In a conflict page. */
  readonly renderKept: (fields: ComponentChildren) => ComponentChildren;
  /** @returns why it was not saved, as a sentence */
  readonly save: (
    context: RequestContext,
    iri: string,
    form: SentForm,
  ) => Promise<{ readonly isChanged: boolean; readonly refusal?: string }>;
}

/** Fields side by side; their locks are below them. */
export type GridRow = readonly (FieldSchema | ListSchema)[];

export type SectionBlock = { readonly grid: readonly GridRow[] } | { readonly list: ListSchema } | 'links';

export interface SectionSchema {
  readonly id: string;
  /** With a line below it. */
  readonly title: (t: Texts) => readonly string[];
  readonly blocks: readonly SectionBlock[];
  readonly isFolded?: boolean;
  /** Which records of the kind have it. */
  readonly isOf?: (attributes: ReadDocument['data']['attributes']) => boolean;
}

/** The form of a kind. Attributes without a field stay unchanged. */
export interface FormSchema {
  readonly type: keyof Texts['words']['kinds'];
  /** Attribute of the name. */
  readonly named: 'name' | 'title' | 'role';
  /** Undefined if records of the kind cannot be found by name. */
  readonly kind?: NameKind;
  readonly sections: readonly SectionSchema[];
  readonly part?: FormPart;
  /** Scope of roles that several have the name of. */
  readonly roles?: 'release' | 'production';
  /** Relationships and external links read with the record. */
  readonly include?: string;
  readonly words: (t: Texts) => Pick<Texts['recordForm'] | Texts['releaseForm'], 'heading' | 'whyExample' | 'remove' | 'merge'>;
  readonly merged: 'records-merged' | 'releases-merged';
  readonly frame: (attributes: ReadDocument['data']['attributes']) => Pick<Page, 'year' | 'current'>;
  /** What distinguishes records of one name. */
  readonly edition?: (context: RequestContext, record: Pick<FormState, 'draft' | 'attributes'>) => string;
  /** Attributes of a record that is created for a field. */
  readonly createdWith?: (
    field: string,
    changes: ReadData['attributes'],
    attributes: ReadData['attributes'],
    draft: Draft,
  ) => object | undefined;
}

/** Field with the address of the record of a row. */
export const addressIn = (fields: ListSchema['fields']): string => fields.find(({ input }) => input === 'hidden')?.name ?? '';

export const isList = (one: FieldSchema | ListSchema): one is ListSchema => 'fields' in one;

export const inBlock = (block: SectionBlock): readonly (FieldSchema | ListSchema)[] =>
  block === 'links' ? [] : 'list' in block ? [block.list] : block.grid.flat();

const contentsOf = ({ sections }: FormSchema): (FieldSchema | ListSchema)[] => sections.flatMap(({ blocks }) => blocks.flatMap(inBlock));

/** Single fields. */
export const formFields = (schema: FormSchema): FieldSchema[] => contentsOf(schema).filter((one): one is FieldSchema => !isList(one));

export const listsOf = (schema: FormSchema): ListSchema[] => contentsOf(schema).filter(isList);
