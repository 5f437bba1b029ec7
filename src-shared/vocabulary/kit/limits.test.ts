/**
 * Tests each limit from both sides: a document at the limit is read; one above it ends with a problem at
 * the right position.
 */
import { describe, expect, it } from 'vitest'
import { checkFeed } from '../../feeds/kinds/check-feed.ts'
import { documents } from '../documents.ts'
import { ingestItem } from '../elements/ingest.ts'
import { namespaceName } from '../namespaces.ts'
import { parseDocument, parseElement } from './kit.ts'
import { answerLimits, type DocumentLimits, feedLimits, type LimitName } from './limits.ts'

const feed = (inside: string) => `<items xmlns="${namespaceName('/feed/item')}">${inside}</items>`
const inItem = (inside: string) => feed(`\n<item>${inside}</item>`)
/** `attributes` may contain anything. */
const open = (inside: string) => inItem(`<attributes>${inside}</attributes>`)
const check = (xml: string | Uint8Array, limits: Partial<DocumentLimits>) =>
  parseDocument(documents.ingestItems, xml, { limits: { ...feedLimits, ...limits } }).problems

interface Case {
  limit: LimitName
  most: number
  /** A document that is at the limit if `n` equals it, and above the limit with one more. */
  xml(n: number): string
  problem: { code: string; path: string; line?: number; column?: number; message: RegExp }
}
const cases: Case[] = [
  {
    limit: 'documentBytes',
    most: 200,
    xml: (n) => feed(' '.repeat(n - feed('').length)),
    problem: { code: 'too-large', path: 'items', message: /larger than 200 bytes\. Send it in parts/ },
  },
  {
    limit: 'documentBytes',
    most: 201,
    xml: (n) => feed(`<!--${'é'.repeat((n - feed('<!---->').length) / 2)}${n % 2 === 0 ? 'x' : ''}-->`),
    problem: { code: 'too-large', path: 'items', message: /larger than 201 bytes/ },
  },
  {
    limit: 'depth',
    most: 5,
    xml: (n) => open(`\n${'<a>'.repeat(n - 3)}${'</a>'.repeat(n - 3)}`),
    problem: {
      code: 'too-deep',
      path: 'items/item[1]/attributes/a/a',
      line: 3,
      column: 7,
      message: /more than 5 deep/,
    },
  },
  {
    limit: 'elements',
    most: 8,
    // Counts the root, the item, `attributes`, an element, a comment and an instruction, then elements.
    xml: (n) => open(`<a/><!--x--><?x?>\n${'<b/>'.repeat(n - 6)}`),
    problem: {
      code: 'too-many-elements',
      path: 'items/item[1]/attributes',
      line: 3,
      column: 9,
      message: /more than 8 elements, comments and instructions/,
    },
  },
  {
    limit: 'children',
    most: 5,
    xml: (n) => open(`<a/><!--x--><?x?>\n${'<b/>'.repeat(n - 3)}`),
    problem: {
      code: 'too-many-children',
      path: 'items/item[1]/attributes',
      line: 3,
      column: 9,
      message: /more than 5 elements, comments and instructions/,
    },
  },
  {
    limit: 'children',
    most: 6,
    xml: (n) => feed(`<item/>\n${'<!---->'.repeat(n - 1)}`),
    problem: { code: 'too-many-children', path: 'items', line: 2, column: 36, message: /more than 6/ },
  },
  {
    limit: 'attributes',
    most: 4,
    xml: (n) =>
      open(
        `<b/>\n<b xmlns:p="urn:p" xmlns="urn:q"${Array.from({ length: n - 2 }, (_, i) => ` a${i}=""`).join('')}/>`,
      ),
    problem: {
      code: 'too-many-attributes',
      path: 'items/item[1]/attributes/b',
      line: 3,
      column: 46,
      message: /more than 4 attributes/,
    },
  },
  {
    limit: 'attributeBytes',
    most: 201,
    xml: (n) => open(`\n<b c="1" a="${'é'.repeat(Math.floor(n / 2))}${n % 2 === 0 ? '' : 'x'}"/>`),
    problem: {
      code: 'attribute-too-long',
      path: 'items/item[1]/attributes/b',
      line: 3,
      column: 10,
      message: /longer than 201 bytes/,
    },
  },
  {
    limit: 'textBytes',
    most: 100,
    xml: (n) =>
      open(`<b>${'é'.repeat(20)}</b>\n<b>${'x'.repeat(40)}<c/>&lt;<![CDATA[${'x'.repeat(n - 44)}]]></b>`),
    problem: {
      code: 'text-too-long',
      path: 'items/item[1]/attributes/b',
      line: 3,
      column: 61,
      message: /longer than 100 bytes/,
    },
  },
  {
    limit: 'textBytes',
    most: 100,
    xml: (n) => open(`\n<!--${'x'.repeat(n)}-->`),
    problem: {
      code: 'text-too-long',
      path: 'items/item[1]/attributes',
      line: 3,
      column: 5,
      message: /100 bytes/,
    },
  },
  {
    limit: 'textBytes',
    most: 100,
    xml: (n) => open(`\n<?a ${'x'.repeat(n - 1)}?>`),
    problem: {
      code: 'text-too-long',
      path: 'items/item[1]/attributes',
      line: 3,
      column: 4,
      message: /100 bytes/,
    },
  },
  {
    limit: 'nameBytes',
    most: 20,
    xml: (n) => open(`\n<${'é'.repeat(5)}${'x'.repeat(n - 10)}/>`),
    problem: {
      code: 'name-too-long',
      path: 'items/item[1]/attributes',
      line: 3,
      column: 2,
      message: /20 bytes/,
    },
  },
  {
    limit: 'nameBytes',
    most: 20,
    xml: (n) => open(`\n<b ${'x'.repeat(n)}=""/>`),
    problem: {
      code: 'name-too-long',
      path: 'items/item[1]/attributes/b',
      line: 3,
      column: 4,
      message: /20 bytes/,
    },
  },
  {
    limit: 'items',
    most: 3,
    xml: (n) => feed(`\n${'<item/>'.repeat(n)}`),
    problem: {
      code: 'too-many-items',
      path: 'items/item[4]',
      line: 2,
      column: 22,
      message: /more than 3 items/,
    },
  },
  {
    limit: 'itemBytes',
    most: 100,
    xml: (n) => feed(`<item/>\n<item><name>${'é'.repeat(20)}${'x'.repeat(n - 66)}</name></item>`),
    problem: {
      code: 'item-too-large',
      path: 'items/item[2]',
      line: 2,
      column: 1,
      message: /larger than 100 bytes/,
    },
  },
]

describe.each(cases)('$limit: $problem.code', ({ limit, most, xml, problem }) => {
  it('accepts a document at the limit', () => {
    const codes = check(xml(most), { [limit]: most }).map(({ code }) => code)
    expect(codes).not.toContain(problem.code)
  })
  it('reports a document above it with code, position, limit and remedy', () => {
    const { message, ...place } = problem
    const found = check(xml(most + 1), { [limit]: most })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject(place)
    expect(found[0]?.message).toMatch(message)
    expect(found[0]?.message).toMatch(/(Send|Remove|Nest|Shorten|Use).*\.$/)
  })
})

describe('problems', () => {
  const faults = (n: number) => inItem('<x/>'.repeat(n))
  it('are all listed up to the limit', () => {
    expect(check(faults(5), { problems: 5 }).map(({ code }) => code)).toEqual(
      Array.from({ length: 5 }, () => 'unknown-element'),
    )
  })
  it('are counted above the limit, in the last one', () => {
    const found = check(faults(9), { problems: 5 })
    expect(found).toHaveLength(6)
    expect(found[5]).toEqual({
      code: 'more-problems',
      path: 'items',
      line: 2,
      column: 27,
      message: 'There are 9 problems; only 5 of them are listed. Fix them and check again.',
    })
  })
  it('above the limit are a warning if none of them is an error', () => {
    const answer = (inside: string) =>
      `<items xmlns="${namespaceName('/item')}" start="0" count="1" total="1">${inside}</items>`
    const of = (inside: string) =>
      parseDocument(documents.items, answer(inside), { limits: { ...answerLimits, problems: 2 } })
    expect(of('<item id="1"><x/><x/><x/></item>').problems.at(-1)).toMatchObject({
      code: 'more-problems',
      severity: 'warning',
    })
    const withError = of('<item id="1"><x/><x/><x/></item><item/>')
    expect(withError.problems.at(-1)).not.toHaveProperty('severity')
    expect(withError.value?.item).toHaveLength(2)
  })
  it('of the rules count too', () => {
    const everyProblem = checkFeed('create', feed('<item/>'.repeat(3)))
    const { problems, omitted } = checkFeed('create', feed('<item/>'.repeat(3)), {
      limits: { ...feedLimits, problems: 10 },
    })
    expect(problems).toHaveLength(11)
    expect(omitted).toEqual({ errors: everyProblem.problems.length - 10, warnings: 0 })
    expect(problems.at(-1)).toMatchObject({ code: 'more-problems', line: 1 })
  })
})

describe('the limits of a role', () => {
  const long = (characters: number) => '<a>'.repeat(characters) + '</a>'.repeat(characters)
  it('are those of feeds for requests, and higher for responses', () => {
    const codes = (role: 'request' | 'response') =>
      parseElement(ingestItem, `<item>${long(100)}</item>`, { role }).problems.map(({ code }) => code)
    expect(codes('request')).toEqual(['too-deep'])
    expect(codes('response')).toEqual(['unknown-element'])
  })
  it('limit a single element to the size of an item', () => {
    const limits = { ...answerLimits, itemBytes: 50 }
    const codes = (xml: string) => parseElement(ingestItem, xml, { limits }).problems.map(({ code }) => code)
    expect(codes(`<item>${' '.repeat(37)}</item>`)).toEqual([])
    expect(codes(`<item>${' '.repeat(38)}</item>`)).toEqual(['too-large'])
  })
})

it('limits the size of unknown content, with its namespaces, to that of a document', () => {
  const xml = (n: number) =>
    feed(`<item xmlns:p="urn:${'x'.repeat(100)}">\n<attributes>${'<p:a/>'.repeat(n)}</attributes></item>`)
  expect(check(xml(10), { documentBytes: 5000 })).toEqual([])
  expect(check(xml(100), { documentBytes: 5000 })).toMatchObject([
    { code: 'too-large', path: 'items', line: 2, message: expect.stringMatching(/namespaces written out/) },
  ])
})
