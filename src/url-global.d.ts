// The part of the WHATWG URL standard that the pure code uses. Every runtime has it; TypeScript ships its types only
// with those of the DOM or of Node, which the pure code is compiled without.
declare class URLSearchParams implements Iterable<[string, string]> {
  [Symbol.iterator](): IterableIterator<[string, string]>
}
declare class URL {
  static canParse(url: string, base?: string): boolean
  constructor(url: string, base?: string)
  readonly href: string
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly host: string
  readonly hostname: string
  readonly port: string
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly searchParams: URLSearchParams
}
