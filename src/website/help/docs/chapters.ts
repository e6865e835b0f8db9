import about from '../../../../docs/about.md' with { type: 'text' };
import api from '../../../../docs/api.md' with { type: 'text' };
import architecture from '../../../../docs/architecture.md' with { type: 'text' };
import backup from '../../../../docs/backup.md' with { type: 'text' };
import clients from '../../../../docs/clients.md' with { type: 'text' };
import collectionFiles from '../../../../docs/collection-files.md' with { type: 'text' };
import editing from '../../../../docs/editing.md' with { type: 'text' };
import errors from '../../../../docs/errors.md' with { type: 'text' };
import exporting from '../../../../docs/export.md' with { type: 'text' };
import formats from '../../../../docs/formats.md' with { type: 'text' };
import guide from '../../../../docs/guide.md' with { type: 'text' };
import importing from '../../../../docs/importing.md' with { type: 'text' };
import install from '../../../../docs/install.md' with { type: 'text' };
import lists from '../../../../docs/lists.md' with { type: 'text' };
import mirroring from '../../../../docs/mirroring.md' with { type: 'text' };
import monitoring from '../../../../docs/monitoring.md' with { type: 'text' };
import notifications from '../../../../docs/notifications.md' with { type: 'text' };
import operating from '../../../../docs/operating.md' with { type: 'text' };
import performance from '../../../../docs/performance.md' with { type: 'text' };
import phone from '../../../../docs/phone.md' with { type: 'text' };
import privacy from '../../../../docs/privacy.md' with { type: 'text' };
import proxy from '../../../../docs/proxy.md' with { type: 'text' };
import recipes from '../../../../docs/recipes.md' with { type: 'text' };
import records from '../../../../docs/records.md' with { type: 'text' };
import settings from '../../../../docs/settings.md' with { type: 'text' };
import signIn from '../../../../docs/sign-in.md' with { type: 'text' };
import soak from '../../../../docs/soak.md' with { type: 'text' };
import upgrading from '../../../../docs/upgrading.md' with { type: 'text' };
import { type Outline, outlineOf } from '../../ui/markdown';

export interface Chapter extends Outline {
  readonly reader: Reader;
  readonly slug: string;
  readonly text: string;
}

/** Files of docs/ by reader, in reading order. docs/README.md is the same index for readers of the source. */
const files = {
  collector: { about, phone, 'collection-files': collectionFiles, editing, privacy },
  operator: {
    install,
    proxy,
    importing,
    mirroring,
    operating,
    settings,
    'sign-in': signIn,
    notifications,
    backup,
    monitoring,
    upgrading,
    recipes,
  },
  developer: { guide, api, lists, errors, clients, records, formats, export: exporting },
  contributor: { architecture, performance, soak },
} satisfies Readonly<Record<Reader, Readonly<Record<string, string>>>>;

const readers = ['collector', 'operator', 'developer', 'contributor'] as const;

type Reader = (typeof readers)[number];

let cached: readonly Chapter[] | undefined;

/** Parsed on first use. */
export function chapters(): readonly Chapter[] {
  cached ??= readers.flatMap((reader) => Object.entries(files[reader]).map(([slug, text]) => ({ reader, slug, text, ...outlineOf(text) })));
  return cached;
}

export const findChapter = (slug: string): Chapter | undefined => chapters().find((chapter) => chapter.slug === slug);

/**
 * Resolves a link in a chapter to the page of another chapter.
 * @param addressOf by slug
 * @returns undefined for a file without page
 */
export function linkFrom(href: string, addressOf: (slug: string) => string): string | undefined {
  const [, file, heading = ''] = /^([^:#]*)(#.*)?$/.exec(href) ?? [];
  if (file === undefined) return href;
  if (file === '') return heading;
  const chapter = /^([\w-]+)\.md$/.exec(file)?.[1];
  return chapter !== undefined && findChapter(chapter) ? addressOf(chapter) + heading : undefined;
}
