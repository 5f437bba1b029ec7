/**
 * The few web objects that both Node and browsers have and that src-shared uses. src-shared is compiled
 * without the types of either (tsconfig.json), so that nothing else of them is available. The other folders
 * use their own types.
 */
declare class URLSearchParams implements Iterable<[string, string]> {
  constructor(init?: Iterable<[string, string]> | Record<string, string> | string)
  append(name: string, value: string): void
  get(name: string): string | null
  readonly size: number
  getAll(name: string): string[]
  has(name: string): boolean
  set(name: string, value: string): void
  [Symbol.iterator](): IterableIterator<[string, string]>
  toString(): string
}

declare class URL {
  constructor(url: string, base?: string | URL)
  static canParse(url: string): boolean
  static parse(url: string, base?: string | URL): URL | null
  readonly href: string
  readonly origin: string
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly host: string
  readonly hostname: string
  readonly port: string
  readonly pathname: string
  readonly search: string
  readonly searchParams: URLSearchParams
  readonly hash: string
}

declare class TextDecoder {
  constructor(encoding?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(bytes?: Uint8Array): string
}

declare function structuredClone<T>(value: T): T

/** A file that a person chose or dropped; src-shared only passes it on. */
interface File {
  readonly name: string
}
