import type { Rarity } from '#domain/achievements.ts'

export const rarityNames: Readonly<Record<Rarity, string>> = {
  common: 'Common',
  rare: 'Rare',
  epic: 'Epic',
  legendary: 'Legendary',
}
