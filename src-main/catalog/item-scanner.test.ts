import fc from 'fast-check'
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { describe, expect, test } from 'vitest'
import { readItemPage } from './item-page.ts'
import { Declined, scanItem, scanPage } from './item-scanner.ts'
import type { ScannedItem } from './scanned-item.ts'

const namespace = 'https://ns.catalog-desk.example/item'
const page = (items: string) =>
  Buffer.from(`<items xmlns="${namespace}" start="0" count="1" total="1">${items}</items>`)

/** The same values by way of a full parser and a tree: the witness the scanner is judged by. */
interface Node {
  name: string
  attributes: Record<string, string>
  text: string
  children: Node[]
}
function parse(xml: string): Node | undefined {
  const parser = new SaxesParser({ xmlns: true })
  const top: Node = { name: '', attributes: {}, text: '', children: [] }
  const open: Node[] = [top]
  let failed = false
  parser.on('error', () => {
    failed = true
  })
  parser.on('opentag', (tag: SaxesTagNS) => {
    const attributes = Object.fromEntries(
      Object.values(tag.attributes).map(({ name, value }) => [name, value]),
    )
    const node = { name: tag.name, attributes, text: '', children: [] }
    open.at(-1)?.children.push(node)
    open.push(node)
  })
  parser.on('closetag', () => void open.pop())
  const addText = (text: string) => {
    const node = open.at(-1)
    if (node) node.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(xml).close()
  return failed ? undefined : top.children[0]
}
const all = (nodes: Node[], ...path: string[]): Node[] =>
  path.reduce(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    nodes,
  )
const attribute = (node: Node, name: string) => node.attributes[name] ?? ''
const text = (node: Node) => node.text.trim()

function expected(
  item: Node,
): Omit<ScannedItem, 'start' | 'end' | 'outline' | 'texts'> & { texts: string[] } {
  const of = (...path: string[]) => all([item], ...path)
  const first = (nodes: Node[]) => nodes.map(text).find((value) => value !== '') ?? ''
  const party = (node: Node) => ({ id: attribute(node, 'id').trim(), name: text(node) })
  const texts = [
    'marketingDescription',
    'otherDescription',
    'ecommerceDescription',
    'manufacturerEcommerceDescription',
  ].flatMap((name) => of(name))
  return {
    id: attribute(item, 'id').trim(),
    status: attribute(item, 'status'),
    name: first(of('name')),
    codes: of('upcs', 'upc')
      .map((node) => ({ type: attribute(node, 'type'), code: text(node) }))
      .filter(({ code }) => code !== ''),
    brands: of('products', 'product', 'brand').map(party),
    manufacturers: of('products', 'product', 'manufacturer').map(party),
    created: first(of('created')),
    updated: first(of('lastUpdated')),
    texts: [...texts, ...of('categories', 'category'), ...of('products', 'product', 'description')]
      .map(text)
      .filter((value) => value !== '')
      .toSorted(),
    media: of('media', 'medium').map((node) => ({
      type: attribute(node, 'type'),
      view: attribute(node, 'view'),
      mimeType: attribute(node, 'mimeType'),
      imageSource: attribute(node, 'imageSource'),
      added: attribute(node, 'added'),
      description: all([node], 'description').map(text).at(-1) ?? '',
      url: all([node], 'url').map(text).at(-1) ?? '',
    })),
  }
}
const comparable = ({ start, end, outline, texts, ...rest }: ScannedItem) => ({
  ...rest,
  texts: texts.toSorted(),
})

const leafText = fc
  .string({
    unit: fc.constantFrom(
      'a',
      'B',
      ' ',
      'é',
      '水',
      '🥛',
      '\n',
      '\r\n',
      '\t',
      '&amp;',
      '&lt;',
      '&#233;',
      '&#x1F95B;',
      ']]',
      '>x',
      '"',
      "'",
    ),
  })
  .map((value) => value.replaceAll(']]>', ']] >'))
const attributeValue = leafText.map((value) => value.replaceAll('"', '&quot;'))
const content = fc.oneof(
  { weight: 6, arbitrary: leafText },
  leafText.map((value) => `<![CDATA[${value.replaceAll('&', '')}]]>`),
  leafText.map((value) => `x<!-- ${value} -->y`),
  leafText.map((value) => `${value}<unknown a="&gt;">within<br/></unknown>${value}`),
)
const element = (
  name: string,
  inner: fc.Arbitrary<string>,
  attributes: string[] = [],
): fc.Arbitrary<string> =>
  fc
    .tuple(
      inner,
      fc.tuple(...attributes.map((_name) => fc.option(attributeValue))),
      fc.constantFrom('', ' ', '\n  '),
    )
    .map(([within, values, space]) => {
      const written = attributes.flatMap((of, index) =>
        values[index] == null ? [] : [` ${of}="${values[index]}"`],
      )
      const tag = `${name}${written.join('')}${space}`
      return within === '' && space === '' ? `<${tag}/>` : `<${tag}>${within}</${name}${space}>`
    })
const many = (...of: fc.Arbitrary<string>[]) =>
  fc.array(fc.oneof(...of), { maxLength: 4 }).map((pieces) => pieces.join('\n  '))

const medium = element('medium', many(element('description', content), element('url', content)), [
  'added',
  'type',
  'view',
  'mimeType',
  'imageSource',
])
const product = element(
  'product',
  many(
    element('description', content),
    element('brand', content, ['id']),
    element('manufacturer', content, ['id']),
    element(
      'grocery',
      many(element('ingredients', content), element('nutritions', fc.constant('<nutrition/>'))),
    ),
    element('novelty', content, ['of']),
  ),
  ['sequence'],
)
const item = element(
  'item',
  many(
    element('name', content),
    element('marketingDescription', content),
    element('ecommerceDescription', content),
    element('upcs', many(element('upc', content, ['type']))),
    element('categories', many(element('category', content, ['type', 'id']))),
    element('created', content, ['id']),
    element('lastUpdated', content, ['id']),
    element('media', many(medium)),
    element('products', many(product)),
    element('later', content, ['a', 'b']),
    fc.constant('<?hint at all?>'),
  ),
  ['id', 'status'],
)

describe('the byte scanner', () => {
  test('captures what a full parser finds, and slices each item byte for byte', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 3 }), (items) => {
        const bytes = page(items.join('\n'))
        const tree = parse(bytes.toString())
        const scanned = scanPage(bytes)
        expect(scanned.items.map(comparable)).toEqual(tree?.children.map(expected))
        expect(scanned.items.map(({ start, end }) => bytes.subarray(start, end).toString())).toEqual(items)
      }),
      { numRuns: 400 },
    )
  })

  test('finds the same in an element that stands alone', () => {
    fc.assert(
      fc.property(item, (xml) => {
        const [within] = scanPage(page(xml)).items
        const { start, end, ...alone } = scanItem(Buffer.from(xml))
        expect({ ...alone, start, end }).toEqual({ ...within, start: 0, end: Buffer.byteLength(xml) })
      }),
      { numRuns: 200 },
    )
  })

  test('takes nothing that a full parser refuses', () => {
    const fragments = [
      '<',
      '>',
      '&',
      '"',
      "'",
      '/',
      '=',
      ' ',
      '-',
      '--',
      ']]>',
      '<!--',
      '-->',
      '<![CDATA[',
      '<?',
      '?>',
      '<a>',
      '</a>',
      '&x;',
      '&#0;',
      '&#xD800;',
      '&#65;',
      '\u0000',
      '\u000b',
      '\uffff',
      'é',
      ':',
      'xml',
      'id="1"',
      ' xmlns="a"',
      ' x:y="1"',
      '<!DOCTYPE items>',
      '<?xml version="1.0"?>',
      '\ufeff',
    ]
    const mutation = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      remove: fc.nat(6),
      insert: fc.oneof(fc.constant(''), fc.constantFrom(...fragments)),
    })
    let taken = 0
    let refused = 0
    fc.assert(
      fc.property(item, fc.array(mutation, { minLength: 1, maxLength: 2 }), (xml, mutations) => {
        let broken = page(xml).toString()
        for (const { at, remove, insert } of mutations) {
          const from = Math.floor(at * broken.length)
          broken = broken.slice(0, from) + insert + broken.slice(from + remove)
        }
        const bytes = Buffer.from(broken)
        const tree = parse(bytes.toString())
        let scanned: ScannedItem[] | undefined
        try {
          scanned = scanPage(bytes).items
        } catch (error) {
          if (!(error instanceof Declined)) throw error
        }
        if (tree === undefined) refused++
        if (scanned === undefined) return
        taken++
        expect(tree, broken).toBeDefined()
        const items = tree?.children.filter(({ name }) => name === 'item') ?? []
        expect(scanned.map(comparable), broken).toEqual(items.map(expected))
      }),
      { numRuns: 5000 },
    )
    // Both outcomes were met often enough for the property to mean something.
    expect(taken).toBeGreaterThan(100)
    expect(refused).toBeGreaterThan(100)
  })

  test.each([
    [
      'a byte that is no UTF-8',
      Buffer.concat([page('').subarray(0, -8), Buffer.from([0xff]), Buffer.from('</items>')]),
    ],
    ['a document that ends early', page('<item id="1"><name>a</name>').subarray(0, -8)],
    ['an attribute given twice', page('<item id="1" id="2"/>')],
    ['a document type', Buffer.from(`<!DOCTYPE items><items xmlns="${namespace}"/>`)],
    ['a prefix', page('<x:item xmlns:x="a"/>')],
    ['another encoding', Buffer.from(`<?xml version="1.0" encoding="latin1"?><items xmlns="${namespace}"/>`)],
    ['an instruction called xml', page('<?XML a?>')],
    ['nesting without end', page('<a>'.repeat(100_000))],
  ])('declines %s', (_what, bytes) => {
    expect(() => scanPage(bytes)).toThrow(Declined)
  })
})

describe('documents the scanner leaves to the full parser', () => {
  const prefixed = `<s:items xmlns:s="${namespace}" total="7"><s:item id="1"><s:name>Tea &amp; <!--c-->milk</s:name>
    <other:extra xmlns:other="urn:o" other:a="1"><s:name>inner</s:name></other:extra></s:item></s:items>`
  const canonical = `<item id="1"><name>Tea &#38; <!--c-->milk</name>
    <other:extra other:a="1" xmlns:other="urn:o"><name>inner</name></other:extra></item>`

  test('are written anew with the default namespace', () => {
    const { items, total } = readItemPage(Buffer.from(prefixed))
    expect(total).toBe(7)
    expect(items.map(({ body }) => Buffer.from(body).toString())).toEqual([canonical])
    expect(items[0]?.scanned).toMatchObject({ id: '1', name: 'Tea & milk' })
  })

  test.each([
    ['UTF-16, little end first', Buffer.from(`\ufeff${prefixed}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\ufeff${prefixed}`, 'utf16le').swap16()],
    ['a declared encoding', Buffer.from(`<?xml version="1.0" encoding="iso-8859-1"?>${prefixed}`, 'latin1')],
  ])('are read in %s', (_what, bytes) => {
    expect(Buffer.from(readItemPage(bytes).items[0]?.body ?? []).toString()).toBe(canonical)
  })

  test('of the usual content come out with the same values', () => {
    fc.assert(
      fc.property(item, (xml) => {
        const rewritten = readItemPage(Buffer.from(`\ufeff${page(xml)}`, 'utf16le')).items[0]
        const [direct] = scanPage(page(xml)).items
        expect(rewritten && comparable(rewritten.scanned)).toEqual(direct && comparable(direct))
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    ['not-well-formed', '<items><item></items>'],
    ['doctype', '<!DOCTYPE items [<!ENTITY a "b">]><items>&a;</items>'],
    ['unexpected-root', '<things/>'],
    ['too-deep', `<items>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</items>`],
    ['encoding', '<?xml version="1.0" encoding="klingon"?><items/>'],
  ])('are refused with the reason: %s', (code, xml) => {
    expect(() => readItemPage(Buffer.from(xml))).toThrow(expect.objectContaining({ code }))
  })

  test('in a namespace that was not expected are read, and reported', () => {
    const { items, problems } = readItemPage(
      Buffer.from('<items xmlns="urn:else"><item id="1"/><item/></items>'),
    )
    expect(items).toHaveLength(2)
    expect(problems.map(({ code, path }) => [code, path])).toEqual([
      ['namespace', 'items'],
      ['missing', 'items/item[2]/@id'],
    ])
  })
})
