import { describe, expect, test } from 'vitest'
import { type DocumentName, documents } from './documents.ts'
import { identifyDocument } from './identify-document.ts'
import { namespaceName } from './namespaces.ts'

describe('identifyDocument', () => {
  for (const name of Object.keys(documents) as DocumentName[]) {
    const { root, namespace } = documents[name]
    test(`${name}, with any base`, () => {
      expect(identifyDocument(`<${root} xmlns="${namespaceName(namespace)}"/>`)).toBe(name)
      expect(identifyDocument(`<x:${root} xmlns:x="${namespaceName(namespace, 'urn:other')}"/>`)).toBe(name)
    })
  }
  test('uses the root and its counts if there is no namespace', () => {
    expect(identifyDocument('<items><item/></items>')).toBe('ingestItems')
    expect(identifyDocument('<items start="0" count="0" total="0"/>')).toBe('items')
    expect(identifyDocument('<contentPlus/>')).toBe('contentPlus')
  })
  test('distinguishes feeds and records in the wrong namespace', () => {
    const items = (path: string, attributes: string, item: string) =>
      identifyDocument(
        `<items xmlns="${namespaceName(path)}"${attributes}>\n<!-- --><item>${item}</item></items>`,
      )
    expect(items('/item', '', '<ecommerceTitle>Oats</ecommerceTitle>')).toBe('ingestItems')
    expect(items('/item', '', '<name>Oats</name><ecommerceDescription/>')).toBe('items')
    expect(items('/feed/item', ' start="0" count="1" total="1"', '<name>Oats</name>')).toBe('items')
  })
  test('is undefined for other documents, well-formed or not', () => {
    expect(identifyDocument('<html/>')).toBeUndefined()
    expect(identifyDocument('no xml')).toBeUndefined()
    expect(identifyDocument(new Uint8Array([0xff]))).toBeUndefined()
  })
  test('reads only the root, so the rest may be broken', () => {
    expect(identifyDocument(`<items xmlns="${namespaceName('/feed/item')}"><item>`)).toBe('ingestItems')
  })
})
