/**
 * Cuts the trade items out of a GDSN message, piece by piece. They never stand in one another, whatever the hierarchy of a
 * catalogue item is, so that each is a text of its own and a broken one costs only itself.
 */
import { rowLimits } from '../../../../src-shared/file-limits.ts'
import { say } from '../../../../src-shared/texts/say.ts'

/** A trade item, or what is wrong with it. */
export interface CutItem {
  /** 1-based line it begins in. */
  line: number
  xml: string
  fault?: string
}

/** Tags of trade items, with any prefix: the beginning of one, or its end. */
const tag = /<(\/?)(?:[A-Za-z_][\w.-]{0,60}:)?tradeItem(?=[\s/>])/g
/** As much as may stand of a tag's name before the piece ends. */
const maxNameLength = 100
/** A tag that goes on for longer is none. */
const maxTagLength = 10_000

/** As much as is shown of a broken one. */
const maxShownLength = 400

const endMissing = say`The end of this trade item is missing.`
const tooLong = say`This trade item is longer than ${rowLimits.characters} characters.`

/** Takes a message piece by piece; each gives the trade items that end in it. */
export function openCutter() {
  /** The open trade item as far as it has been looked through; in pieces, as joining it with each new one copies it. */
  let held: string[] = []
  let heldLength = 0
  /** What follows, and is still to be looked through. */
  let text = ''
  /** The first character whose tags have not been looked at. */
  let looked = 0
  /** Line of the first character of `text`. */
  let line = 1
  /** A trade item has begun; it is what is held, and `text` from its first character on. */
  let isOpen = false
  let beginLine = 0
  let isDropped = false

  const forget = (until: number): void => {
    for (let at = text.indexOf('\n'); at !== -1 && at < until; at = text.indexOf('\n', at + 1)) line++
    text = text.slice(until)
    looked = Math.max(0, looked - until)
  }
  const letGo = (): void => {
    held = []
    heldLength = 0
  }

  function look(isLast: boolean): CutItem[] {
    const found: CutItem[] = []
    const broken = (fault: string, until = text.length): void => {
      const xml = [...held, text.slice(0, until)].join('').slice(0, maxShownLength)
      if (!isDropped) found.push({ line: beginLine, xml, fault })
    }
    let unended = Infinity
    tag.lastIndex = looked
    for (let match = tag.exec(text); match !== null; match = tag.exec(text)) {
      const close = text.indexOf('>', match.index)
      if (close === -1) {
        // The rest of the tag is in the next piece.
        if (text.length - match.index <= maxTagLength && !isLast) unended = match.index
        break
      }
      looked = close + 1
      tag.lastIndex = looked
      if (close - match.index > maxTagLength) continue
      if (match[1] === '/') {
        if (!isOpen) continue
        if (isDropped || heldLength + close > rowLimits.characters) broken(tooLong)
        else found.push({ line: beginLine, xml: held.join('') + text.slice(0, close + 1) })
        isOpen = false
        letGo()
        forget(looked)
      } else {
        if (isOpen) broken(endMissing, match.index)
        letGo()
        forget(match.index)
        beginLine = line
        isOpen = true
        isDropped = false
      }
      tag.lastIndex = looked
    }
    looked = Math.max(looked, Math.min(unended, isLast ? text.length : text.length - maxNameLength))
    if (isOpen && heldLength + text.length > rowLimits.characters) {
      broken(tooLong)
      isDropped = true
      letGo()
    } else if (isLast && isOpen) broken(endMissing)
    else if (isOpen && !isDropped) {
      held.push(text.slice(0, looked))
      heldLength += looked
    }
    forget(looked)
    return found
  }
  return {
    add(piece: string): CutItem[] {
      text += piece
      return look(false)
    },
    end: (): CutItem[] => look(true),
  }
}
