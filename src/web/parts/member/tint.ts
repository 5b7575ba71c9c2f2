/** How many tints a face without a photo can have; tokens.css names them 0 to 7. */
export const tintCount = 8

/** The tint of a member's face: always the same for the same id. */
export function tintOf(id: string): number {
  let hash = 2166136261
  for (const character of id) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619)
  }
  return (hash >>> 0) % tintCount
}
