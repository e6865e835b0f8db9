import { useRequestContext } from '../../http/request-context';
import { Markdown, parseMarkdown, textOf } from '../../ui/markdown';
import { Section } from '../../ui/section';

/** Fits beside a name. */
const longestLead = 600;

const mostOfDescription = 300;

/** The lead in the head, and the rest. */
function partsOfBiography(text: string): { readonly lead: string; readonly rest: string } {
  if (text.length <= longestLead) return { lead: text, rest: '' };
  const end = text.search(/\n\s*\n/);
  return end >= 0 && end <= longestLead ? { lead: text.slice(0, end), rest: text.slice(end) } : { lead: '', rest: text };
}

/** Without Markdown. */
export function plainBeginning(biography: string): string {
  const text = textOf(parseMarkdown(biography)).replace(/\s+/g, ' ').trim();
  return text.length <= mostOfDescription
    ? text
    : `${text.slice(0, text.lastIndexOf(' ', mostOfDescription) + 1 || mostOfDescription).trim()} …`;
}

export function BiographyLead({ text }: { readonly text: string | null }) {
  const { lead } = partsOfBiography(text ?? '');
  return lead === '' ? null : (
    <div class="prose">
      <Markdown text={lead} />
    </div>
  );
}

export function Biography({ text }: { readonly text: string | null }) {
  const { t } = useRequestContext();
  const { rest } = partsOfBiography(text ?? '');
  return rest === '' ? null : (
    <Section title={t.fields.biography}>
      <div class="prose">
        <Markdown text={rest} />
      </div>
    </Section>
  );
}
