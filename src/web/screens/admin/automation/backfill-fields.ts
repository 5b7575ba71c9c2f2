/** What is put into the field to begin with. */
export const backfillExample = JSON.stringify(
  {
    posts: [
      {
        platform: 'linkedin',
        content: 'We are hiring!',
        author_name: 'Brightwater',
        post_url: 'https://www.linkedin.com/posts/brightwater-hiring',
        scheduled_time: '2026-03-01T09:30:00Z',
        brand: 'default',
      },
    ],
  },
  null,
  2,
)

/** What was typed, taken for JSON; or why it is none. */
export function jsonIn(text: string): { value: unknown } | { problem: string } {
  if (text.trim() === '') return { problem: 'Posts are required' }
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return {
      problem: `This is not valid JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`,
    }
  }
}

const mostShown = 10

/** What is wrong with the posts, each with the name of its field, as many as are of use. */
export function problemLines(problems: Readonly<Record<string, string>>): string[] {
  const lines = Object.entries(problems).map(([field, message]) => `${field}: ${message}`)
  const rest = lines.length - mostShown
  return rest > 0 ? [...lines.slice(0, mostShown), `and ${rest} more`] : lines
}
