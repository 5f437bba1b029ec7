import { Fragment } from 'react'
import { fold, isUnspaced } from '../../../../src-shared/values/fold.ts'

/**
 * A text without case and diacritics. For each of its letters: start and end of the letter in the original
 * text. One original letter can become several: `⒝` becomes three.
 */
function folded(text: string): { letters: string; starts: number[]; ends: number[] } {
  let letters = ''
  const starts: number[] = []
  const ends: number[] = []
  let offset = 0
  for (const letter of text) {
    const plain = fold(letter)
    for (let count = 0; count < plain.length; count++) {
      starts.push(offset)
      ends.push(offset + letter.length)
    }
    letters += plain
    offset += letter.length
  }
  return { letters, starts, ends }
}

const isWordLetter = (letter: string | undefined): boolean =>
  letter !== undefined && /[\p{L}\p{M}\p{N}]/u.test(letter)

/**
 * Ranges `[from, to]` where one of the folded words occurs at the start of a word; in order and without
 * overlaps.
 */
export function matchesIn(text: string, words: readonly string[]): [from: number, to: number][] {
  const { letters, starts, ends } = folded(text)
  const found: [number, number][] = []
  for (const word of words) {
    for (let at = letters.indexOf(word); at >= 0 && word !== ''; at = letters.indexOf(word, at + word.length))
      if (!isWordLetter(letters[at - 1]) || isUnspaced(letters[at] ?? ''))
        found.push([starts[at] ?? 0, ends[at + word.length - 1] ?? text.length])
  }
  found.sort(([one], [other]) => one - other)
  return found.filter(([from], index) => index === 0 || from >= (found[index - 1]?.[1] ?? 0))
}

/** A text with the matches of the search words highlighted. */
export function Highlighted({ text, words }: { text: string; words: readonly string[] }) {
  const matches = words.length === 0 ? [] : matchesIn(text, words)
  if (matches.length === 0) return text
  return (
    <>
      {matches.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(matches[index - 1]?.[1] ?? 0, from)}
          <mark className="rounded-[2px] bg-mark text-inherit forced-colors:bg-[Mark] forced-colors:text-[MarkText]">
            {text.slice(from, to)}
          </mark>
        </Fragment>
      ))}
      {text.slice(matches.at(-1)?.[1] ?? 0)}
    </>
  )
}
