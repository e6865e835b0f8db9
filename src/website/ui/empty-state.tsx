/** A whole rest on its staff: where there is nothing. */
export const Rest = () => (
  <svg viewBox="0 0 96 36" fill="none" stroke="currentColor" aria-hidden="true">
    <path d="M0 6h96M0 14h96M0 22h96M0 30h96" stroke-opacity=".45" />
    <path d="M40 14h16v5H40z" fill="currentColor" stroke="none" />
  </svg>
);
