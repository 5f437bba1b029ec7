import { describe, expect, test } from 'vitest'
import { growthOf } from '../vocabulary/kit/testing/growth.ts'
import { isSameText, isSameXml, stableText, stableXml } from './transient.ts'

describe('transient parts', () => {
  test.each([
    ['https://m.invalid/a.jpg?expires=1&signature=x', 'https://m.invalid/a.jpg'],
    ['https://m.invalid/a.jpg?w=2&X-Amz-Date=1&h=3#top', 'https://m.invalid/a.jpg?w=2&h=3#top'],
    ['https://m.invalid/a.jpg?w=2', 'https://m.invalid/a.jpg?w=2'],
    ['see https://m.invalid/a?sig=1 there', 'see https://m.invalid/a?sig=1 there'],
    ['expires=1', 'expires=1'],
  ])('%s', (text, lasting) => {
    expect(stableText(text)).toBe(lasting)
  })
  test('addresses that differ only by signature are equal', () => {
    expect(isSameText('https://a.invalid/b?token=1', 'https://a.invalid/b?token=2')).toBe(true)
    expect(isSameText('https://a.invalid/b?token=1', 'https://a.invalid/b')).toBe(true)
    expect(isSameText('https://a.invalid/b?v=1', 'https://a.invalid/b?v=2')).toBe(false)
  })
  test.each([
    ['in an element', (n: number) => `<url>\n https://a.invalid/b?w=1&amp;expires=${n}&amp;sig=${n} </url>`],
    ['in a section', (n: number) => `<url><![CDATA[https://a.invalid/b?w=1&sig=${n}]]></url>`],
    ['in an attribute', (n: number) => `<clip href='https://a.invalid/b?sig=${n}' other=""/>`],
    ['with a character reference', (n: number) => `<url>https://a.invalid/b?x=1&#38;sig=${n}</url>`],
  ])('in XML: %s', (_, write) => {
    expect(isSameXml(write(1), write(2))).toBe(true)
    expect(isSameXml(write(1), write(2).replace('/b', '/c'))).toBe(false)
  })
  test('keeps the signature of an address inside a longer text', () => {
    const write = (n: number) => `<name>go to https://a.invalid/b?token=${n}</name>`
    expect(isSameXml(write(1), write(2))).toBe(false)
  })
  test('scans many starts of addresses in linear time', () => {
    for (const unit of ['[http://', '[http://?', '>http://a?b  ', '> ', '"http://a?']) {
      const { isLinear, times } = growthOf((n) => unit.repeat(n), stableXml, 4000)
      expect(isLinear, `${unit}: ${times.join(', ')}`).toBe(true)
    }
  })
})
