/** The calls of the mixed load: their kinds, frequencies and exact requests. */
import { type Dispatcher, request } from 'undici'
import { itemFeed, sampleItem } from '../../../src-main/testing/feed-payloads.ts'

export interface LoadCall {
  kind: string
  method: 'GET' | 'POST'
  path: string
  body?: Uint8Array
}
interface Mix {
  next(): LoadCall
  /** Records the identifier of an acknowledged feed for later status requests. */
  acknowledged(feedId: string): void
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
const shares: [string, number][] = [
  ['search', 35],
  ['one item', 15],
  ['by code or brand', 12],
  ['lookup list', 8],
  ['search with pictures', 6],
  ['picture', 18],
  ['feed', 4],
  ['feed status', 2],
]
const words = 'milk tea rice oil bread sugar water chocolate organic salt juice coffee'.split(' ')

/** @param ask makes one call and returns its text; used beforehand to learn identifiers and addresses */
export async function openMix(ask: (path: string) => Promise<string>): Promise<Mix> {
  const all = await ask('/v2.1/item?since=19000101&limit=200')
  const ids = [...all.matchAll(/<item id="(?<id>[^"]+)"/g)].map(({ groups }) => groups?.['id'] ?? '')
  const codes = [...all.matchAll(/<upc[^>]*>(?<code>\d+)</g)].map(({ groups }) => groups?.['code'] ?? '')
  const brands = [...all.matchAll(/<brand id="(?<id>[^"]+)"/g)].map(({ groups }) => groups?.['id'] ?? '')
  // The sample's items, which have pictures, are the first ones of today; items of feeds follow them.
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  const illustrated = everyPicture.map((images) => `/v2.1/item?since=${today}&limit=20&${images}`)
  const pictures = await picturePaths(ask, illustrated)
  const firstId = async (list: string) =>
    /id="(?<id>[^"]+)"/.exec(await ask(`/v2.1/${list}?limit=1`))?.groups?.['id'] ?? ''
  const [manufacturerId, brandId] = [await firstId('manufacturer'), await firstId('brand')]
  const feeds: string[] = []
  let number = Math.floor(Math.random() * 30_000)

  const makers: Record<string, () => Omit<LoadCall, 'kind'>> = {
    search: () => ({
      method: 'GET',
      path: `/${pick(['v2', 'v2.1'])}/item?q=${pick(words)}&idx=${pick([0, 20, 100])}&limit=${pick([10, 20, 50])}&profile=${pick(['complete', 'standard', 'listing', 'analytics'])}`,
    }),
    'one item': () => ({ method: 'GET', path: `/v2.1/item/${encodeURIComponent(pick(ids))}` }),
    'by code or brand': () => ({
      method: 'GET',
      path:
        Math.random() < 0.5
          ? `/v2/item?upc=${pick(codes)}`
          : `/v2.1/item?b=${encodeURIComponent(pick(brands))}&limit=20`,
    }),
    'lookup list': () => ({
      method: 'GET',
      path: `/v2.1/${pick(['manufacturer', 'brand', 'distributor', 'retailer'])}?limit=${pick([10, 100])}`,
    }),
    'search with pictures': () => ({ method: 'GET', path: pick(illustrated) }),
    picture: () => ({ method: 'GET', path: pick(pictures) }),
    feed: () => {
      number = (number + 1) % 100_000
      const products = [{ type: 'grocery', description: `Rolled oats ${number}`, brandId }]
      const body = itemFeed(sampleItem(number, { manufacturerId, products }))
      return { method: 'POST', path: `/v2.1/feed/items${pick(['', '/refresh'])}`, body }
    },
    'feed status': () => ({
      method: 'GET',
      path: feeds.length > 0 ? `/v2.1/feed/items/${pick(feeds)}` : '/v2.1/retailer?limit=1',
    }),
  }
  /** Each kind is repeated according to its share. */
  const drawn = shares.flatMap(([kind, share]) => Array<string>(share).fill(kind))
  return {
    next() {
      const kind = pick(drawn)
      return { kind, ...(makers[kind] as () => Omit<LoadCall, 'kind'>)() }
    },
    acknowledged(feedId) {
      feeds.push(feedId)
      if (feeds.length > 200) feeds.shift()
    },
  }
}

const everyPicture = [
  'pi=b',
  'pi=c&ptga=50',
  'epf=50&epf=200',
  'epf=600&ef=png',
  'ep=100',
  'epl=150&epr=150',
  'epf=1000',
]

async function picturePaths(
  ask: (path: string) => Promise<string>,
  searches: readonly string[],
): Promise<string[]> {
  const paths = new Set<string>()
  for (const search of searches) {
    for (const { groups } of (await ask(search)).matchAll(/<url>(?<url>[^<]+\/media\/[^<]+)<\/url>/g)) {
      const { pathname, search: signature } = new URL((groups?.['url'] ?? '').replaceAll('&amp;', '&'))
      paths.add(pathname + signature)
    }
  }
  if (paths.size === 0) throw new Error('No item of the sample catalog has a picture')
  return [...paths]
}

/** Makes one call and reads its complete body. */
export async function perform(
  address: string,
  { method, path, body }: Omit<LoadCall, 'kind'>,
  headers: Record<string, string>,
  dispatcher: Dispatcher,
): Promise<{ status: number; type: string; bytes: Buffer }> {
  const answer = await request(address + path, {
    method,
    dispatcher,
    headers: { ...headers, ...(body ? { 'content-type': 'application/xml' } : {}) },
    ...(body ? { body } : {}),
  })
  const bytes = Buffer.from(await answer.body.arrayBuffer())
  return { status: answer.statusCode, type: String(answer.headers['content-type'] ?? ''), bytes }
}
