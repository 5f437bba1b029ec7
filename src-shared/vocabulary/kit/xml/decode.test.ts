/** Compares decoding with libxml2: it must read the same content from every document that we accept. */
import { XmlDocument } from 'libxml2-wasm'
import { describe, expect, it } from 'vitest'
import { documents } from '../../documents.ts'
import { parseDocument } from '../kit.ts'
import type { Role } from '../role.ts'
import { decode } from './decode.ts'
import { Refusal } from './refusal.ts'
import { parseTree, textOf } from './tree.ts'

const latin1 = (text: string) => Uint8Array.from(text, (unit) => unit.charCodeAt(0))
const utf8 = (text: string) => new TextEncoder().encode(text)
function utf16(text: string, littleEndian: boolean): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at += 1) bytes.setUint16(at * 2, text.charCodeAt(at), littleEndian)
  return new Uint8Array(bytes.buffer)
}
function utf32(text: string, littleEndian: boolean): Uint8Array {
  const points = Array.from(text, (point) => point.codePointAt(0) ?? 0)
  const bytes = new DataView(new ArrayBuffer(points.length * 4))
  for (const [at, point] of points.entries()) bytes.setUint32(at * 4, point, littleEndian)
  return new Uint8Array(bytes.buffer)
}
const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...latin1(part)] : part)))
const declared = (encoding: string, text: string) =>
  `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`
const mark = '\uFEFF'

/** The text of the root, or the code of the refusal. */
function read(document: Uint8Array, role: Role): string {
  try {
    return textOf(parseTree(decode(document, role)))
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}
function ofLibxml2(document: Uint8Array): string | undefined {
  try {
    using parsed = XmlDocument.fromBuffer(document, { option: 0 })
    return parsed.root.content
  } catch {
    return undefined
  }
}

const e = 'encoding'
const m = 'not-well-formed'
const table: [name: string, document: Uint8Array, ofFeed: string, ofAnswer: string][] = [
  ['UTF-8', utf8(declared('UTF-8', 'é漢😀')), 'é漢😀', 'é漢😀'],
  ['UTF-8 in lower case', utf8(declared('utf8', 'é')), 'é', 'é'],
  ['UTF-8, undeclared', utf8('<a>é</a>'), 'é', 'é'],
  ['UTF-8 with a mark', utf8(mark + declared('UTF-8', 'é')), 'é', 'é'],
  ['UTF-8 with a mark, declared as ISO-8859-1', utf8(mark + declared('ISO-8859-1', 'é')), 'é', 'é'],
  ['UTF-8 with two marks', utf8(`${mark}${mark}<a/>`), m, m],
  ['latin 1 declared as UTF-8', latin1(declared('UTF-8', 'é')), e, e],
  ['latin, undeclared', latin1('<a>é</a>'), e, e],
  ['US-ASCII', utf8(declared('us-ascii', 'e')), 'e', 'e'],
  ['US-ASCII with UTF-8 in it', utf8(declared('US-ASCII', 'é')), e, e],
  ['US-ASCII with latin in it', latin1(declared('US-ASCII', 'é')), e, e],
  ['latin 1', latin1(declared('ISO-8859-1', 'é')), e, 'é'],
  ['latin 1 in lower case', latin1(declared('iso-8859-1', 'é')), e, 'é'],
  ['latin 1, bytes 80 to 9F', latin1(declared('ISO-8859-1', '\u0080\u0085\u009f')), e, '\u0080\u0085\u009f'],
  ['UTF-8 declared as latin 1', utf8(declared('ISO-8859-1', 'é')), e, 'Ã©'],
  ['windows-1252', latin1(declared('windows-1252', 'é')), e, e],
  ['x-user-defined', latin1(declared('x-user-defined', 'é')), e, e],
  ['x-user-defined, plain', latin1(declared('x-user-defined', 'e')), e, e],
  ['Shift_JIS', latin1(declared('Shift_JIS', 'e')), e, e],
  ['UTF-7', latin1(declared('UTF-7', 'e')), e, e],
  ['EBCDIC', bytes([0x4c, 0x6f, 0xa7, 0x94, 0x93, 0x40]), e, e],
  ['UTF-16, little-endian', utf16(mark + declared('UTF-16', 'é😀'), true), 'é😀', 'é😀'],
  ['UTF-16, big-endian', utf16(mark + declared('UTF-16', 'é😀'), false), 'é😀', 'é😀'],
  ['UTF-16LE with a mark, declared as UTF-16LE', utf16(mark + declared('UTF-16LE', 'é'), true), 'é', 'é'],
  ['UTF-16LE with a mark, declared as UTF-16BE', utf16(mark + declared('UTF-16BE', 'é'), true), 'é', 'é'],
  ['UTF-16 declared as UTF-8', utf16(mark + declared('UTF-8', 'é'), true), 'é', 'é'],
  ['UTF-16, undeclared', utf16(`${mark}<a>é</a>`, true), 'é', 'é'],
  ['UTF-16 without a mark', utf16(declared('UTF-16', 'é'), true), e, e],
  ['UTF-16BE without a mark', utf16(declared('UTF-16', 'é'), false), e, e],
  ['UTF-16 with two marks', utf16(`${mark}${mark}<a/>`, true), m, m],
  ['UTF-16 of an odd length', utf16(`${mark}<a>é</a>`, true).subarray(0, -1), e, e],
  ['half a character in UTF-16', utf16(`${mark}<a>\uD800</a>`, true), e, e],
  ['UTF-16 declared, UTF-8 sent', utf8(declared('UTF-16', 'e')), e, e],
  ['UTF-32', utf32(mark + declared('UTF-32', 'é'), true), e, e],
  ['UTF-32, big-endian', utf32(mark + declared('UTF-32', 'é'), false), e, e],
  ['UTF-32 without a mark', utf32(declared('UTF-32', 'é'), true), e, e],
  ['an overlong form', bytes('<a>', [0xc0, 0xaf], '</a>'), e, e],
  ['an overlong form of three bytes', bytes('<a>', [0xe0, 0x80, 0xaf], '</a>'), e, e],
  ['a surrogate in UTF-8', bytes('<a>', [0xed, 0xa0, 0x80], '</a>'), e, e],
  ['beyond U+10FFFF', bytes('<a>', [0xf4, 0x90, 0x80, 0x80], '</a>'), e, e],
  ['a truncated character', bytes('<a></a>', [0xe2, 0x82]), e, e],
  ['a NUL', utf8('<a>\u0000</a>'), 'illegal-character', 'illegal-character'],
  ['an empty document', new Uint8Array(), m, m],
]

describe.each(table)('%s', (_name, document, ofFeed, ofAnswer) => {
  it('is read or refused, in feeds and in responses', () => {
    expect([read(document, 'request'), read(document, 'response')]).toEqual([ofFeed, ofAnswer])
  })
  it('gives the same text as libxml2, if it is read', () => {
    const theirs = ofLibxml2(document)
    for (const own of [ofFeed, ofAnswer]) {
      if (![e, m, 'illegal-character'].includes(own)) expect(own).toBe(theirs)
    }
  })
})

it.each([
  '<?xml version="1.0"?>',
  "<?xml version = '1.0' ?>",
  '<?xml\tversion="1.0"\r\n encoding="UTF-8"\nstandalone="no"?>',
  '<?xml version="1.1"?>',
  '<?xml version="1.9"?>',
  '<?xml version="2.0"?>',
  '<?xml version=""?>',
  '<?xml version="1.0a"?>',
  '<?xml encoding="UTF-8"?>',
  '<?xml encoding="UTF-8" version="1.0"?>',
  '<?xml version="1.0"encoding="UTF-8"?>',
  '<?xml version="1.0" standalone="yes" encoding="UTF-8"?>',
  '<?xml version="1.0" standalone="maybe"?>',
  '<?xml version="1.0" encoding=""?>',
  '<?xml version="1.0" encoding="-x"?>',
  '<?xml version="1.0" encoding="utf 8"?>',
  '<?xml version="1.0" version="1.0"?>',
  '<?xml version="1.0" other="1"?>',
  '<?xml version="1.0">',
  '<?xml?>',
  '<?xml ?>',
  ' <?xml version="1.0"?>',
  '<?XML version="1.0"?>',
  '<?xml-stylesheet href="x"?>',
])('accepts the declaration %s if and only if libxml2 does', (declaration) => {
  const document = utf8(`${declaration}<a>x</a>`)
  expect(read(document, 'response') === 'x').toBe(ofLibxml2(document) === 'x')
})

it('reads a declaration with a million spaces or quotes in under 2 seconds', () => {
  for (const filling of [' ', '"', ' encoding=', '<?xml ']) {
    const before = performance.now()
    read(utf8(`<?xml version="1.0"${filling.repeat(1_000_000)}`), 'request')
    expect(performance.now() - before).toBeLessThan(2000)
  }
})

it('reports line and column of the first invalid byte', () => {
  const feed = (bad: number[]) => bytes('<items>\n<!-- ', [0xc3, 0xa9], ' -->', bad, '</items>')
  for (const bad of [[0xe9], [0xc0, 0x80], [0xed, 0xa0, 0x80]]) {
    expect(parseDocument(documents.ingestItems, feed(bad)).problems).toMatchObject([
      { code: 'encoding', path: 'items', line: 2, column: 11 },
    ])
  }
  const ascii = bytes('<?xml version="1.0" encoding="us-ascii"?>\n<items>', [0xe9])
  expect(parseDocument(documents.ingestItems, ascii).problems).toMatchObject([{ line: 2, column: 8 }])
  const wide = utf16(`${mark}<items>\n\uD800</items>`, false)
  expect(parseDocument(documents.ingestItems, wide).problems).toMatchObject([{ line: 2, column: 1 }])
})
