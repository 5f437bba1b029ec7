/**
 * All readers take linear time for every XML construct. The limits are lifted, except for the depth and the
 * size of a document with its namespaces written out, so that the tests measure the code and not its
 * limits.
 */
import { describe, expect, it } from 'vitest'
import { checkFeed } from '../../feeds/kinds/check-feed.ts'
import { documents } from '../documents.ts'
import { reportedErrors } from '../elements/feed-status.ts'
import { ingestItem } from '../elements/ingest.ts'
import { identifyDocument } from '../identify-document.ts'
import { locate, parseDocument, parseElement, validate, writeDocument } from './kit.ts'
import { feedLimits } from './limits.ts'
import { Lines } from './read/places.ts'
import { growthOf } from './testing/growth.ts'
import { document, hostileShapes } from './testing/hostile-shapes.ts'
import { decode } from './xml/decode.ts'
import { Refusal } from './xml/refusal.ts'

const lifted = {
  ...feedLimits,
  depth: 256,
  elements: Infinity,
  children: Infinity,
  attributes: Infinity,
  attributeBytes: Infinity,
  textBytes: Infinity,
  nameBytes: Infinity,
  items: Infinity,
  itemBytes: Infinity,
}
/** Repetitions; quadratic work on eight times as many takes a second. */
const size = 4000

const expectLinear = <T>(prepare: (n: number) => T, work: (input: T) => void, n = size) => {
  const { isLinear, times } = growthOf(prepare, work, n)
  expect(isLinear, `milliseconds at ${n / 2}, ${2 * n}, ${8 * n}: ${times.map(Math.round).join(', ')}`).toBe(
    true,
  )
}

describe.each(hostileShapes.map((shape) => [shape.name, shape] as const))('%s', (_name, shape) => {
  it('is checked as a feed in linear time', () => {
    expectLinear(
      (n) => document('feed', shape, n),
      (xml) => checkFeed('create', xml, { limits: lifted, keep: false }),
    )
  })
  it('is parsed as a response, validated and written in linear time', () => {
    expectLinear(
      (n) => document('items', shape, n),
      (xml) => {
        const { value } = parseDocument(documents.items, xml, { limits: lifted })
        if (value === undefined) return
        validate(documents.items, value)
        writeDocument(documents.items, value)
      },
    )
  })
})

const aroundTheRoot = hostileShapes.filter(({ before, rootAttributes }) => before ?? rootAttributes)
it.each(aroundTheRoot.map((shape) => [shape.name, shape] as const))(
  '%s: identified in linear time',
  (_name, shape) => {
    expectLinear((n) => document('items', shape, n), identifyDocument)
  },
)

describe('in linear time', () => {
  const titles = (n: number) => `<items>${'<item><ecommerceTitle/>\n<name/></item>'.repeat(n)}</items>`
  it('locates problems of many items', () => {
    expectLinear(
      (n) => ({
        xml: titles(n),
        problems: Array.from({ length: n }, (_, index) => ({
          code: 'x',
          path: `items/item[${index + 1}]/name`,
          message: '',
        })),
      }),
      ({ xml, problems }) => {
        expect(locate(problems, xml).at(-1)).toMatchObject({ line: problems.length + 1, column: 1 })
      },
      1000,
    )
  })
  it('locates problems of many elements of one item', () => {
    expectLinear(
      (n) => ({
        xml: `<items><item>${'<name/>'.repeat(n)}</item></items>`,
        problems: Array.from({ length: n }, (_, index) => ({
          code: 'x',
          path: `items/item[1]/name[${index + 1}]`,
          message: '',
        })),
      }),
      ({ xml, problems }) => {
        expect(locate(problems, xml).at(-1)).toMatchObject({ column: 7 * problems.length + 7 })
      },
    )
  })
  it('computes positions in a text of many lines, and in a single line', () => {
    for (const unit of ['\n', 'x']) {
      expectLinear(
        (n) => unit.repeat(n * 100),
        (text) => {
          const lines = new Lines(text)
          for (let at = 0; at < text.length; at += 1000) lines.position(at)
        },
      )
    }
  })
  it('reads the errors that a service reports for an item', () => {
    const status = (n: number) => ({
      ingestionErrors: [{ unknown: [{ kind: 'text' as const, name: '', content: '<'.repeat(n * 10) }] }],
    })
    expectLinear(status, reportedErrors)
  })
  it('decodes bytes, and locates bytes that cannot be decoded', () => {
    const broken = (n: number) =>
      Uint8Array.from({ length: n * 40 }, (_, at) => (at === n * 40 - 1 ? 0xff : 0x0a))
    expectLinear(broken, (bytes) => expect(() => decode(bytes)).toThrow(Refusal))
  })
  it('parses a single element', () => {
    expectLinear(
      (n) => `<item>${'<x/>'.repeat(n)}</item>`,
      (xml) => parseElement(ingestItem, xml, { limits: lifted }),
    )
  })
})
