/**
 * The answers of a hostile service, by name. Each replaces the answers to one kind of call; other calls get
 * valid answers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { constants, gzipSync } from 'node:zlib'
import { itemsRoot, itemXml, lookupDocument } from './catalog-server.ts'

interface Attack {
  /** The calls that the attack answers. */
  on: 'items' | 'lookups'
  answer(outgoing: ServerResponse, incoming: IncomingMessage): void | Promise<void>
}

const xml = { 'content-type': 'application/xml; charset=utf-8' }
const MB = 1024 * 1024

const send = (
  outgoing: ServerResponse,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void => {
  outgoing.writeHead(200, { ...xml, ...headers, 'content-length': Buffer.byteLength(body) })
  outgoing.end(body)
}
/** An answer with constant bytes, built at the first request. */
function always(make: () => string | Buffer, on: Attack['on'] = 'items'): Attack {
  let made: Buffer | undefined
  return {
    on,
    answer(outgoing) {
      made ??= Buffer.from(make())
      send(outgoing, made)
    },
  }
}
const page = (items: string, total = 1000): string =>
  `${itemsRoot} start="0" count="100" total="${total}">${items}</items>`
const inPage = (content: string): string => page(`<item id="bad">${content}</item>${itemXml(1)}`)

/** Writes as fast as the other side reads, until it stops reading. */
async function pour(outgoing: ServerResponse, piece: Buffer, times: number): Promise<void> {
  for (let left = times; left > 0 && !outgoing.destroyed; left--)
    if (!outgoing.write(piece))
      await Promise.race([new Promise((go) => outgoing.once('drain', go)), delay(5000)])
  outgoing.end()
}

export const attacks: Record<string, Attack> = {
  'comments-before': always(() => `${'<!---->'.repeat(60)}${page('')}x`),
  'comments-after': always(() => `${page('')}${'<!---->'.repeat(60)}x`),
  'attributes-5000': always(() => inPage(`<a ${many(5000, (n) => `a${n}="${n}"`, ' ')}/>`)),
  'attributes-20000': always(() => inPage(`<a ${many(20_000, (n) => `a${n}="${n}"`, ' ')}/>`)),
  'empty-items': always(() => page('<item/>'.repeat(8000))),
  'cdata-60mb': always(() =>
    inPage(`<p:a xmlns:p="urn:p"/><a>${`<![CDATA[${'x'.repeat(MB)}]]>`.repeat(60)}</a>`),
  ),
  'elements-14mb': always(() => inPage('<a/>'.repeat((14 * MB) / 4))),
  'elements-14mb-prefixed': always(() => inPage(`<p:b xmlns:p="urn:p"/>${'<a/>'.repeat((14 * MB) / 4)}`)),
  'lookups-4mb': always(
    () =>
      lookupDocument(
        'brand',
        Array.from(
          { length: 60_000 },
          (_one, n) => `<brand id="b${n}"><name>The brand with number ${n}</name></brand>`,
        ),
      ),
    'lookups',
  ),
  'lookups-elements': always(() => lookupDocument('brand', ['<a/>'.repeat(MB)]), 'lookups'),
  'lookups-attributes': always(
    () => lookupDocument('brand', [`<a ${many(20_000, (n) => `a${n}="${n}"`, ' ')}/>`]),
    'lookups',
  ),
  'endless-total': always(() => page('', 999_999_999)),
  'other-names': always(() => inPage('<größe>1</größe><水 é="1"/>')),
  'long-attribute': always(() => inPage(`<a b="${'x'.repeat(70_000)}"/>`)),
  'wrong-encoding': always(() =>
    Buffer.from(`<?xml version="1.0" encoding="us-ascii"?>${inPage('<a>\xe9\x93</a>')}`, 'latin1'),
  ),
  'no-encoding': always(() =>
    Buffer.from(`<?xml version="1.0" encoding="x-user-defined"?>${inPage('<a>\xe9\x93</a>')}`, 'latin1'),
  ),
  'billion-laughs': always(() => `<!DOCTYPE items [${laughs()}]>${inPage('<a>&l9;</a>')}`),
  'outside-entity': always(
    () => `<!DOCTYPE items [<!ENTITY x SYSTEM "file:///etc/hostname">]>${inPage('<a>&x;</a>')}`,
  ),
  'deep-nesting': always(() => inPage(`${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`)),
  'deep-nesting-prefixed': always(() =>
    inPage(`<p:b xmlns:p="urn:p"/>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`),
  ),
  drip: {
    on: 'items',
    async answer(outgoing) {
      outgoing.writeHead(200, { ...xml, 'content-length': 100_000 })
      for (const byte of Buffer.from(page(itemXml(1).repeat(50)))) {
        if (outgoing.destroyed) return
        outgoing.write(Buffer.of(byte))
        await delay(1000)
      }
    },
  },
  silence: { on: 'items', answer: () => undefined },
  headers: {
    on: 'items',
    answer(outgoing) {
      const lines = many(5000, (n) => `x-${n}: ${'y'.repeat(200)}`, '\r\n')
      outgoing.socket?.end(`HTTP/1.1 200 OK\r\n${lines}\r\ncontent-length: 0\r\n\r\n`)
    },
  },
  'zip-bomb': {
    on: 'items',
    answer(outgoing) {
      bomb ??= gzipSync(Buffer.alloc(128 * MB), { level: constants.Z_BEST_SPEED })
      send(outgoing, bomb, { 'content-encoding': 'gzip' })
    },
  },
  redirects: {
    on: 'items',
    answer(outgoing, incoming) {
      outgoing.writeHead(302, { location: incoming.url ?? '/' }).end()
    },
  },
  cut: {
    on: 'items',
    answer(outgoing) {
      outgoing.writeHead(200, { ...xml, 'content-length': 1_000_000 })
      outgoing.write(page(itemXml(1).repeat(20)), () => outgoing.socket?.resetAndDestroy())
    },
  },
  'large-256mb': {
    on: 'items',
    async answer(outgoing) {
      outgoing.writeHead(200, { ...xml, 'content-length': 256 * MB })
      outgoing.write(Buffer.from(`${itemsRoot}><!--`.padEnd(MB, 'x')))
      await pour(outgoing, Buffer.alloc(MB, 0x20), 255)
    },
  },
  endless: {
    on: 'items',
    async answer(outgoing) {
      outgoing.writeHead(200, xml)
      outgoing.write(`${itemsRoot}>`)
      await pour(outgoing, Buffer.from(itemXml(1).repeat(500)), Number.POSITIVE_INFINITY)
    },
  },
  'wait-for-ever': {
    on: 'items',
    answer: (outgoing) => void outgoing.writeHead(503, { 'retry-after': '99999999999999999999' }).end(),
  },
  'wait-not-at-all': {
    on: 'items',
    answer: (outgoing) => void outgoing.writeHead(503, { 'retry-after': '-1' }).end(),
  },
  'limit-for-ever': {
    on: 'items',
    answer: (outgoing) =>
      void outgoing.writeHead(406, { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }).end(),
  },
}
let bomb: Buffer | undefined

function many(count: number, make: (number: number) => string, between: string): string {
  return Array.from({ length: count }, (_one, number) => make(number)).join(between)
}

const laughs = (): string =>
  `<!ENTITY l0 "lol">${many(9, (n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`, '')}`
