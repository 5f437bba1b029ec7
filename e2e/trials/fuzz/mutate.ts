/** Mutations of a document's bytes, regardless of their meaning. */
import type { Random } from '../random.ts'
import { byteOrderMarks, declarations, encodings, tokens } from './tokens.ts'

type Mutation = (bytes: Buffer, random: Random, other: () => Buffer) => Buffer

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const splice = (bytes: Buffer, from: number, to: number, put: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(to)])
const anywhere = (bytes: Buffer, random: Random): number => random.below(bytes.length + 1)

const boundaries = new Set([...'<>"\'=& /'].map((character) => character.charCodeAt(0)))
/** A position before or after the next character with a meaning in XML. */
function atBoundary(bytes: Buffer, random: Random): number {
  let at = anywhere(bytes, random)
  while (at < bytes.length && !boundaries.has(bytes[at] ?? 0)) at++
  return Math.min(bytes.length, at + random.below(2))
}
const place = (bytes: Buffer, random: Random): number =>
  random.once(3) ? anywhere(bytes, random) : atBoundary(bytes, random)

/** A range from one `<` to before another; short ranges are more frequent. */
function piece(bytes: Buffer, random: Random): [from: number, to: number] {
  const from = Math.max(bytes.indexOf(0x3c, anywhere(bytes, random)), 0)
  let to = from
  for (let left = 1 + random.below(random.once(4) ? 40 : 4); left > 0; left--) {
    const next = bytes.indexOf(0x3c, to + 1)
    if (next < 0) break
    to = next
  }
  return [from, Math.max(to, from)]
}

/** The maximum size of a mutated document; occasionally much larger, to measure the cost. */
const usualSize = 200_000
const rareSize = 4_000_000

const insertToken: Mutation = (bytes, random) => {
  const at = place(bytes, random)
  return splice(bytes, at, at, latin1(random.pick(tokens)))
}
const replaceByToken: Mutation = (bytes, random) => {
  const from = place(bytes, random)
  return splice(bytes, from, Math.min(bytes.length, from + random.below(8)), latin1(random.pick(tokens)))
}
const flip: Mutation = (bytes, random) => {
  const changed = Buffer.from(bytes)
  for (let left = 1 + random.below(3); left > 0; left--) {
    const at = random.below(changed.length || 1)
    changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8))
  }
  return changed
}
const anyByte: Mutation = (bytes, random) => {
  const changed = Buffer.from(bytes)
  changed[random.below(changed.length || 1)] = random.below(256)
  return changed
}
const drop: Mutation = (bytes, random) => {
  const from = place(bytes, random)
  return splice(
    bytes,
    from,
    Math.min(bytes.length, from + 1 + random.below(random.once(3) ? 200 : 4)),
    latin1(''),
  )
}
const dropPiece: Mutation = (bytes, random) => splice(bytes, ...piece(bytes, random), latin1(''))
const repeatPiece: Mutation = (bytes, random) => {
  const [from, to] = piece(bytes, random)
  return repeated(bytes, from, to, random)
}
const repeatToken: Mutation = (bytes, random) => {
  const at = place(bytes, random)
  const put = latin1(random.pick(tokens))
  return repeated(splice(bytes, at, at, put), at, at + put.length, random)
}
const repeatAttribute: Mutation = (bytes, random) => {
  const at = Math.max(bytes.indexOf(0x3e, anywhere(bytes, random)), 0)
  const count = 2 ** random.below(random.once(20) ? 14 : 8)
  const many = Array.from({ length: count }, (_one, index) => ` a${index}="${index}"`).join('')
  return splice(bytes, at, at, latin1(many))
}
function repeated(bytes: Buffer, from: number, to: number, random: Random): Buffer {
  const length = Math.max(to - from, 1)
  const limit = random.once(500) ? rareSize : random.once(10) ? usualSize : usualSize / 20
  const times = Math.min(2 ** (1 + random.below(16)), Math.floor(limit / length))
  if (times < 1) return bytes
  const part = bytes.subarray(from, to)
  return splice(bytes, from, from, Buffer.concat(Array.from({ length: times }, () => part)))
}
const nest: Mutation = (bytes, random) => {
  const [from, to] = piece(bytes, random)
  const depth = 2 ** random.below(random.once(10) ? 15 : 9)
  const put = `${'<a>'.repeat(depth)}${bytes.toString('latin1', from, to)}${'</a>'.repeat(depth)}`
  return splice(bytes, from, to, latin1(put))
}
const cut: Mutation = (bytes, random) => bytes.subarray(0, anywhere(bytes, random))
const behead: Mutation = (bytes, random) => bytes.subarray(random.below(Math.min(bytes.length, 200) + 1))
const join: Mutation = (bytes, random, other) => {
  const second = other()
  return Buffer.concat([bytes.subarray(0, place(bytes, random)), second.subarray(place(second, random))])
}
const transplant: Mutation = (bytes, random, other) => {
  const second = other()
  const at = atBoundary(bytes, random)
  return splice(bytes, at, at, second.subarray(...piece(second, random)))
}
const wrap: Mutation = (bytes, random) => {
  const [from, to] = piece(bytes, random)
  const [before, after] = random.pick([
    ['<![CDATA[', ']]>'],
    ['<!--', '-->'],
    ['<?x ', '?>'],
    ['<x:a xmlns:x="u">', '</x:a>'],
    ['<a xmlns="">', '</a>'],
    ['<item>', '</item>'],
  ] as const)
  return splice(bytes, from, to, latin1(before + bytes.toString('latin1', from, to) + after))
}
const endOfDeclaration = (bytes: Buffer): number => {
  const end = bytes.subarray(0, 200).indexOf('?>')
  return bytes.subarray(0, 8).includes('<?xml') && end > 0 ? end + 2 : 0
}
const declare: Mutation = (bytes, random) => {
  const encoding = `<?xml version="1.0" encoding="${random.pick(encodings)}"?>`
  const put = random.once(3) ? random.pick(declarations) : encoding
  return splice(bytes, 0, endOfDeclaration(bytes), latin1(put))
}
const mark: Mutation = (bytes, random) => Buffer.concat([latin1(random.pick(byteOrderMarks)), bytes])
const encode: Mutation = (bytes, random) => {
  const text = bytes.toString('utf8')
  const marked = random.once(4) ? '' : '\ufeff'
  const little = Buffer.from(marked + text, 'utf16le')
  const kind = random.below(4)
  if (kind === 0) return little
  if (kind === 1) return little.swap16()
  const single = text.slice(endOfDeclaration(bytes))
  const name = random.pick(['iso-8859-1', 'windows-1252', 'us-ascii', 'utf-8', 'koi8-r', 'x-user-defined'])
  return kind === 2 ? latin1(`<?xml version="1.0" encoding="${name}"?>${single}`) : latin1(text)
}
const beforeOrAfterRoot: Mutation = (bytes, random) => {
  const put = latin1(
    random
      .pick(['<!---->', '<?x?>', ' ', '\n', '<!-- a -->', '<a/>', 'x', '<!DOCTYPE items>'])
      .repeat(1 + random.below(60)),
  )
  const at = random.once(2) ? bytes.length : endOfDeclaration(bytes)
  return splice(bytes, at, at, put)
}

const mutations: readonly Mutation[] = [
  insertToken,
  insertToken,
  insertToken,
  insertToken,
  replaceByToken,
  replaceByToken,
  flip,
  anyByte,
  drop,
  drop,
  dropPiece,
  repeatPiece,
  repeatToken,
  repeatAttribute,
  nest,
  cut,
  behead,
  join,
  transplant,
  transplant,
  wrap,
  declare,
  mark,
  encode,
  beforeOrAfterRoot,
]

/** Applies one to five mutations, most often one or two. */
export function mutate(bytes: Uint8Array, random: Random, other: () => Uint8Array): Buffer {
  let changed: Buffer = Buffer.from(bytes)
  for (let left = 1 + Math.min(random.below(5), random.below(5)); left > 0; left--)
    changed = random.pick(mutations)(changed, random, () => Buffer.from(other()))
  return changed.length > rareSize ? changed.subarray(0, rareSize) : changed
}
