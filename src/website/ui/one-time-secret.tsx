import type { ComponentChildren } from 'preact';
import { useRequestContext } from '../http/request-context';

interface ShownOnceProps {
  readonly head: string;
  readonly advice: string;
  readonly label: string;
  readonly secret: string;
  readonly children?: ComponentChildren;
}

export function OneTimeSecret({ head, advice, label, secret, children }: ShownOnceProps) {
  const { t } = useRequestContext();
  return (
    <div class="once" role="status">
      <strong class="yes">{head}</strong> {advice}
      <label class="hidden" for="once">
        {label}
      </label>
      <textarea id="once" readonly rows={2} spellcheck={false} value={secret} />
      <p class="row">
        <button type="button" data-copy="once" data-copied={t.words.copied} hidden>
          {t.words.copy}
        </button>
      </p>
      {children}
    </div>
  );
}
