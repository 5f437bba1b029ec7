/** A small well-behaved service, used while no attack is active. */
import type { IncomingMessage } from 'node:http'
import { defaultNamespaceBase } from '../../../src-shared/vocabulary/namespaces.ts'

export const itemCount = 1000
/** The date of the last update of all items. */
const day = '20240601'
const lookupCount = 50

export const itemsRoot = `<items xmlns="${defaultNamespaceBase}/item"`

/** One item of realistic size. */
export function itemXml(number: number): string {
  const words = `Oat drink number ${number}, made of oats, water and salt. `.repeat(8)
  const second = String(number % 60).padStart(2, '0')
  const minute = String(Math.floor(number / 60)).padStart(2, '0')
  return (
    `<item id="i${number}" status="P"><name>Oat drink ${number}</name><marketingDescription>${words}</marketingDescription>` +
    `<upcs><upc type="GTIN">${String(number).padStart(14, '0')}</upc></upcs>` +
    `<created id="1">2024-01-01T00:00:00Z</created><lastUpdated id="1">2024-06-01T10:${minute}:${second}Z</lastUpdated>` +
    `<products><product sequence="1"><description>${words}</description><brand id="b1">Brand</brand>` +
    `<manufacturer id="m1">Maker</manufacturer></product></products></item>`
  )
}

/** The document for a request; undefined for an unknown path. */
export function soundAnswer({ url }: IncomingMessage): string | undefined {
  const { pathname, searchParams } = new URL(url ?? '/', 'http://127.0.0.1')
  const name = pathname.split('/')[2] ?? ''
  if (name === 'item') return itemPage(searchParams)
  const isLookup = ['manufacturer', 'brand', 'distributor', 'retailer'].includes(name)
  return isLookup ? lookup(name, searchParams) : undefined
}

function numbersOf(query: URLSearchParams): { idx: number; limit: number } {
  return { idx: Number(query.get('idx') ?? 0), limit: Number(query.get('limit') ?? 100) }
}

function itemPage(query: URLSearchParams): string {
  const { idx, limit } = numbersOf(query)
  const isInRange = (query.get('since') ?? '0') <= day && day <= (query.get('until') ?? '9')
  const total = isInRange ? itemCount : 0
  const count = Math.max(0, Math.min(limit, total - idx))
  const items = Array.from({ length: count }, (_item, index) => itemXml(idx + index))
  return `${itemsRoot} start="${idx}" count="${count}" total="${total}">${items.join('')}</items>`
}

function lookup(name: string, query: URLSearchParams): string {
  const { idx } = numbersOf(query)
  const entries = Array.from(
    { length: Math.max(0, lookupCount - idx) },
    (_entry, index) =>
      `<${name} id="${name[0]}${idx + index}"><name>The ${name} ${idx + index}</name></${name}>`,
  )
  return lookupDocument(name, entries)
}

export const lookupDocument = (name: string, entries: string[]): string =>
  `<${name}s xmlns="${defaultNamespaceBase}/${name}"><numberOfResults>${entries.length}</numberOfResults>` +
  `<resultsPerPage>2147483647</resultsPerPage><startIndex>0</startIndex>${entries.join('')}</${name}s>`
