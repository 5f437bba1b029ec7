import { describe, expect, test } from 'vitest'
import { type DocumentName, documents } from './documents.ts'
import { identifyDocument } from './identify-document.ts'
import { namespaceName } from './namespaces.ts'

describe('which document a file is', () => {
  for (const name of Object.keys(documents) as DocumentName[]) {
    const { root, namespace } = documents[name]
    test(`${name}, with any base`, () => {
      expect(identifyDocument(`<${root} xmlns="${namespaceName(namespace)}"/>`)).toBe(name)
      expect(identifyDocument(`<x:${root} xmlns:x="${namespaceName(namespace, 'urn:other')}"/>`)).toBe(name)
    })
  }
  test('without a namespace it goes by the root, and by its counts', () => {
    expect(identifyDocument('<items><item/></items>')).toBe('ingestItems')
    expect(identifyDocument('<items start="0" count="0" total="0"/>')).toBe('items')
    expect(identifyDocument('<contentPlus/>')).toBe('contentPlus')
  })
  test('a feed in the namespace of records is a feed, and an answer in that of feeds an answer', () => {
    const items = (path: string, attributes: string, item: string) =>
      identifyDocument(
        `<items xmlns="${namespaceName(path)}"${attributes}>\n<!-- --><item>${item}</item></items>`,
      )
    expect(items('/item', '', '<ecommerceTitle>Oats</ecommerceTitle>')).toBe('ingestItems')
    expect(items('/item', '', '<name>Oats</name><ecommerceDescription/>')).toBe('items')
    expect(items('/feed/item', ' start="0" count="1" total="1"', '<name>Oats</name>')).toBe('items')
  })
  test('what is no document of ours has no name, broken or not', () => {
    expect(identifyDocument('<html/>')).toBeUndefined()
    expect(identifyDocument('no xml')).toBeUndefined()
    expect(identifyDocument(new Uint8Array([0xff]))).toBeUndefined()
  })
  test('only the root counts: the rest may be broken', () => {
    expect(identifyDocument(`<items xmlns="${namespaceName('/feed/item')}"><item>`)).toBe('ingestItems')
  })
})
