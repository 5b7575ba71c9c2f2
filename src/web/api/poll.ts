const pollMs = 500
const patienceMs = 30_000

/** Looks again and again until there is something; null if there is nothing after half a minute. */
export async function pollFor<Found>(look: () => Promise<Found | null>): Promise<Found | null> {
  const giveUpAtMs = performance.now() + patienceMs
  while (performance.now() < giveUpAtMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    const found = await look()
    if (found !== null) return found
  }
  return null
}
