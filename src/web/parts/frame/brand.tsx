/** The product's mark and name. */
export function Brand() {
  return (
    <span className="brand">
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M7 24v-7M13 24V12M19 24v-9M25 24V7" />
      </svg>
      <span>Ovation</span>
    </span>
  )
}
