import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import type { TextEncoding } from '../../../src-shared/import/encodings.ts'
import { declaredEncoding, encodingOf, openDecoder } from './text-encoding.ts'

describe('encoding', () => {
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
  ])('is detected as %s', (encoding, bytes) => expect(encodingOf(bytes, true).encoding).toBe(encoding))

  test('ignores a character truncated at the end of the head', () => {
    const bytes = Buffer.from('name é')
    expect(encodingOf(bytes.subarray(0, -1), false).encoding).toBe('utf-8')
    expect(encodingOf(bytes.subarray(0, -1), true).encoding).toBe('windows-1252')
  })
  test('throws for bytes that are not text', () => {
    for (const bytes of [
      Buffer.from([1, 0, 0, 7, 0, 0]),
      Buffer.from([0xff, 0xfe, 0, 0, 71, 0, 0, 0]),
      Buffer.from(Array.from({ length: 64 }, (_, index) => index + 1)),
    ])
      expect(() => encodingOf(bytes, true)).toThrow(expect.objectContaining({ code: 'NOT_A_TEXT_FILE' }))
  })
})

test.each([
  ['a control character', 'GTIN,Name\r\n4006381333931,T\x01ea\r\n', 'utf-8'],
  ['control characters beside UTF-8', 'GTIN,Name\r\n4006381333931,\x1Fé\x02\x1F\r\n', 'utf-8'],
  ['the padding of a buffer', `GTIN,Name\r\n4006381333931,Tea\r\n${'\0'.repeat(1000)}`, 'utf-8'],
  ['cells of a fixed width', `GTIN\0\0\0\0,Name\0\0\0\0\r\n1\0\0\0\0\0\0,Tea\0\0\0\0\0`, 'utf-8'],
])('takes a text with %s for text', (_name, text, encoding) => {
  expect(encodingOf(Buffer.from(text), true).encoding).toBe(encoding)
})

test('takes UTF-16 with a NUL character for UTF-16', () => {
  const bytes = Buffer.from('GTIN;Name\r\n4006381333931;T\0ea', 'utf16le')
  expect(encodingOf(bytes, true).encoding).toBe('utf-16le')
  expect(encodingOf(bytes.swap16(), true).encoding).toBe('utf-16be')
})

/** Decodes bytes in their detected encoding. */
const decoded = (bytes: Uint8Array): string => {
  const decoder = openDecoder(encodingOf(bytes, true).encoding)
  return decoder.decode(bytes) + decoder.end()
}

test.each([
  ['windows-1250', 'GTIN;Nazwa\r\n1;Żółta fasola łuskana\r\n2;Čokoláda hořká;Orion'],
  ['windows-1250', 'Túró Rudi; Gyümölcslé; Kőbányai sör'],
  ['windows-1251', 'GTIN;Название\r\n1;Чай зелёный;Беседа'],
  ['windows-1252', 'Rødgrød med fløde, smør; Piña colada ½ L; Crème à l’érable 5€'],
  ['windows-1252', 'NESCAFÉ® « café\u00A0» crème, Müsli'],
  ['windows-1252', 'GTIN;Vitamin D\r\n1;10 µg'],
  ['windows-1252', 'GTIN;Name\r\n1;Öl'],
  ['windows-1250', 'GTIN;Name\r\n1;Jogurt pitný;Kapústa'],
  ['ibm850', 'GTIN;Name\r\n1;Café'],
  ['windows-1251', 'GTIN;Name\r\n1;Гречка;Мистраль'],
  ['windows-1253', 'GTIN;Όνομα\r\n1;Γιαούρτι ελληνικό'],
  ['windows-1256', 'GTIN;الاسم;العلامة\r\n1;شاي أخضر;ليبتون'],
  ['windows-874', 'GTIN;ชื่อ\r\n1;ชาเขียว;อิชิตัน'],
  ['iso-8859-15', 'GTIN;Name\r\n1;Cœur 5 € œuf'],
  ['windows-1254', 'GTIN;Ürün adı\r\n1;Çikolatalı şeker'],
  ['windows-1257', 'GTIN;Nosaukums\r\n1;Šokolāde ar riekstiem, ēdiens'],
  ['iso-8859-2', 'GTIN;Nazwa\r\n1;Żółta fasola łuskana;Świeże'],
  ['koi8-r', 'GTIN;Название\r\n1;Чай зелёный;Беседа'],
  ['ibm850', 'GTIN;Name;Brand\r\n1;Müsli Größe;Café'],
  ['ibm852', 'Żółta fasola łuskana;Świeże'],
  ['ibm866', 'GTIN;Название\r\n1;Чай зеленый;Беседа'],
  ['macintosh', 'GTIN;Name;Brand\r\n1;Müsli Größe;Crème brûlée à l’érable'],
  ['shift_jis', 'GTIN,商品名,ブランド\r\n1,おいしい緑茶,伊藤園'],
  ['euc-jp', 'GTIN,商品名,ブランド\r\n1,おいしい緑茶,伊藤園'],
  ['gb18030', 'GTIN,产品名称,品牌\r\n1,绿茶饮料,康师傅'],
  ['big5', 'GTIN,產品名稱,品牌\r\n1,綠茶飲料,統一'],
  ['euc-kr', 'GTIN,상품명,브랜드\r\n1,녹차음료,오설록'],
  ['gb18030', 'GTIN;Name;Brand\r\n1;牛奶;蒙牛'],
  ['windows-1253', 'GTIN;Name;Brand\r\n1;Ελληνικό γιαούρτι;Φάγε'],
  ['windows-1251', 'GTIN;Name;Brand\r\n1;Tea;Чай'],
  ['windows-1250', 'GTIN;Name;Brand\r\n1;Čokoláda hořká;Orion'],
  ['windows-1255', 'GTIN;Name;Brand\r\n1;חלב טרי;תנובה\r\n2;גבינה;שטראוס'],
  ['ibm862', 'GTIN;Name;Brand\r\n1;חלב טרי;תנובה\r\n2;גבינה;שטראוס'],
  ['iso-8859-5', 'GTIN;Name;Brand\r\n1;Молоко цельное;Простоквашино'],
  ['iso-8859-6', 'GTIN;Name;Brand\r\n1;حليب طازج;المراعي'],
  ['iso-8859-7', 'GTIN;Name;Brand\r\n1;Φέτα;Ήπειρος'],
  ['koi8-u', 'GTIN;Name;Brand\r\n1;Олія;Чумак;Їжа;Київ'],
  ['ibm737', 'GTIN;Name;Brand\r\n1;Ελληνικό γιαούρτι;ΦΑΓΕ'],
  ['ibm775', 'GTIN;Name;Brand\r\n1;Šokoladas;Karūna;Grietinė'],
  ['ibm855', 'GTIN;Name;Brand\r\n1;Молоко цельное;Простоквашино'],
  ['ibm857', 'GTIN;Name;Brand\r\n1;Ayçiçek yağı;Ülker;İçim'],
  ['maccenteuro', 'GTIN;Name;Brand\r\n1;Żółta fasola łuskana;Świeże'],
  ['maccyrillic', 'GTIN;Name;Brand\r\n1;Молоко цельное;Гречка;Увелка'],
  ['macgreek', 'GTIN;Name;Brand\r\n1;Ελληνικό γιαούρτι;Ήπειρος'],
  ['macturkish', 'GTIN;Name;Brand\r\n1;Ayçiçek yağı;Ülker;İçim'],
  ['euc-kr', 'GTIN;Name;Brand\r\n1;녹차;오설록;우유;서울'],
])('decodes words in %s: %j', (encoding, text) => {
  const bytes = iconv.encode(text, encoding)
  expect(decoded(bytes)).toBe(text)
  expect(encodingOf(bytes, true).certainty).toBe('guessed')
})

test.each([
  [
    'that breaks later',
    Buffer.concat([Buffer.from('a é '), Buffer.from([0xe9]), Buffer.from(' é')]),
    'a é \uFFFD é',
  ],
  [
    'of Java',
    Buffer.concat([Buffer.from('a é '), Buffer.from([0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]), Buffer.from('b')]),
    `a é ${'\uFFFD'.repeat(6)}b`,
  ],
  [
    'that was broken when it was written',
    Buffer.from('Cr\uFFFDme br\uFFFDl\uFFFDe'),
    'Cr\uFFFDme br\uFFFDl\uFFFDe',
  ],
  [
    'cut by a fixed width',
    Buffer.concat([Buffer.from([0xc3]), Buffer.from(';1\nCrème 😀')]),
    '\uFFFD;1\nCrème 😀',
  ],
] as const)('keeps UTF-8 %s as UTF-8', (_name, bytes, text) => {
  expect(decoded(bytes)).toBe(text)
})

test('decodes the same text for any chunking', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<TextEncoding>('utf-8', 'utf-16le', 'windows-1252', 'shift_jis', 'gb18030'),
      fc.array(fc.nat(40), { maxLength: 4 }),
      (encoding, sizes) => {
        const text = encoding.startsWith('utf')
          ? 'Crème 😀 €'
          : encoding === 'windows-1252'
            ? 'Crème €'
            : '緑茶 Tea'
        const bytes = iconv.encode(text, encoding)
        const decoder = openDecoder(encoding)
        let read = ''
        let at = 0
        for (const size of [...sizes, bytes.length]) {
          read += decoder.decode(bytes.subarray(at, at + size))
          at += size
        }
        expect(read + decoder.end()).toBe(text)
      },
    ),
  )
})

test.each([
  ['<?xml version="1.0" encoding="ISO-8859-2"?><a/>', 'iso-8859-2'],
  ["<?xml version='1.0' encoding='iso-8859-1'?>", 'windows-1252'],
  ['<?xml version="1.0" encoding="UTF-8"?>', undefined],
  ['<?xml version="1.0" encoding="nobody"?>', undefined],
  ['<a encoding="iso-8859-2"/>', undefined],
])('%s declares %s', (text, encoding) => expect(declaredEncoding(Buffer.from(text))).toBe(encoding))
