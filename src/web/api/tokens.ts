import { useQuery } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import { createToken, endToken, listOwnTokens } from '#contract/tokens.ts'
import type { AccessTokenId } from '#domain/ids.ts'
import { call } from './client.ts'
import { read } from './read.ts'
import { useWrite } from './write.ts'

/** The member's own access tokens, the newest first. */
export function useOwnTokens() {
  return useQuery(read(listOwnTokens))
}

/** Makes a token. The answer is the only place where it is shown. */
export function useCreateToken() {
  return useWrite((body: BodyOf<typeof createToken>) => call(createToken, { body }), ['tokens'])
}

/** Ends one of the member's own tokens. */
export function useEndToken() {
  return useWrite(({ id }: { readonly id: AccessTokenId }) => call(endToken, { params: { id } }), ['tokens'])
}
