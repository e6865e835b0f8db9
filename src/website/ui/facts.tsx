import type { ComponentChildren } from 'preact';

/** What is known of a record, by name; what is `undefined`, `null` or empty is left out, and nothing is shown of nothing. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: ComponentChildren, value: ComponentChildren])[] }) {
  const known = facts.filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false);
  if (known.length === 0) return null;
  return (
    <dl class="facts">
      {known.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}
