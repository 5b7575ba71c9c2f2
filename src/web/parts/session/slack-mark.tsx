/** The mark of the workplace chat, in its own colours. Screen readers skip it: the name stands beside it. */
export function SlackMark({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="#e01e5a"
        d="M5.3 15.1a2.4 2.4 0 1 1-2.4-2.4h2.4zM6.5 15.1a2.4 2.4 0 0 1 4.8 0v6a2.4 2.4 0 0 1-4.8 0z"
      />
      <path
        fill="#36c5f0"
        d="M8.9 5.3a2.4 2.4 0 1 1 2.4-2.4v2.4zM8.9 6.5a2.4 2.4 0 0 1 0 4.8h-6a2.4 2.4 0 0 1 0-4.8z"
      />
      <path
        fill="#2eb67d"
        d="M18.7 8.9a2.4 2.4 0 1 1 2.4 2.4h-2.4zM17.5 8.9a2.4 2.4 0 0 1-4.8 0v-6a2.4 2.4 0 0 1 4.8 0z"
      />
      <path
        fill="#ecb22e"
        d="M15.1 18.7a2.4 2.4 0 1 1-2.4 2.4v-2.4zM15.1 17.5a2.4 2.4 0 0 1 0-4.8h6a2.4 2.4 0 0 1 0 4.8z"
      />
    </svg>
  )
}
