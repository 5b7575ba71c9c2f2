/** The product's mark and name. */
export function Brand() {
  return (
    <span className="brand">
      <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
        <rect width="28" height="28" rx="8" />
        <path d="M8.75 19.75v-4M14 19.75v-8M19.25 19.75V8.25" />
      </svg>
      <span>Ovation</span>
    </span>
  )
}
