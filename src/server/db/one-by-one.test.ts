import { expect, test } from 'vitest'
import { OneByOne } from './one-by-one.ts'

/** Work that lasts until it is ended, and what has begun so far. */
function works() {
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const work = (name: string) => (hasWaited: boolean) => {
    begun.push(hasWaited ? `${name} later` : name)
    return new Promise<string>((resolve, reject) =>
      ends.set(name, (error) => (error ? reject(error) : resolve(name))),
    )
  }
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, work, end }
}

test('lets one at a time work for a key, in order, and others beside it', async () => {
  const { begun, work, end } = works()
  const turns = new OneByOne(10)
  const all = [turns.run('ana', work('a')), turns.run('ana', work('b')), turns.run('ben', work('c'))]
  expect(begun).toEqual(['a', 'c'])
  await end('a')
  expect(begun).toEqual(['a', 'c', 'b later'])
  await end('c')
  await end('b')
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c'])
})

test('lets only so many work at once', async () => {
  const { begun, work, end } = works()
  const turns = new OneByOne(2)
  const all = ['a', 'b', 'c', 'd'].map((name) => turns.run(name, work(name)))
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c later'])
  for (const name of ['a', 'c', 'd']) await end(name)
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
  void turns.run('e', work('e'))
  expect(begun.at(-1)).toBe('e')
})

test('goes on after work that failed', async () => {
  const { work, end } = works()
  const turns = new OneByOne(1)
  const failing = turns.run('ana', work('a'))
  const next = turns.run('ana', work('b'))
  const refused = expect(failing).rejects.toThrow('no database')
  await end('a', new Error('no database'))
  await refused
  await end('b')
  expect(await next).toBe('b')
})
