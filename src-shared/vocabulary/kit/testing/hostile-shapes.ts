/**
 * Documents whose size grows with a number: one for every XML construct that might cost a reader more than
 * linear time or memory. They are well-formed unless their name states otherwise. For growth tests and
 * trials only.
 */
import { namespaceName } from '../../namespaces.ts'

export interface HostileShape {
  name: string
  /** The content of one item; its length is proportional to `n`. */
  inside(n: number): string
  /** Content between the declaration and the root. */
  before?(n: number): string
  /** Content after the root. */
  after?(n: number): string
  /** Content of the root after the item: further items, or anything else. */
  beside?(n: number): string
  /** Additional attributes of the root. */
  rootAttributes?(n: number): string
}

/** A complete document with one item of this shape: a feed, or a response of the service. */
export function document(root: 'feed' | 'items', shape: HostileShape, n: number): string {
  const own =
    root === 'feed'
      ? `xmlns="${namespaceName('/feed/item')}"`
      : `xmlns="${namespaceName('/item')}" start="0" count="1" total="1"`
  const further = shape.rootAttributes?.(n) ?? ''
  const item = `<item${root === 'feed' ? '' : ' id="1"'}>${shape.inside(n)}</item>`
  return `<?xml version="1.0"?>${shape.before?.(n) ?? ''}<items ${own}${further}>${item}${shape.beside?.(n) ?? ''}</items>${shape.after?.(n) ?? ''}`
}

const times = (n: number, one: (index: number) => string): string => {
  const parts: string[] = []
  for (let index = 0; index < n; index += 1) parts.push(one(index))
  return parts.join('')
}
const shape = (
  name: string,
  inside: (n: number) => string,
  rest: Partial<HostileShape> = {},
): HostileShape => ({
  name,
  inside,
  ...rest,
})
const nothing = () => ''

/** All shapes; `n` counts what the name states. */
export const hostileShapes: readonly HostileShape[] = [
  // Attributes and namespaces
  shape('attributes of one element', (n) => `<a${times(n, (i) => ` a${i}="${i}"`)}/>`),
  shape(
    'attributes of a known element',
    (n) => `<ecommerceTitle${times(n, (i) => ` a${i}=""`)}>x</ecommerceTitle>`,
  ),
  shape('attributes of the root', nothing, { rootAttributes: (n) => times(n, (i) => ` a${i}="${i}"`) }),
  shape('prefixed attributes of one element', (n) => `<a xmlns:p="urn:p"${times(n, (i) => ` p:a${i}=""`)}/>`),
  shape('the same attribute again (not well-formed)', (n) => `<a${times(n, () => ' a=""')}/>`),
  shape('declarations of one element', (n) => `<a${times(n, (i) => ` xmlns:p${i}="urn:${i}"`)}/>`),
  shape('declarations of the root', nothing, {
    rootAttributes: (n) => times(n, (i) => ` xmlns:p${i}="urn:${i}"`),
  }),
  shape(
    'declarations in nested scopes',
    (n) => `${times(n, (i) => `<a xmlns:p${i}="urn:${i}">`)}${'</a>'.repeat(n)}`,
  ),
  shape('elements with a scope each', (n) => times(n, (i) => `<p:a xmlns:p="urn:${i}"/>`)),
  shape('elements in a long namespace', (n) => `<a xmlns:p="urn:${'x'.repeat(n)}">${'<p:a/>'.repeat(n)}</a>`),
  shape('unknown elements in a long namespace', (n) => '<p:a/>'.repeat(n), {
    rootAttributes: (n) => ` xmlns:p="urn:${'x'.repeat(n)}"`,
  }),
  shape('attributes in a long namespace', (n) => `<a>${'<b p:a=""/>'.repeat(n)}</a>`, {
    rootAttributes: (n) => ` xmlns:p="urn:${'x'.repeat(n)}"`,
  }),
  shape('a long attribute', (n) => `<a a="${'x'.repeat(n)}"/>`),
  shape('a long attribute of references', (n) => `<a a="${'&lt;'.repeat(n)}"/>`),
  shape('a long attribute of line breaks', (n) => `<a a="${'\r\n'.repeat(n)}"/>`),
  shape(
    'spaces in a start tag',
    (n) => `<a${' '.repeat(n)}a${' '.repeat(n)}=${' '.repeat(n)}""${'\n'.repeat(n)}/>`,
  ),
  shape('spaces in an end tag', (n) => `<a></a${' '.repeat(n)}>`),
  // Elements
  shape('nested elements', (n) => '<a>'.repeat(n) + '</a>'.repeat(n)),
  shape(
    'nested elements with different names',
    (n) => `${times(n, (i) => `<a${i}>`)}${times(n, (i) => `</a${n - 1 - i}>`)}`,
  ),
  shape('elements never closed (not well-formed)', (n) => '<a>'.repeat(n)),
  shape('empty unknown elements', (n) => '<a/>'.repeat(n)),
  shape('empty unknown elements with different names', (n) => times(n, (i) => `<a${i}/>`)),
  shape('empty elements inside an unknown one', (n) => `<a>${'<a/>'.repeat(n)}</a>`),
  shape('pairs of tags', (n) => '<a></a>'.repeat(n)),
  shape('a repeated element that may occur only once', (n) => '<ecommerceTitle/>'.repeat(n)),
  shape(
    'entries of a list, each with a problem',
    (n) => `<productCodes>${'<productCode><x/></productCode>'.repeat(n)}</productCodes>`,
  ),
  shape(
    'simple entries of a list, each with a problem',
    (n) =>
      `<products><product><grocery><kosherCodes>${'<kosherCode>x</kosherCode>'.repeat(n)}</kosherCodes></grocery></product></products>`,
  ),
  shape(
    'entries of a list, each without required members',
    (n) => `<products>${'<product/>'.repeat(n)}</products>`,
  ),
  shape(
    'comments between entries of a list',
    (n) => `<productCodes>${'<!----><productCode>1</productCode>'.repeat(n)}</productCodes>`,
  ),
  shape(
    'attributes on simple entries of a list',
    (n) =>
      `<products><product><warnings>${'<warning a="">x</warning>'.repeat(n)}</warnings></product></products>`,
  ),
  shape('a long name', (n) => `<${'a'.repeat(n)}/>`),
  shape('a long prefix', (n) => `<${'p'.repeat(n)}:a xmlns:${'p'.repeat(n)}="urn:p"/>`),
  shape('a long name of an attribute', (n) => `<a ${'a'.repeat(n)}=""/>`),
  // Text
  shape('a long text', (n) => `<ecommerceTitle>${'x'.repeat(n)}</ecommerceTitle>`),
  shape('a long text outside ASCII', (n) => `<ecommerceTitle>${'漢😀'.repeat(n)}</ecommerceTitle>`),
  shape('text between elements', (n) => 'x<a/>'.repeat(n)),
  shape('references to entities', (n) => `<ecommerceTitle>${'&amp;'.repeat(n)}</ecommerceTitle>`),
  shape('references to characters', (n) => `<ecommerceTitle>${'&#65;&#x1F600;'.repeat(n)}</ecommerceTitle>`),
  shape('a reference of many digits', (n) => `<ecommerceTitle>&#${'0'.repeat(n)}65;</ecommerceTitle>`),
  shape(
    'a reference without an end (not well-formed)',
    (n) => `<ecommerceTitle>&${'a'.repeat(n)}</ecommerceTitle>`,
  ),
  shape('ampersands (not well-formed)', (n) => `<ecommerceTitle>${'&'.repeat(n)}</ecommerceTitle>`),
  shape('one long section', (n) => `<ecommerceTitle><![CDATA[${'x'.repeat(n)}]]></ecommerceTitle>`),
  shape('brackets in a section', (n) => `<ecommerceTitle><![CDATA[${']'.repeat(n)}]]></ecommerceTitle>`),
  shape('brackets in text', (n) => `<ecommerceTitle>${']'.repeat(n)}</ecommerceTitle>`),
  shape('empty sections', (n) => `<ecommerceTitle>${'<![CDATA[]]>'.repeat(n)}</ecommerceTitle>`),
  shape('short sections', (n) => `<ecommerceTitle>${'<![CDATA[x]]>y'.repeat(n)}</ecommerceTitle>`),
  shape('a section without an end (not well-formed)', (n) => `<a><![CDATA[${'<![CDATA['.repeat(n)}`),
  shape('line breaks', (n) => '\n'.repeat(n)),
  shape('line breaks of two characters', (n) => `<ecommerceTitle>${'\r\n'.repeat(n)}</ecommerceTitle>`),
  shape('carriage returns', (n) => `<ecommerceTitle>${'\r'.repeat(n)}</ecommerceTitle>`),
  shape('spaces in a number', (n) => `<manufacturerId>1${' '.repeat(n)}1</manufacturerId>`),
  shape(
    'digits of a number',
    (n) => `<packageData><unitsInPackage>${'1'.repeat(n)}x</unitsInPackage></packageData>`,
  ),
  // Comments and instructions
  shape('comments', (n) => '<!---->'.repeat(n)),
  shape('comments in a text', (n) => `<ecommerceTitle>${'x<!---->'.repeat(n)}</ecommerceTitle>`),
  shape('a long comment', (n) => `<!--${'x'.repeat(n)}-->`),
  shape('hyphens in a comment', (n) => `<!--${'- '.repeat(n)}-->`),
  shape('comments without an end (not well-formed)', (n) => '<!--'.repeat(n)),
  shape('comments before the root', nothing, { before: (n) => '<!---->'.repeat(n) }),
  shape('comments and line breaks before the root', nothing, { before: (n) => '<!---->\n'.repeat(n) }),
  shape('comments after the root', nothing, { after: (n) => '<!---->'.repeat(n) }),
  shape('comments after the item', nothing, { beside: (n) => '<!---->'.repeat(n) }),
  shape('instructions', (n) => '<?a?>'.repeat(n)),
  shape('a long instruction', (n) => `<?a ${'x'.repeat(n)}?>`),
  shape('question marks in an instruction', (n) => `<?a ${'?'.repeat(n)}?>`),
  shape('instructions before the root', nothing, { before: (n) => '<?a?>'.repeat(n) }),
  shape('instructions without an end (not well-formed)', (n) => '<?a '.repeat(n)),
  shape('spaces before the root', nothing, { before: (n) => ' '.repeat(n) }),
  shape('spaces after the root', nothing, { after: (n) => ' '.repeat(n) }),
  shape('a document type (refused)', nothing, {
    before: (n) => `<!DOCTYPE items [${times(n, (i) => `<!ENTITY e${i} "x">`)}]>`,
  }),
  // Items
  shape('empty items', nothing, { beside: (n) => '<item/>'.repeat(n) }),
  shape('items of one title', nothing, {
    beside: (n) =>
      times(n, (i) => `<item type="grocery" id="${i + 2}"><ecommerceTitle>t</ecommerceTitle></item>`),
  }),
  shape('items with the same code', nothing, {
    beside: (n) =>
      '<item><productCodes><productCode type="GTIN">09521234000015</productCode></productCodes></item>'.repeat(
        n,
      ),
  }),
  shape('unknown elements after the item', nothing, { beside: (n) => '<a/>'.repeat(n) }),
  shape('text after the item', nothing, { beside: (n) => 'x<a/>'.repeat(n) }),
]
