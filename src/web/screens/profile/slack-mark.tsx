/** The mark of Slack. The name stands beside it, so screen readers skip it. */
export function SlackMark() {
  return (
    <svg width="12" height="12" viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="#e01e5a"
        d="M5.300 15.100a2.400 2.400 0 1 1-2.400-2.400h2.400zM6.500 15.100a2.400 2.400 0 0 1 4.800 0v6a2.400 2.400 0 0 1-4.800 0z"
      />
      <path
        fill="#36c5f0"
        d="M8.900 5.300a2.400 2.400 0 1 1 2.400-2.400v2.400zM8.900 6.500a2.400 2.400 0 0 1 0 4.800h-6a2.400 2.400 0 0 1 0-4.800z"
      />
      <path
        fill="#2eb67d"
        d="M18.700 8.900a2.400 2.400 0 1 1 2.400 2.400h-2.400zM17.500 8.900a2.400 2.400 0 0 1-4.800 0v-6a2.400 2.400 0 0 1 4.800 0z"
      />
      <path
        fill="#ecb22e"
        d="M15.100 18.700a2.400 2.400 0 1 1-2.400 2.400v-2.400zM15.100 17.500a2.400 2.400 0 0 1 0-4.800h6a2.400 2.400 0 0 1 0 4.800z"
      />
    </svg>
  )
}
