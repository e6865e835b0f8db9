/** The mark of Leitmotif: four notes. */
export const Logo = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true" fill="currentColor">
    <path d="M2 8h4v6H2zM9 8h4v6H9zM16 8h4v6h-4zM16 19h14v6H16z" />
  </svg>
);
