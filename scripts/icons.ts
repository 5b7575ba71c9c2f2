import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { ensureBrowser } from '#test/support/browser.ts'
import { projectRoot } from './programs.ts'

// Draws the icons and the card that previews of links show. To be run by hand when the mark or the card changes.
const folder = join(projectRoot, 'src/web/public')
const blue = '#3B4FD8'
const stage = '#1D2673'
const stageMuted = '#C3CBFA'
const bars = 'M8.75 19.75v-4M14 19.75v-8M19.25 19.75V8.25'

const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  const favicon = await readFile(join(folder, 'favicon.svg'), 'utf8')
  await draw(page, 'icon-192.png', favicon, { width: 192, height: 192 })
  await draw(page, 'icon-512.png', favicon, { width: 512, height: 512 })
  // Systems cut these to a shape of their own: the colour reaches the edges, and the mark stays clear of them.
  await draw(page, 'icon-maskable-512.png', edgeless(0.76), { width: 512, height: 512 })
  await draw(page, 'apple-touch-icon.png', edgeless(0.84), { width: 180, height: 180 })
  await draw(page, 'card.png', card(await fontAddress()), { width: 1200, height: 630 })
} finally {
  await browser.close()
}

interface Size {
  readonly width: number
  readonly height: number
}

async function draw(page: Page, name: string, svg: string, size: Size): Promise<void> {
  await page.setViewportSize(size)
  await page.setContent(
    `<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${svg}`,
  )
  await page.evaluate(() => document.fonts.ready)
  const picture = await page.screenshot({ omitBackground: true })
  await writeFile(join(folder, 'pictures', name), picture)
  console.log(`${name}: ${(picture.length / 1000).toFixed(1)} kB`)
}

function edgeless(scale: number): string {
  return `<svg viewBox="0 0 28 28"><rect width="28" height="28" fill="${blue}"/>
    <g transform="translate(14 14) scale(${scale}) translate(-14 -14)">${mark('#fff')}</g></svg>`
}

function mark(colour: string): string {
  return `<path d="${bars}" stroke="${colour}" stroke-width="3.5" stroke-linecap="round" fill="none"/>`
}

async function fontAddress(): Promise<string> {
  const font = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
  return `data:font/woff2;base64,${(await readFile(join(projectRoot, font))).toString('base64')}`
}

/** The name and the aim of the product, beside a podium of three. */
function card(font: string): string {
  return `<style>
      @font-face { font-family: Inter; font-weight: 100 900; src: url(${font}) }
      text { font-family: Inter; fill: #fff }
    </style>
    <svg viewBox="0 0 1200 630">
      <rect width="1200" height="630" fill="${stage}"/>
      <g transform="translate(80 84) scale(2.57)"><rect width="28" height="28" rx="8" fill="${blue}"/>${mark('#fff')}</g>
      <text x="176" y="136" font-size="52" font-weight="700" letter-spacing="-1.2">Ovation</text>
      <g font-size="58" font-weight="700" letter-spacing="-1.6">
        <text x="80" y="300">Like it, share it,</text>
        <text x="80" y="372">climb the board.</text>
      </g>
      <g font-size="28" style="fill-opacity: 0.9">
        <text x="80" y="452" style="fill: ${stageMuted}">Report what you did with company</text>
        <text x="80" y="492" style="fill: ${stageMuted}">posts and earn points together.</text>
      </g>
      ${pedestal({ x: 704, height: 200, edge: '#94A1B5', place: 2 })}
      ${pedestal({ x: 848, height: 290, edge: '#FFD166', place: 1 })}
      ${pedestal({ x: 992, height: 140, edge: '#B8713A', place: 3 })}
    </svg>`
}

interface Pedestal {
  readonly x: number
  readonly height: number
  readonly edge: string
  readonly place: number
}

function pedestal({ x, height, edge, place }: Pedestal): string {
  const top = 550 - height
  return `<rect x="${x}" y="${top}" width="128" height="${height}" rx="14" fill="#28338C"/>
    <rect x="${x}" y="${top}" width="128" height="10" rx="5" fill="${edge}"/>
    <text x="${x + 64}" y="${top + 76}" font-size="44" font-weight="700" text-anchor="middle">${place}</text>
    <circle cx="${x + 64}" cy="${top - 60}" r="42" fill="${edge}"/>
    <circle cx="${x + 64}" cy="${top - 60}" r="36" fill="${stage}"/>
    <circle cx="${x + 64}" cy="${top - 70}" r="12" fill="${edge}"/>
    <path d="M${x + 42} ${top - 36}a22 20 0 0 1 44 0" fill="${edge}"/>`
}
