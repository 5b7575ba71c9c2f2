import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Tokens = ReadonlyMap<string, string>

const css = readFileSync(new URL('../src/web/app/tokens.css', import.meta.url), 'utf8')
const light = tokensOf(/:root \{([\s\S]*?)\n\}/)
const dark: Tokens = new Map([
  ...light,
  ...tokensOf(/:root\[data-mantine-color-scheme="dark"\] \{([\s\S]*?)\n\}/),
])
const themes = [
  ['light', light],
  ['dark', dark],
] as const

const readable = 4.5
const visible = 3
const surfaces = ['bg', 'surface', 'surface-2']
const metals = ['gold', 'silver', 'bronze']
const tints = ['0', '1', '2', '3', '4', '5', '6', '7']

/** Ink and the ground it stands on: text needs 4.5:1. */
const textPairs = [
  ...pairs(['text', 'text-muted', 'accent', 'success', 'danger'], surfaces),
  ...pairs(['text'], ['action', 'pressed', 'surface-3']),
  ...pairs(['text-muted'], ['surface-3']),
  ...pairs(['accent'], ['action']),
  ...pairs(['accent-ink', 'accent', 'text', 'text-muted', 'success'], ['accent-subtle']),
  ...pairs(['accent-ink'], ['surface-2']),
  ...pairs(['stage-text', 'stage-muted', 'stage-gold', 'stage-ember', 'stage-done'], ['stage', 'stage-2']),
  ...pairs(['stage', 'stage-line'], ['stage-text']),
  ...pairs(['stage-text'], ['stage-veil', 'stage-line']),
  ...pairs(['stage-goal-ink'], ['stage-goal']),
  ...['success', 'warning', 'danger', 'ember'].flatMap((ink) => pairs([ink], [`${ink}-bg`])),
  ...pairs(['ember'], ['surface']),
  ...metals.flatMap((metal) => pairs([metal], [`${metal}-bg`, 'surface'])),
  ...tints.flatMap((tint) => pairs([`tint-${tint}-ink`], [`tint-${tint}`])),
  ...pairs(['toast-text'], ['toast']),
]

/** White text on filled buttons. */
const filled = ['accent-button', 'accent-button-hover', 'danger-button']

/** Edges and marks that carry meaning: 3:1. */
const edgePairs = [
  ...pairs(['border-strong', 'focus', 'live', 'accent', 'ember'], ['bg', 'surface']),
  ...metals.flatMap((metal) => pairs([`${metal}-edge`], ['surface'])),
  ...pairs(['ember-check'], ['ember']),
  ...pairs(['chart-1'], ['surface']),
  ...pairs(['stage-text'], ['stage-step']),
]

describe.each(themes)('In the %s theme', (_, tokens) => {
  test.each(textPairs)('the text %s is readable on %s', (ink, ground) => {
    expect(contrast(colour(tokens, ink), colour(tokens, ground))).toBeGreaterThanOrEqual(readable)
  })

  test.each(filled)('white is readable on %s', (ground) => {
    expect(contrast('#ffffff', colour(tokens, ground))).toBeGreaterThanOrEqual(readable)
  })

  test.each(edgePairs)('the edge %s is visible on %s', (edge, ground) => {
    expect(contrast(colour(tokens, edge), colour(tokens, ground))).toBeGreaterThanOrEqual(visible)
  })
})

test('The dark theme sets no token that the light one lacks', () => {
  expect([...dark.keys()].filter((name) => !light.has(name))).toEqual([])
})

test('White on black has the greatest contrast there is', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
})

function pairs(inks: readonly string[], grounds: readonly string[]): [string, string][] {
  return inks.flatMap((ink) => grounds.map((ground): [string, string] => [ink, ground]))
}

function tokensOf(block: RegExp): Tokens {
  const body = block.exec(css)?.[1] ?? ''
  return new Map(
    [...body.matchAll(/--ov-([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

function colour(tokens: Tokens, name: string): string {
  const value = tokens.get(name)
  if (!value?.startsWith('#')) throw new Error(`--ov-${name} is no colour: ${value}`)
  return value
}

/** The contrast ratio of WCAG 2.2 between two colours such as `#14181f`. */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
