import { expect, test } from 'vitest'
import { growthOf } from '../../../../src-shared/vocabulary/kit/testing/growth.ts'
import { readTradeItem } from './read-trade-item.ts'

const item = (inside: string) => `<p:tradeItem xmlns:p="x">${inside}</p:tradeItem>`

test('reads elements without prefixes, with attributes and texts unchanged', () => {
  const text = item('<a b="00012">0100 &amp; &#233;<!-- no --></a><q:c/><a><![CDATA[<raw>]]></a>')
  expect(readTradeItem(text)).toEqual({
    element: {
      name: 'tradeItem',
      attributes: {},
      text: '',
      children: [
        { name: 'a', attributes: { b: '00012' }, text: '0100 & é', children: [] },
        { name: 'c', attributes: {}, text: '', children: [] },
        { name: 'a', attributes: {}, text: '<raw>', children: [] },
      ],
    },
  })
})

test.each([
  ['broken XML', item('<a>'), /its XML is broken/],
  ['a bare ampersand in a tag', '<tradeItem a=b></tradeItem>', /its XML is broken/],
  ['a DOCTYPE', item('<!DOCTYPE a [<!ENTITY b "c">]>'), /DOCTYPE/],
  ['deep nesting', item('<a>'.repeat(100) + '</a>'.repeat(100)), /more than 64 deep/],
  ['too many elements', item('<a></a>'.repeat(20_001)), /more than 20000 elements/],
  ['names that are special in JavaScript', item('<__proto__><polluted>1</polluted></__proto__>'), undefined],
])('affects only one item with %s', (_name, xml, fault) => {
  const read = readTradeItem(xml)
  if (fault) expect(read).toEqual({ fault: expect.stringMatching(fault) })
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test.each([
  ['attributes', (n: number) => item(`<a ${Array.from({ length: n }, (_, i) => `b${i}="1"`).join(' ')}/>`)],
  ['text', (n: number) => item(`<a>${'&amp;'.repeat(n * 10)}</a>`)],
  ['comments', (n: number) => item('<!-- -->'.repeat(n))],
  ['white space', (n: number) => item(' '.repeat(n * 50))],
  ['an open comment', (n: number) => item(`<!--${'<!--'.repeat(n)}`)],
])('reads %s in linear time', (_name, made) => {
  expect(growthOf(made, (xml) => void readTradeItem(xml), 5000).isLinear).toBe(true)
})
