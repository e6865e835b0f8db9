import type { ReferenceTexts } from '../../help/reference/texts';

/** The frame of the documentation; its chapters are in English. */
export interface DocumentationTexts {
  readonly language: 'en' | 'de';
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
  lead: 'How to run a server, fill it, take everything out again, and write programs for it.',
  chapters: 'Chapters',
  reference: 'The API, operation by operation',
  before: 'Before',
  next: 'Next',
  beforeAndAfter: 'Chapters before and after',
  copy: 'Copy',
};

/** The frame of the reference. */
export const reference: ReferenceTexts = {
  language: 'en',
  title: 'API',
  documentation: 'Documentation',
  operations: 'Operations',
  groups: { catalog: 'Catalog', yours: 'Yours', server: 'Server' },
  whatItDoes: 'What it does',
  needs: 'Needs',
  noToken: 'no token',
  someToken: 'a token',
  theScope: 'the scope',
  limit: 'Limit',
  noLimit: 'none',
  requestsIn: (requests, seconds) => `${requests} requests in ${seconds} seconds, all operations together`,
  answers: 'Answers',
  mediaType: 'Media type',
  parameters: 'Parameters',
  allInQuery: 'All in the query, none is required',
  name: 'Name',
  values: 'Values',
  meaning: 'Meaning',
  headers: 'Headers',
  status: 'Status',
  places: { path: 'in the path', query: 'in the query', header: 'a header' },
  required: 'required',
  like: (name) => `as ${name}`,
  forExample: 'For example',
  whenLeftOut: 'When left out:',
  body: 'Body',
  bodyAs: (mediaType) => `As ${mediaType}`,
  request: 'Request',
  languages: 'Language',
  answer: 'Answer',
  shortened: 'shortened',
  fromThisServer: 'from this server, with your own rights',
  example: 'an example',
  nothingInIt: 'The answer has no body.',
  answersAs: 'The fields of a record are told here:',
  fields: 'All that may be in it',
  everyAnswer: 'All answers',
  copy: 'Copy',
  tryIt: 'Try it',
  ownRights: 'On this server, with your own rights',
  moreParameters: 'More parameters',
  send: 'Send',
  oneALine: 'one a line',
  asReader: (user) => `As ${user}, with this session; nothing is written, and no token is shown.`,
  asWriter: (user) => `As ${user}, with this session. You are asked again before anything is written.`,
  askAgain: (user) => `This writes on this server${user === undefined ? '' : `, as ${user}`}. Send it?`,
  sendAll: 'Send, and write',
  back: 'Back',
  signInFirst: 'Sign in to try it.',
  inMilliseconds: (milliseconds) => `in ${milliseconds} ms`,
  records: (total, formatted) => (total === 1 ? '1 record' : `${formatted} records`),
  theAnswer: 'The answer',
  before: 'Before',
  next: 'Next',
  beforeAndAfter: 'Operations before and after',
  openApi: 'The same as an OpenAPI document',
  start: {
    title: 'The API',
    lead: 'All that these pages show, and all that they do, for programs: JSON:API over HTTP, with a token of your own.',
    token: {
      title: 'Get a token',
      paragraphs: [
        'Almost every request needs a token, in the header `Authorization: Bearer`. Make one for each program, with no more rights than it needs: in your settings, under “API access tokens”. It is shown once.',
        'On the machine of the server, `leitmotif token create --user NAME --name laptop` makes one too. A program that knows a name and a password signs in for an hour, and renews what it gets.',
        'The examples here take it from the environment: `export LEITMOTIF_TOKEN=…`.',
      ],
    },
    settings: 'To your settings',
    signIn: 'Signing in',
    firstRequest: {
      title: 'First request',
      paragraphs: ['The examples of every operation run as they stand; nothing has to be installed beside the language.'],
    },
    clients: 'Clients with types, in TypeScript and others',
    sections: {
      documents: {
        title: 'Documents',
        paragraphs: [
          'Answers are JSON:API 1.1, `application/vnd.api+json`. A record has a `type`, its `attributes` and `relationships`; its `id` is its address, such as `/api/artists/…`, and `_id` the bare UUID. Wherever an id is asked for, either will do.',
          'A record that was merged into another answers 301 with the whole record that stands. An `ETag` that is sent back as `If-None-Match` gives 304 as long as nothing has changed.',
        ],
      },
      lists: {
        title: 'Lists',
        paragraphs: [
          'A list has 30 records a page; `itemsPerPage` goes up to 100. Follow `links.next` until there is none: every order ends in the id, so that pages are stable. `meta.totalItems` says how many there are.',
          '`sort=-releaseDate,title` orders, and `order[title]=asc` does the same in its own words. Beside `q` the best matches come first, and orders are ignored.',
        ],
      },
      members: {
        title: 'More, and less',
        paragraphs: [
          '`include=performer.groups` brings related records along, two relationships deep. `fields[Artist]=name,slug` leaves all else out.',
        ],
      },
      filters: {
        title: 'Filters',
        paragraphs: [
          'Filters narrow together. Where a parameter has a form with `[]`, it may be given up to 100 times, and any of its values will do. Text is compared without case and accents.',
          'A parameter that means nothing is passed over, and named in `meta.ignoredParameters` with the one that was perhaps meant. With the header `Prefer: handling=strict` it is a 400 instead.',
        ],
      },
      writes: {
        title: 'Writing',
        paragraphs: [
          '`POST` makes, `PATCH` changes what the body names, `DELETE` removes. `null` clears. What is read-only in a body is passed over, so that a fetched document can be sent back.',
          'With `If-Match` and the `ETag` of what was read, a write goes through only where nobody was faster; else it is a 412.',
        ],
      },
    },
    errors: {
      title: 'Errors',
      paragraphs: [
        'An error says in `detail` what is allowed, in `source` which parameter, header or part of the body is at fault, and in `id` how the server’s log names the request. A 422 names everything that is wrong at once, and nothing of it is written.',
      ],
    },
    limits: {
      title: 'Limits',
      paragraphs: [
        'Every answer says in `RateLimit` what is left. A request too many is a 429, with `Retry-After` in seconds. Sign-ins and registrations have limits of their own.',
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
    letters: (least, most) => `${least} to ${most} long`,
    listOf: (values) => `list of ${values}`,
    atMost: (limit) => `up to ${limit}`,
    like: (pattern) => `text like ${pattern}`,
  },
};
