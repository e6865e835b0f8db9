import type { GroupName } from './model';
import type { ValueWords } from './words';

/** Paragraphs with `code`. */
interface StartSection {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** Descriptions of the API stay in English. */
export interface ReferenceTexts {
  readonly language: 'en' | 'de' | 'fr';
  readonly title: string;
  readonly documentation: string;
  readonly operations: string;
  readonly groups: Readonly<Record<GroupName, string>>;
  readonly whatItDoes: string;
  readonly needs: string;
  readonly noToken: string;
  readonly someToken: string;
  readonly theScope: string;
  readonly limit: string;
  readonly noLimit: string;
  readonly requestsIn: (requests: string, seconds: string) => string;
  readonly answers: string;
  readonly mediaType: string;
  readonly parameters: string;
  readonly allInQuery: string;
  readonly name: string;
  readonly values: string;
  readonly meaning: string;
  readonly headers: string;
  readonly status: string;
  readonly places: Readonly<Record<'path' | 'query' | 'header', string>>;
  readonly required: string;
  /** For a list with the members of another. */
  readonly like: (name: string) => string;
  readonly forExample: string;
  readonly whenLeftOut: string;
  readonly body: string;
  readonly bodyAs: (mediaType: string) => string;
  readonly request: string;
  readonly languages: string;
  readonly answer: string;
  readonly shortened: string;
  readonly fromThisServer: string;
  readonly example: string;
  readonly nothingInIt: string;
  /** Precedes the operation with the same answer. */
  readonly answersAs: string;
  readonly fields: string;
  readonly everyAnswer: string;
  readonly copy: string;
  readonly tryIt: string;
  readonly ownRights: string;
  readonly moreParameters: string;
  readonly send: string;
  readonly oneALine: string;
  readonly asReader: (user: string) => string;
  readonly asWriter: (user: string) => string;
  readonly askAgain: (user: string | undefined) => string;
  readonly sendAll: string;
  readonly back: string;
  readonly signInFirst: string;
  readonly inMilliseconds: (milliseconds: string) => string;
  readonly records: (total: number, formatted: string) => string;
  readonly theAnswer: string;
  readonly before: string;
  readonly next: string;
  readonly beforeAndAfter: string;
  readonly openApi: string;
  readonly start: {
    readonly title: string;
    readonly lead: string;
    readonly token: StartSection;
    readonly settings: string;
    readonly signIn: string;
    readonly firstRequest: StartSection;
    readonly clients: string;
    readonly sections: Readonly<Record<'documents' | 'lists' | 'members' | 'filters' | 'writes', StartSection>>;
    readonly errors: StartSection;
    readonly limits: StartSection;
  };
  readonly valueWords: ValueWords;
}
