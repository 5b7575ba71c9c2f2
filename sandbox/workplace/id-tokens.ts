import { createHash, createSign, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Claims } from './people.ts'

/** `foreign` signs with a key that is not in the published key set. */
export type IdTokenSignature = 'valid' | 'foreign' | 'none'

export interface IdTokenSigner {
  /** The private key with its id, as a JSON Web Key. */
  jwk: Claims
  /** Decodes a token, applies `change` to its claims and signs it again. */
  resign(token: string, edit: { change: (claims: Claims) => Claims; signature: IdTokenSignature }): string
}

// Making keys is the slowest part of starting a workplace, so all workplaces of a process share them.
let keys: Promise<[own: KeyObject, foreign: KeyObject]> | undefined

export async function createIdTokenSigner(): Promise<IdTokenSigner> {
  keys ??= Promise.all([newKey(), newKey()])
  const [own, foreign] = await keys
  const { n } = own.export({ format: 'jwk' })
  const kid = createHash('sha256').update(String(n)).digest('base64url').slice(0, 16)
  return {
    jwk: { ...own.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' },
    resign(token, { change, signature }) {
      const claims = JSON.parse(
        Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'),
      ) as Claims
      const header = signature === 'none' ? { alg: 'none', typ: 'JWT' } : { alg: 'RS256', typ: 'JWT', kid }
      const unsigned = `${encode(header)}.${encode(change(claims))}`
      if (signature === 'none') return `${unsigned}.`
      const key = signature === 'valid' ? own : foreign
      return `${unsigned}.${createSign('RSA-SHA256').update(unsigned).sign(key, 'base64url')}`
    },
  }
}

async function newKey(): Promise<KeyObject> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2_048 })
  return privateKey
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
