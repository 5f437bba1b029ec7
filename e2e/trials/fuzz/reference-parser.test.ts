import { describe, expect, test } from 'vitest'
import { difference, judge } from './reference-parser.ts'

const read = (xml: string) => {
  const verdict = judge(Buffer.from(xml))
  if (verdict.kind !== 'accepted') throw new Error(verdict.kind)
  return verdict.root
}

describe('libxml2 as the reference', () => {
  test('reads all nodes after an instruction or a comment', () => {
    expect(read('<a>1<?x?>2<!-- --><![CDATA[3]]><b/>4</a>')).toMatchObject({
      content: ['123', { name: 'b' }, '4'],
    })
  })
  test('distinguishes broken documents from violations of other specifications', () => {
    expect(judge(Buffer.from('<a')).kind).toBe('refused')
    expect(judge(Buffer.from('<p:a/>')).kind).toBe('refused')
    expect(judge(Buffer.from('<a xml:id="1 2"/>')).kind).toBe('no-tree')
  })
  test.each([
    ['a name', '<a><b/></a>', '<a><c/></a>'],
    ['a namespace', '<a xmlns="urn:x"/>', '<a xmlns="urn:y"/>'],
    ['an attribute', '<a b="1"/>', '<a b="2"/>'],
    ['a text', '<a>1</a>', '<a>1 </a>'],
    ['a missing child', '<a><b/></a>', '<a/>'],
  ])('detects a difference in %s', (_what, one, other) => {
    expect(difference(read(one), read(other))).toBeDefined()
    expect(difference(read(one), read(one))).toBeUndefined()
  })
  test('ignores prefixes, order of attributes, CDATA sections and comments', () => {
    const other = read('<p:a xmlns:p="u" c="2" b="1"><!-- -->1<p:b/></p:a>')
    expect(difference(read('<a xmlns="u" b="1" c="2"><![CDATA[1]]><b/></a>'), other)).toBeUndefined()
  })
})
