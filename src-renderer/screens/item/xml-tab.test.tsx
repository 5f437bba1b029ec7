import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indentXml } from './xml-tab.tsx'

test('puts each element on its own line, with its text on the same line', () => {
  expect(
    indentXml(
      '<item id="1"><name>Oats &amp; more</name><upcs><upc type="GTIN">1</upc></upcs><media/><a></a></item>',
    ),
  ).toBe(`<item id="1">
  <name>Oats &amp; more</name>
  <upcs>
    <upc type="GTIN">1</upc>
  </upcs>
  <media/>
  <a></a>
</item>`)
})

test('keeps an element that starts with text, and its children, on one line', () => {
  const mixed = '<p>Oats <b>and <i>more</i></b> of it</p>'
  expect(indentXml(mixed)).toBe(mixed)
})

test('does not parse markup inside comments and CDATA', () => {
  expect(indentXml('<a><!-- <b> --><c><![CDATA[<d>]]></c></a>')).toBe(
    '<a>\n  <!-- <b> -->\n  <c><![CDATA[<d>]]></c>\n</a>',
  )
})

const names = fc.constantFrom('item', 'name', 'upc', 'product')
const xml = fc.letrec<{ element: string }>((tie) => ({
  element: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    names.map((name) => `<${name}/>`),
    fc
      .tuple(names, fc.stringMatching(/^[a-z0-9&;]{1,9}$/))
      .map(([name, text]) => `<${name}>${text}</${name}>`),
    fc
      .tuple(names, fc.array(tie('element'), { maxLength: 4 }))
      .map(([name, inner]) => `<${name}>${inner.join('')}</${name}>`),
  ),
})).element

test('adds only line breaks and spaces', () => {
  fc.assert(
    fc.property(xml, (text) => {
      expect(indentXml(text).replace(/\n */g, '')).toBe(text)
    }),
  )
})
