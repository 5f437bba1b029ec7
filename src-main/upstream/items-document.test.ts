import { describe, expect, test } from 'vitest'
import { judgeItemsDocument } from './items-document.ts'

const judge = (xml: string) => judgeItemsDocument(Buffer.from(xml))

describe('an answer is judged by its two ends', () => {
  test.each([
    '<items><item/></items>',
    '\ufeff<?xml version="1.0"?>\n<!-- a --><?b c?>\n<x:items a=">"><x:item/></x:items >\n<!-- d --> <?e f?>\n',
    '<items total="0"/>',
    '<s:items total="/>" />',
    '<ärtikel:items></ärtikel:items>',
  ])('whole: %s', (xml) => {
    expect(judge(xml)).toBe('whole')
  })
  test.each([
    '',
    '<html></html>',
    '<itemsets></itemsets>',
    '<!-- never closed',
    'sign in',
    '<?xml version="1.0"?>',
  ])('another document: %s', (xml) => {
    expect(judge(xml)).toBe('other')
  })
  test.each(['<items>', '<items><item/>', '<items><item></items', '<items a="'])('cut: %s', (xml) => {
    expect(judge(xml)).toBe('cut')
  })
  test('UTF-16 is left to the reading', () => {
    expect(judgeItemsDocument(Buffer.from('\ufeff<html/>', 'utf16le'))).toBe('whole')
  })

  // A regular expression took twice as long for each of them: forty of them stopped the whole program for ever.
  test.each([
    ['before the root', (comments: string) => `${comments}<items`],
    ['behind the root', (comments: string) => `<items>${comments}m`],
    ['behind the end', (comments: string) => `<items></items>${comments}`],
  ])('a million comments %s take no time', (_where, document) => {
    const bytes = Buffer.from(document('<!---->'.repeat(1_000_000)))
    const started = performance.now()
    judgeItemsDocument(bytes)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
