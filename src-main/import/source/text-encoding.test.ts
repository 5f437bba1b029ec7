import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodingOf, openDecoder } from './text-encoding.ts'

describe('the encoding', () => {
  const text = 'gtin;name\r\n4006381333931;Crème brûlée à l’érable'
  const utf16 = (bigEndian: boolean, mark: boolean) => {
    const bytes = Buffer.from((mark ? '\uFEFF' : '') + text.replace('’', "'"), 'utf16le')
    return bigEndian ? bytes.swap16() : bytes
  }
  test.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\uFEFF${text}`)],
    ['utf-16le', utf16(false, true)],
    ['utf-16be', utf16(true, true)],
    ['utf-16le', utf16(false, false)],
    ['utf-16be', utf16(true, false)],
    ['windows-1252', Buffer.from(text.replace('’', "'"), 'latin1')],
  ])('is %s', (encoding, bytes) => expect(encodingOf(bytes, true)).toBe(encoding))

  test('a character cut at the end of the head is no mistake', () => {
    const bytes = Buffer.from('name é')
    expect(encodingOf(bytes.subarray(0, -1), false)).toBe('utf-8')
    expect(encodingOf(bytes.subarray(0, -1), true)).toBe('windows-1252')
  })
  test('bytes that are no text are refused', () => {
    for (const bytes of [
      Buffer.from([1, 0, 0, 7, 0, 0]),
      Buffer.from(Array.from({ length: 64 }, (_, index) => index + 1)),
    ])
      expect(() => encodingOf(bytes, true)).toThrow(expect.objectContaining({ code: 'NOT_A_TEXT_FILE' }))
  })
})

describe('a text whose head is ASCII', () => {
  /** As chunks of these sizes give it, and the rest. */
  function decoded(bytes: Uint8Array, ...sizes: number[]): string {
    const decoder = openDecoder('utf-8')
    let text = ''
    let at = 0
    for (const size of [...sizes, bytes.length]) {
      text += decoder.decode(bytes.subarray(at, at + size))
      at += size
    }
    return text + decoder.end()
  }

  test.each([
    ['Windows-1252', 'name Crème', 'latin1'],
    ['Windows-1252 with its only accent at the end', 'name é', 'latin1'],
    ['UTF-8', 'name Crème 😀 €', 'utf8'],
    ['UTF-8 behind a byte order mark', '\uFEFFname Crème', 'utf8'],
  ] as const)('in %s is read, wherever it is cut', (_name, text, encoding) => {
    const bytes = Buffer.from(text, encoding)
    for (let one = 0; one <= bytes.length; one++)
      for (let other = 0; other <= bytes.length - one; other++)
        expect(decoded(bytes, one, other)).toBe(text.replace('\uFEFF', ''))
  })

  test('in UTF-8 that breaks later stays UTF-8', () => {
    const broken = Buffer.concat([Buffer.from('a é '), Buffer.from([0xe9]), Buffer.from(' é')])
    expect(decoded(broken, 3)).toBe('a é \uFFFD é')
  })

  test('in Windows-1252 that holds a character of UTF-8 by chance stays Windows-1252', () => {
    const text = 'NESCAFÉ® « café\u00A0» crème, Müsli'
    expect(decoded(Buffer.from(text, 'latin1'))).toBe(text)
  })
  test('in UTF-8 that was broken when it was written stays as it is', () => {
    expect(decoded(Buffer.from('Cr\uFFFDme br\uFFFDl\uFFFDe'), 3)).toBe('Cr\uFFFDme br\uFFFDl\uFFFDe')
  })
  test('in UTF-8 whose first character a fixed width cut stays UTF-8', () => {
    const head = Buffer.from('a'.repeat(77_000))
    const cut = Buffer.from('name é').subarray(0, -1)
    const rest = Buffer.from(';4006381333931\nCrème 😀')
    const text = `${head}name \uFFFD;4006381333931\nCrème 😀`
    expect(decoded(Buffer.concat([head, cut, rest]), 65_536)).toBe(text)
    expect(decoded(Buffer.concat([head, cut, rest]), head.length + cut.length)).toBe(text)
  })

  test('is as long as its bytes in Windows-1252, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ min: 0xc0 }), fc.nat(20), (bytes, cut) => {
        const all = Buffer.concat([Buffer.from('ab'), Buffer.from([0xff]), bytes])
        expect(decoded(all, cut)).toBe(all.toString('latin1'))
      }),
    )
  })
})
