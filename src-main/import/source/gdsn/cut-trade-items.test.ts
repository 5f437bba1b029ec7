import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rowLimits } from '../../../../src-shared/file-limits.ts'
import { numberOfCases } from '../../../../src-shared/testing/number-of-cases.ts'
import { growthOf } from '../../../../src-shared/vocabulary/kit/testing/growth.ts'
import { type CutItem, openCutter } from './cut-trade-items.ts'

function cut(text: string, size = text.length || 1): CutItem[] {
  const cutter = openCutter()
  const all: CutItem[] = []
  for (let at = 0; at < text.length; at += size) all.push(...cutter.add(text.slice(at, at + size)))
  return [...all, ...cutter.end()]
}

describe('cutting trade items out of a message', () => {
  const item = (inside: string) => `<tradeItem>${inside}</tradeItem>`
  test('returns each trade item with its line, ignoring the content around it', () => {
    const text = `<message>\n<catalogueItem>${item('\n<a/>\n')}<catalogueItemChildItemLink>\n<ns2:tradeItem x="1">b</ns2:tradeItem>\n</catalogueItemChildItemLink></catalogueItem>\n<tradeItemInformation>no</tradeItemInformation></message>`
    expect(cut(text)).toEqual([
      { line: 2, xml: '<tradeItem>\n<a/>\n</tradeItem>' },
      { line: 5, xml: '<ns2:tradeItem x="1">b</ns2:tradeItem>' },
    ])
  })

  test('reports a missing end without affecting other trade items', () => {
    const text = `<m><tradeItem>1\n${item('2')}<tradeItem>3\n</m>`
    expect(cut(text)).toMatchObject([
      { line: 1, fault: 'The end of this trade item is missing.' },
      { line: 2, xml: item('2') },
      { line: 2, fault: 'The end of this trade item is missing.' },
    ])
  })

  test('reports a trade item that is too long once, and reads the next one', () => {
    const text = item('x'.repeat(rowLimits.characters + 1)) + item('2')
    expect(cut(text, 65_536)).toEqual([
      {
        line: 1,
        xml: expect.any(String),
        fault: `This trade item is longer than ${rowLimits.characters} characters.`,
      },
      { line: 1, xml: item('2') },
    ])
  })

  const part = fc.constantFrom(
    '<tradeItem>',
    '<tradeItem a="b"\n>',
    '</tradeItem>',
    '</tradeItem\n>',
    '<p:tradeItem>',
    '</p:tradeItem>',
    '<tradeItem',
    '<tradeItemInformation>',
    '<trade',
    'Item>',
    '>',
    '<',
    '/',
    '\n',
    'text',
  )
  test('returns the same trade items for any chunk size', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), fc.integer({ min: 1, max: 40 }), (parts, size) => {
        const text = parts.join('')
        expect(cut(text, size)).toEqual(cut(text))
      }),
      { numRuns: numberOfCases(500) },
    )
  })

  test.each([
    ['unfinished start tags', '<tradeItem '],
    ['start tags', '<tradeItem>'],
    ['end tags', '</tradeItem>'],
    ['less-than signs', '<'],
    ['line ends', '\n'],
  ])('scans many %s in linear time', (_name, unit) => {
    const growth = growthOf(
      (n) => `<tradeItem>${unit.repeat(n)}`,
      (text) => void cut(text, 65_536),
      50_000,
    )
    expect(growth.isLinear).toBe(true)
  })
})
