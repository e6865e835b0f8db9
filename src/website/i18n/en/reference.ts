import type { ReferenceTexts } from '../../help/reference/texts';

/** The frame around the documentation, whose chapters are in English. */
export interface DocumentationTexts {
  readonly language: 'en' | 'de' | 'fr';
  readonly title: string;
  readonly lead: string;
  readonly chapters: string;
  readonly reference: string;
  readonly before: string;
  readonly next: string;
  readonly beforeAndAfter: string;
  readonly copy: string;
}

export const documentation: DocumentationTexts = {
  language: 'en',
  title: 'Documentation',
  lead: 'How to run a server, import and export data, and write programs for it.',
  chapters: 'Chapters',
  reference: 'API reference',
  before: 'Previous',
  next: 'Next',
  beforeAndAfter: 'Previous and next chapter',
  copy: 'Copy',
};

/** The frame around the API reference. */
export const reference: ReferenceTexts = {
  language: 'en',
  title: 'API',
  documentation: 'Documentation',
  operations: 'Operations',
  groups: { catalog: 'Catalog', yours: 'Your data', server: 'Server' },
  whatItDoes: 'Description',
  needs: 'Requires',
  noToken: 'no token',
  someToken: 'a token',
  theScope: 'scope',
  limit: 'Limit',
  noLimit: 'none',
  requestsIn: (requests, seconds) => `${requests} requests in ${seconds} seconds, shared by all operations`,
  answers: 'Responses',
  mediaType: 'Media type',
  parameters: 'Parameters',
  allInQuery: 'All in the query string, all optional',
  name: 'Name',
  values: 'Values',
  meaning: 'Meaning',
  headers: 'Headers',
  status: 'Status',
  places: { path: 'in the path', query: 'in the query', header: 'header' },
  required: 'required',
  like: (name) => `same as ${name}`,
  forExample: 'Example',
  whenLeftOut: 'Default:',
  body: 'Body',
  bodyAs: (mediaType) => `${mediaType}`,
  request: 'Request',
  languages: 'Language',
  answer: 'Response',
  shortened: 'shortened',
  fromThisServer: 'from this server, with your own rights',
  example: 'an example',
  nothingInIt: 'The response has no body.',
  answersAs: 'For the fields of a record, see',
  fields: 'All fields',
  everyAnswer: 'All responses',
  copy: 'Copy',
  tryIt: 'Try it',
  ownRights: 'On this server, with your own rights',
  moreParameters: 'More parameters',
  send: 'Send',
  oneALine: 'one per line',
  asReader: (user) => `Runs as ${user} in this session. Nothing is written and no token is shown.`,
  asWriter: (user) => `Runs as ${user} in this session. You’ll be asked before anything is written.`,
  askAgain: (user) => `This writes to this server${user === undefined ? '' : ` as ${user}`}. Send it?`,
  sendAll: 'Send and write',
  back: 'Back',
  signInFirst: 'Sign in to try it.',
  inMilliseconds: (milliseconds) => `in ${milliseconds} ms`,
  records: (total, formatted) => (total === 1 ? '1 record' : `${formatted} records`),
  theAnswer: 'Response',
  before: 'Previous',
  next: 'Next',
  beforeAndAfter: 'Previous and next operation',
  openApi: 'OpenAPI document',
  start: {
    title: 'API',
    lead: 'Everything these pages show and do, for programs: JSON:API over HTTP with your own token.',
    token: {
      title: 'Get a token',
      paragraphs: [
        'Almost every request needs a token in the `Authorization: Bearer` header. Create one for each program in your settings, under “API access tokens”, with only the rights it needs. It is shown once.',
        'On the server, `leitmotif token create --user NAME --name laptop` creates one too. A program can also sign in with a user name and password for an hour and refresh its token.',
        'The examples read it from the environment: `export LEITMOTIF_TOKEN=…`.',
      ],
    },
    settings: 'Your settings',
    signIn: 'Signing in',
    firstRequest: {
      title: 'First request',
      paragraphs: ['The examples of every operation run as shown, with nothing to install besides the language.'],
    },
    clients: 'Typed clients for TypeScript and other languages',
    sections: {
      documents: {
        title: 'Documents',
        paragraphs: [
          'Responses are JSON:API 1.1 (`application/vnd.api+json`). A record has a `type`, `attributes` and `relationships`. Its `id` is its address, for example `/api/artists/…`, and `_id` is the bare UUID. Parameters accept either.',
          'A merged record answers 301 with the full record that replaced it. Send an `ETag` back as `If-None-Match` to get 304 while nothing has changed.',
        ],
      },
      lists: {
        title: 'Lists',
        paragraphs: [
          'A page has 30 records; `itemsPerPage` goes up to 100. Follow `links.next` until it is missing. Every order ends with the id, so pages are stable. `meta.totalItems` is the total.',
          'Sort with `sort=-releaseDate,title` or `order[title]=asc`. With `q`, the best matches come first and sorting is ignored.',
        ],
      },
      members: {
        title: 'Includes and sparse fieldsets',
        paragraphs: [
          '`include=performer.groups` adds related records, up to two relationships deep. `fields[Artist]=name,slug` limits the fields.',
        ],
      },
      filters: {
        title: 'Filters',
        paragraphs: [
          'Filters combine with AND. A parameter with a `[]` form can be repeated up to 100 times, and its values combine with OR. Text matches ignore case and accents.',
          'Unknown parameters are ignored and listed in `meta.ignoredParameters` with a suggestion. With the header `Prefer: handling=strict` they are a 400 instead.',
        ],
      },
      writes: {
        title: 'Writing',
        paragraphs: [
          '`POST` creates, `PATCH` changes the fields in the body, `DELETE` deletes. `null` clears a field. Read-only fields are ignored, so you can send back a document you fetched.',
          'Send the `ETag` you read as `If-Match`. If someone else changed the record first, the write is refused with 412.',
        ],
      },
    },
    errors: {
      title: 'Errors',
      paragraphs: [
        'An error has a stable `code`, a `detail` that says what is allowed, a `source` that names the parameter, header or part of the body, and an `id` to find the request in the server log. A 422 lists every problem at once, and nothing is written.',
      ],
    },
    limits: {
      title: 'Limits',
      paragraphs: [
        'Every response has a `RateLimit` header with the remaining requests. Requests over the limit get 429 with `Retry-After` in seconds. Sign-ins and registrations have their own limits.',
      ],
    },
  },
  valueWords: {
    text: 'text',
    wholeNumber: 'whole number',
    number: 'number',
    object: 'object',
    anything: 'anything',
    address: 'address',
    date: 'date',
    dateAndTime: 'date and time',
    partialDate: 'year, month or day',
    email: 'e-mail address',
    or: 'or',
    null: 'null',
    upTo: (limit) => `up to ${limit}`,
    from: (limit) => `from ${limit}`,
    between: (least, most) => `${least} to ${most}`,
    letters: (least, most) => `${least} to ${most} characters`,
    listOf: (values) => `list of ${values}`,
    atMost: (limit) => `up to ${limit}`,
    like: (pattern) => `text matching ${pattern}`,
  },
};
