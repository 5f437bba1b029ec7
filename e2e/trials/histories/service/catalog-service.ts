/**
 * The service for feeds. It accepts every feed as often as it is sent (the key is only recorded for the
 * trial), processes feeds in order after a delay, and stores the items' records.
 */
import { recordValue, timestamp } from '../../../../src-main/feeds/targets/sandbox/index.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { gtin14 } from '../../../../src-shared/values/gtin.ts'
import { documents } from '../../../../src-shared/vocabulary/documents.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import type { Item } from '../../../../src-shared/vocabulary/elements/item.ts'
import { parseDocument, writeDocument } from '../../../../src-shared/vocabulary/kit/kit.ts'
import type { Content } from '../payloads.ts'
import { ingestItem, itemId, known, variantText } from '../payloads.ts'

/** How the service reports the status of a feed. */
export interface Style {
  /** Milliseconds from the feed's arrival to its end. */
  delay: number
  /** Replaces the correct status word. */
  word?: string
  /** The complete feed ends in ERROR. */
  error?: boolean
  /** Index of the first item. */
  firstIndex?: 0 | 1
  /** Maximum number of items per page of results. */
  window?: number
  /** `glad`: every item is counted as accepted. */
  counters?: 'none' | 'wrong' | 'glad'
  withoutCodes?: boolean
  /** Omits the last item. */
  silent?: boolean
}

/** A feed that the service has accepted. */
export interface TakenFeed {
  id: string
  kind: FeedKind
  /** The sender: the key of an outbox's feed, or another program. */
  key: string
  at: number
  style: Style
  items: { code: string; work: () => string }[]
  /** The result of each item; undefined while the feed is processed. */
  results: string[] | undefined
  forgotten: boolean
}

export interface ServiceCall {
  method: string
  /** Without the version. */
  path: string
  query: URLSearchParams
  body: Buffer
  key: string
}
export interface ServiceAnswer {
  status: number
  xml: string
}

const usual: Style = { delay: 1500 }
const names = {
  manufacturer: () => 'Northwind Mills',
  brand: () => 'Golden Field',
  distributor: () => undefined,
}

export class CatalogService {
  readonly feeds: TakenFeed[] = []
  /** The style of the next feed. */
  style: Style = usual
  readonly #now: () => number
  readonly #items = new Map<string, Item>()

  constructor(now: () => number) {
    this.#now = now
    for (let number = 1; number <= known; number++) this.#put(ingestItem(number, 0), number)
  }

  /** The accepted feeds with one of these keys. */
  taken(keys: ReadonlySet<string>): TakenFeed[] {
    return this.feeds.filter(({ key }) => keys.has(key))
  }

  feed(id: string | undefined): TakenFeed | undefined {
    this.#work()
    return this.feeds.find((feed) => feed.id === id)
  }

  /** Whether every item shows the feed's content, and feeds with other keys contain each of the items. */
  shows({ kind, items, variant }: Content, keys: ReadonlySet<string>): boolean {
    const others = this.feeds.filter(({ key }) => !keys.has(key)).flatMap((feed) => feed.items)
    return items.every((number) => {
      const [code, record] = [...this.#items].find(([, { id }]) => id === itemId(number)) ?? []
      const text = variantText(variant)
      const shown =
        kind === 'contentplus'
          ? record?.manufacturerEcommerceDescription?.[0]?.text
          : kind === 'update'
            ? record?.ecommerceDescription?.[0]?.text
            : record?.name
      return (
        shown?.endsWith(text) &&
        others.some((item) => item.code === itemId(number) || gtin14(item.code) === code)
      )
    })
  }

  answer(call: ServiceCall): ServiceAnswer {
    this.#work()
    const { method, path, query, body, key } = call
    if (method === 'GET') {
      const status = /^\/feed\/(?<family>items|contentplus)(?:\/(?<id>[^/]*))?$/.exec(path)?.groups
      if (status) return this.#status(status['family'] === 'contentplus', status['id'], query)
      if (path === '/retailer')
        return found(writeDocument(documents.retailers, { retailer: [{ id: 'r1', name: 'Corner Shop' }] }))
      if (path.startsWith('/item')) return this.#find(path.slice('/item/'.length), query.get('upc') ?? '')
      return { status: 404, xml: '' }
    }
    if (path === '/feed/contentplus/' || path === '/feed/contentplus')
      return this.#take('contentplus', key, body)
    if (path === '/feed/items') return this.#take('create', key, body)
    if (path === '/feed/items/refresh') return this.#take('refresh', key, body)
    return this.#take('update', key, body)
  }

  #take(kind: FeedKind, key: string, body: Buffer): ServiceAnswer {
    const items =
      kind === 'contentplus'
        ? (parseDocument(documents.contentPlus, body).value?.item ?? []).map(
            ({ id = '', retailer = [] }) => ({
              code: id,
              work: () => this.#publish(id, retailer[0]?.ecommerceDescription),
            }),
          )
        : (parseDocument(documents.ingestItems, body).value?.item ?? []).map((item) => ({
            code: item.productCodes?.[0]?.text ?? '',
            work: () => this.#ingest(kind, item),
          }))
    if (items.length === 0) return { status: 400, xml: '' }
    const feed: TakenFeed = {
      id: `f${this.feeds.length + 1}`,
      kind,
      key,
      at: this.#now(),
      style: this.style,
      items,
      results: undefined,
      forgotten: false,
    }
    this.style = usual
    this.feeds.push(feed)
    const description =
      kind === 'contentplus' ? documents.contentPlusFeedAcknowledgement : documents.itemFeedAcknowledgement
    return found(writeDocument(description, { feedId: feed.id }))
  }

  /** Processes due feeds in order of arrival. */
  #work(): void {
    for (const feed of this.feeds) {
      if (feed.results || feed.at + feed.style.delay > this.#now()) continue
      feed.results = feed.items.map(({ work }) => (feed.style.error ? 'SYSTEM_ERROR' : work()))
    }
  }

  #ingest(kind: FeedKind, item: IngestItem): string {
    const code = gtin14(item.productCodes?.[0]?.text ?? '') ?? ''
    const before = this.#items.get(code)
    if (kind === 'create' ? before !== undefined : kind === 'update' && !before) return 'DATA_ERROR'
    if (kind !== 'update') this.#put(item, Number(code.slice(8, 13)))
    else if (before)
      this.#items.set(code, {
        ...before,
        ecommerceDescription: item.ecommerceDescription?.slice(0, 1),
        manufacturerEcommerceDescription: item.contentPlus?.ecommerceDescription?.slice(0, 1),
        lastUpdated: this.#moment(),
      })
    return 'SUCCESS'
  }

  #publish(id: string, text: string | undefined): string {
    for (const [code, item] of this.#items) {
      if (item.id !== id) continue
      this.#items.set(code, {
        ...item,
        manufacturerEcommerceDescription: text === undefined ? undefined : [{ text }],
        lastUpdated: this.#moment(),
      })
      return 'PROCESSED'
    }
    return 'REJECTED'
  }

  #put(item: IngestItem, number: number): void {
    const code = gtin14(item.productCodes?.[0]?.text ?? '') ?? ''
    const created = this.#items.get(code)?.created
    const record = recordValue(item, {
      id: itemId(number),
      now: this.#now(),
      username: 'service',
      names,
      ...(created && { created }),
    })
    this.#items.set(code, record)
  }

  #moment = () => ({ id: 'service', text: timestamp(this.#now()) })

  #find(id: string, upc: string): ServiceAnswer {
    const item = [...this.#items].filter(([code, one]) => (id ? one.id === id : code === gtin14(upc)))
    if (id && item.length === 0) return { status: 404, xml: '' }
    const count = String(item.length)
    return found(
      writeDocument(documents.items, { start: '0', count, total: count, item: item.map(([, one]) => one) }),
    )
  }

  #status(isContentPlus: boolean, id: string | undefined, query: URLSearchParams): ServiceAnswer {
    const feed = this.feeds.findLast(
      (one) => (one.kind === 'contentplus') === isContentPlus && !one.forgotten && (!id || one.id === id),
    )
    if (!feed) return { status: 404, xml: '' }
    const { style, results, items } = feed
    const offset = Number(query.get('offset') ?? 0)
    const limit = Number(query.get('limit') ?? offset + 100)
    const ends = results ?? items.map(() => 'INPROGRESS')
    const count = (wanted: (status: string) => boolean) => String(ends.filter(wanted).length)
    const isGood = (status: string) => status === 'SUCCESS' || status === 'PROCESSED'
    const counters = {
      itemsReceived: String(style.counters === 'wrong' ? items.length + 2 : items.length),
      itemsSucceeded: count(isGood),
      itemsFailed: count((status) => !isGood(status) && status !== 'INPROGRESS'),
      itemsProcessing: count((status) => status === 'INPROGRESS'),
    }
    if (style.counters === 'glad' && results)
      Object.assign(counters, { itemsSucceeded: counters.itemsReceived, itemsFailed: '0' })
    const shown = items.length - (style.silent ? 1 : 0)
    const details = ends
      .map((ingestionStatus, index) => ({
        index: String(index + (style.firstIndex ?? 0)),
        ingestionStatus,
        ...(!isContentPlus && !style.withoutCodes && { productCode: items[index]?.code ?? '' }),
      }))
      .slice(offset, Math.min(limit, shown, offset + (style.window ?? 100)))
    const word = results ? (style.error ? 'ERROR' : 'PROCESSED') : 'INPROGRESS'
    const value = {
      feedId: feed.id,
      feedStatus: style.word ?? word,
      ...(style.counters !== 'none' && counters),
      offset: String(offset),
      limit: String(limit),
      ItemDetails: details,
    }
    return found(
      isContentPlus
        ? writeDocument(documents.contentPlusFeedStatus, value)
        : writeDocument(documents.itemFeedStatus, value),
    )
  }
}

const found = (xml: string): ServiceAnswer => ({ status: 200, xml })
