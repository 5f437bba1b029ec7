/**
 * Splits a GDSN message, chunk by chunk, into its trade items. Trade items are never nested, in any hierarchy
 * of a catalogue item, so each is a separate text and a broken one affects only itself.
 */
import { rowLimits } from '../../../../src-shared/file-limits.ts'
import { say } from '../../../../src-shared/texts/say.ts'

/** A trade item, or the fault in it. */
export interface CutItem {
  /** 1-based line of its start. */
  line: number
  xml: string
  fault?: string
}

/** Start and end tags of trade items, with any prefix. */
const tag = /<(\/?)(?:[A-Za-z_][\w.-]{0,60}:)?tradeItem(?=[\s/>])/g
/** Longest part of a tag name at the end of a chunk. */
const maxNameLength = 100
/** Anything longer is not treated as a tag. */
const maxTagLength = 10_000

/** Characters shown of a broken trade item. */
const maxShownLength = 400

const endMissing = say`The end of this trade item is missing.`
const tooLong = say`This trade item is longer than ${rowLimits.characters} characters.`

/** Accepts a message chunk by chunk; each call returns the trade items that end in the chunk. */
export function openCutter() {
  /** The scanned part of the open trade item; an array, because joining would copy it for each chunk. */
  let held: string[] = []
  let heldLength = 0
  /** Text after that part, not completely scanned yet. */
  let text = ''
  /** Offset in `text` of the first character that was not scanned for tags. */
  let scanned = 0
  /** Line of the first character of `text`. */
  let line = 1
  /** A trade item is open: `held`, then `text` from its first character. */
  let isOpen = false
  let startLine = 0
  let isDropped = false

  const discard = (until: number): void => {
    for (let at = text.indexOf('\n'); at !== -1 && at < until; at = text.indexOf('\n', at + 1)) line++
    text = text.slice(until)
    scanned = Math.max(0, scanned - until)
  }
  const release = (): void => {
    held = []
    heldLength = 0
  }

  function scan(isLast: boolean): CutItem[] {
    const found: CutItem[] = []
    const broken = (fault: string, until = text.length): void => {
      const xml = [...held, text.slice(0, until)].join('').slice(0, maxShownLength)
      if (!isDropped) found.push({ line: startLine, xml, fault })
    }
    let unended = Infinity
    tag.lastIndex = scanned
    for (let match = tag.exec(text); match !== null; match = tag.exec(text)) {
      const close = text.indexOf('>', match.index)
      if (close === -1) {
        // The rest of the tag is in the next chunk.
        if (text.length - match.index <= maxTagLength && !isLast) unended = match.index
        break
      }
      scanned = close + 1
      tag.lastIndex = scanned
      if (close - match.index > maxTagLength) continue
      if (match[1] === '/') {
        if (!isOpen) continue
        if (isDropped || heldLength + close > rowLimits.characters) broken(tooLong)
        else found.push({ line: startLine, xml: held.join('') + text.slice(0, close + 1) })
        isOpen = false
        release()
        discard(scanned)
      } else {
        if (isOpen) broken(endMissing, match.index)
        release()
        discard(match.index)
        startLine = line
        isOpen = true
        isDropped = false
      }
      tag.lastIndex = scanned
    }
    scanned = Math.max(scanned, Math.min(unended, isLast ? text.length : text.length - maxNameLength))
    if (isOpen && heldLength + text.length > rowLimits.characters) {
      broken(tooLong)
      isDropped = true
      release()
    } else if (isLast && isOpen) broken(endMissing)
    else if (isOpen && !isDropped) {
      held.push(text.slice(0, scanned))
      heldLength += scanned
    }
    discard(scanned)
    return found
  }
  return {
    add(piece: string): CutItem[] {
      text += piece
      return scan(false)
    },
    end: (): CutItem[] => scan(true),
  }
}
