import { describe, expect, test } from 'vitest'
import { checkItemsDocument } from './items-document.ts'

const judge = (xml: string) => checkItemsDocument(Buffer.from(xml))

describe('judging a response by its start and end', () => {
  test.each([
    '<items><item/></items>',
    '\ufeff<?xml version="1.0"?>\n<!-- a --><?b c?>\n<x:items a=">"><x:item/></x:items >\n<!-- d --> <?e f?>\n',
    '<items total="0"/>',
    '<s:items total="/>" />',
    '<ärtikel:items></ärtikel:items>',
  ])('accepts as complete: %s', (xml) => {
    expect(judge(xml)).toBe('whole')
  })
  test.each([
    '',
    '<html></html>',
    '<itemsets></itemsets>',
    '<!-- never closed',
    'sign in',
    '<?xml version="1.0"?>',
  ])('rejects as another document: %s', (xml) => {
    expect(judge(xml)).toBe('other')
  })
  test.each(['<items>', '<items><item/>', '<items><item></items', '<items a="'])(
    'rejects as truncated: %s',
    (xml) => {
      expect(judge(xml)).toBe('cut')
    },
  )
  test('accepts UTF-16 without checking it', () => {
    expect(checkItemsDocument(Buffer.from('\ufeff<html/>', 'utf16le'))).toBe('whole')
  })

  // A regular expression took twice as long for each further comment: forty comments blocked the program
  // forever.
  test.each([
    ['before the root', (comments: string) => `${comments}<items`],
    ['after the root', (comments: string) => `<items>${comments}m`],
    ['after the end', (comments: string) => `<items></items>${comments}`],
  ])('checks a million comments %s quickly', (_where, document) => {
    const bytes = Buffer.from(document('<!---->'.repeat(1_000_000)))
    const started = performance.now()
    checkItemsDocument(bytes)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
