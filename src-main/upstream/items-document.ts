/**
 * Checks by its start and end whether a response can be a complete `items` document. The items themselves are
 * parsed once, when they are stored. Each scan step starts where the previous one ended, so the time is
 * linear.
 */

/** `other`: the root is not `items`. `cut`: the end is missing. */
type ItemsVerdict = 'whole' | 'other' | 'cut'

/** Documents in UTF-16 are not checked here: the item parser rejects invalid ones. */
export function checkItemsDocument(answer: Uint8Array): ItemsVerdict {
  const isUtf16 = (answer[0] === 0xfe && answer[1] === 0xff) || (answer[0] === 0xff && answer[1] === 0xfe)
  if (isUtf16) return 'whole'
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
  const root = rootStart(bytes)
  if (!/^<(?:[^\s<>/:]+:)?items[\s/>]/.test(bytes.toString('latin1', root, root + maxNameLength)))
    return 'other'
  const end = rootEnd(bytes)
  const last = bytes.lastIndexOf('<', end - 1)
  const tag = bytes.toString('latin1', Math.max(last, end - maxNameLength), end)
  if (/^<\/(?:[^\s<>/:]+:)?items\s*>$/.test(tag)) return 'whole'
  // The root may also be an empty element.
  return last === root && tag.endsWith('/>') ? 'whole' : 'cut'
}

const question = 0x3f
const dash = 0x2d
/** Maximum length of a recognized root name, including its prefix. */
const maxNameLength = 1000
const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** Offset of the root: after the byte order mark, XML declaration, comments and processing instructions. */
function rootStart(bytes: Buffer): number {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  for (;;) {
    while (isSpace(bytes[at])) at++
    const isInstruction = bytes[at + 1] === question
    const isComment = bytes[at + 1] === 0x21 && bytes[at + 2] === dash && bytes[at + 3] === dash
    if (bytes[at] !== 0x3c || !(isInstruction || isComment)) return at
    const end = isComment ? bytes.indexOf('-->', at + 4) : bytes.indexOf('?>', at + 2)
    if (end < 0) return bytes.length
    at = end + (isComment ? 3 : 2)
  }
}

/** Offset of the root's end: before trailing comments, processing instructions and white space. */
function rootEnd(bytes: Buffer): number {
  for (let end = bytes.length; ; ) {
    while (end > 0 && isSpace(bytes[end - 1])) end--
    const isInstruction = bytes[end - 2] === question
    const isComment = bytes[end - 2] === dash && bytes[end - 3] === dash
    if (bytes[end - 1] !== 0x3e || !(isInstruction || isComment)) return end
    // Neither a comment nor a processing instruction can contain the start of another one.
    const start = bytes.lastIndexOf(isComment ? '<!--' : '<?', end - 1)
    if (start < 0) return end
    end = start
  }
}
