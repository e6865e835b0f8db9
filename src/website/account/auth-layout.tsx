import type { ComponentChildren } from 'preact';

interface AuthLayoutProps {
  readonly title: string;
  readonly lead?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame of pages for signing in. */
export const AuthLayout = ({ title, lead, children }: AuthLayoutProps) => (
  <div class="door">
    <svg viewBox="0 0 480 480" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path fill="#1f3f9c" d="M0 0h480v480H0z" />
      <path fill="#f5f3ec" d="M0 130h76v84H0zM96 130h76v84H96zM192 130h76v84h-76z" />
      <path fill="#f08a2c" d="M192 266h288v84H192z" />
    </svg>
    <div class="narrow">
      <h1>{title}</h1>
      {lead && <p class="soft">{lead}</p>}
      {children}
    </div>
  </div>
);
