/**
 * Tells from its two ends whether an answer can be a whole `items` document; the items themselves are read once, when
 * they are stored. Each step over the bytes begins where the one before ended.
 */

/** `other`: the document has another root. `cut`: the document lacks its end. */
type ItemsVerdict = 'whole' | 'other' | 'cut'

/** Documents in UTF-16 are not judged here: the reader of the items refuses a wrong one. */
export function judgeItemsDocument(answer: Uint8Array): ItemsVerdict {
  const isUtf16 = (answer[0] === 0xfe && answer[1] === 0xff) || (answer[0] === 0xff && answer[1] === 0xfe)
  if (isUtf16) return 'whole'
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
  const root = rootStart(bytes)
  if (!/^<(?:[^\s<>/:]+:)?items[\s/>]/.test(bytes.toString('latin1', root, root + maxNameLength)))
    return 'other'
  const end = withoutMiscellany(bytes)
  const last = bytes.lastIndexOf('<', end - 1)
  const tag = bytes.toString('latin1', Math.max(last, end - maxNameLength), end)
  if (/^<\/(?:[^\s<>/:]+:)?items\s*>$/.test(tag)) return 'whole'
  // The root may also be empty.
  return last === root && tag.endsWith('/>') ? 'whole' : 'cut'
}

const question = 0x3f
const dash = 0x2d
/** The longest name of a root that is recognized, prefix included. */
const maxNameLength = 1000
const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** Where the root begins: behind byte order mark, declaration, comments and instructions. */
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

/** Where the root ends: before the comments, instructions and blanks behind the root. */
function withoutMiscellany(bytes: Buffer): number {
  for (let end = bytes.length; ; ) {
    while (end > 0 && isSpace(bytes[end - 1])) end--
    const isInstruction = bytes[end - 2] === question
    const isComment = bytes[end - 2] === dash && bytes[end - 3] === dash
    if (bytes[end - 1] !== 0x3e || !(isInstruction || isComment)) return end
    // Neither a comment nor an instruction can hold the beginning of another one.
    const start = bytes.lastIndexOf(isComment ? '<!--' : '<?', end - 1)
    if (start < 0) return end
    end = start
  }
}
