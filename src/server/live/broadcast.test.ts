import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { Broadcast, type Reader } from './broadcast.ts'
import { textFrame } from './frame.ts'

interface TestReader extends Reader {
  readonly name: string
  readonly writes: string[]
  isGone: boolean
}

let all: Set<TestReader>
let order: string[]
let sent: string[]
let broadcast: Broadcast<TestReader>

beforeEach(() => {
  all = new Set()
  order = []
  sent = []
  const write = (reader: TestReader, bytes: Buffer) => {
    if (reader.isGone) return false
    reader.writes.push(String(bytes))
    order.push(reader.name)
    return true
  }
  const countSent = (type: string | null, count: number) => sent.push(`${count} ${type}`)
  // A slice without any time writes to eight readers.
  broadcast = new Broadcast({ all, write, countSent }, 0)
})

function enter(name: string): TestReader {
  const reader: TestReader = { name, heard: 0, writes: [], isGone: false }
  all.add(reader)
  broadcast.join(reader)
  return reader
}

function enterMany(count: number): TestReader[] {
  return Array.from({ length: count }, (_, nth) => enter(`reader ${nth}`))
}

const say = (text: string, first: TestReader[] = []) =>
  broadcast.send('ENGAGEMENT_UPDATE', Buffer.from(text), first)

/** Waits until nothing has been written for some turns. */
async function settled(): Promise<void> {
  for (let [quiet, before] = [0, order.length]; quiet < 20; quiet++) {
    await nextTurn()
    if (order.length > before) [quiet, before] = [0, order.length]
  }
}

describe('a broadcast', () => {
  test('writes nothing before the caller has gone on, and then only a few at a time', {
    tags: ['live-answer-first'],
  }, async () => {
    enterMany(100)
    say('a')
    await Promise.resolve()
    expect(order).toHaveLength(0)
    await nextTurn()
    await nextTurn()
    expect(order.length).toBeGreaterThan(0)
    expect(order.length).toBeLessThan(40)
    await settled()
    expect(new Set(order).size).toBe(100)
    expect(sent.reduce((sum, line) => sum + Number(line.split(' ')[0]), 0)).toBe(100)
  })

  test('reaches some readers first', async () => {
    const readers = enterMany(50)
    say('a', readers.slice(-2))
    await settled()
    expect(order.slice(0, 3)).toEqual(['reader 48', 'reader 49', 'reader 0'])
    expect(order).toHaveLength(50)
  })

  test('gives a frame that comes in the middle of a round to the others in the same write', async () => {
    const readers = enterMany(40)
    say('a')
    while (order.length === 0) await nextTurn()
    say('b')
    await settled()
    expect(readers.map(({ writes }) => writes.join(''))).toEqual(readers.map(() => 'ab'))
    expect(readers.at(0)?.writes).toEqual(['a', 'b'])
    expect(readers.at(-1)?.writes).toEqual(['ab'])
  })

  test('replaces a board that has not gone out by a newer one, and keeps the order of all else', async () => {
    const reader = enter('ana')
    broadcast.send('LEADERBOARD_UPDATE', Buffer.from('1'))
    say('a')
    broadcast.send('LEADERBOARD_UPDATE', Buffer.from('2'))
    say('b')
    await settled()
    expect(reader.writes).toEqual(['a2b'])
    expect(sent.sort()).toEqual(['1 ENGAGEMENT_UPDATE', '1 ENGAGEMENT_UPDATE', '1 LEADERBOARD_UPDATE'])
  })

  test('gives those who come later only what comes after them, also in the middle of a round', async () => {
    const readers = enterMany(40)
    say('a')
    while (order.length === 0) await nextTurn()
    const late = enter('late')
    say('b')
    await settled()
    expect(late.writes).toEqual(['b'])
    expect(readers.map(({ writes }) => writes.join(''))).toEqual(readers.map(() => 'ab'))
  })

  test('goes on when readers leave in the middle of a round, and ends when all have left', async () => {
    const readers = enterMany(60)
    say('a')
    while (order.length === 0) await nextTurn()
    for (const reader of readers.slice(0, 30)) all.delete(reader)
    say('b')
    await settled()
    expect(readers.slice(30).map(({ writes }) => writes.join(''))).toEqual(Array(30).fill('ab'))
    say('c')
    all.clear()
    await settled()
    expect(readers.at(-1)?.writes.join('')).toBe('ab')
    const next = enter('next')
    say('d')
    await settled()
    expect(next.writes).toEqual(['d'])
  })

  test('sends a reader’s own frames before those of all', async () => {
    const [ana, ben] = [enter('ana'), enter('ben')]
    say('a')
    broadcast.sendTo(ben, 'TOUCHED', Buffer.from('own'))
    broadcast.sendTo(ben, null, Buffer.from('ping'))
    await settled()
    expect([ana.writes, ben.writes]).toEqual([['a'], ['own', 'ping', 'a']])
    expect(sent).toEqual(['1 TOUCHED', '1 null', '2 ENGAGEMENT_UPDATE'])
  })

  test('loses and repeats nothing under a stream of frames with comings and goings', async () => {
    const readers = enterMany(200)
    const everything = Array.from({ length: 60 }, (_, nth) => `${nth};`)
    for (const [nth, text] of everything.entries()) {
      say(text, nth % 3 === 0 ? readers.slice(nth, nth + 2) : [])
      if (nth % 4 === 0) await nextTurn()
      enter(`visitor ${nth}`)
      const gone = [...all].find(({ name }) => name === `visitor ${nth - 5}`)
      if (gone) all.delete(gone)
    }
    await settled()
    for (const { writes } of readers) expect(writes.join('')).toBe(everything.join(''))
  })
})

describe('a text frame', () => {
  test.each([
    [0, [0x81, 0]],
    [125, [0x81, 125]],
    [126, [0x81, 126, 0, 126]],
    [65_535, [0x81, 126, 0xff, 0xff]],
    [65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
  ])('of %i bytes has the head of the standard', (length, head) => {
    const payload = Buffer.alloc(length, 'x')
    expect(textFrame(payload)).toEqual(Buffer.concat([Buffer.from(head), payload]))
  })
})
