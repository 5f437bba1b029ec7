/** Part of a comment: plain text, or the name of a mentioned person without the `@`. */
interface CommentPart {
  text: string
  isMention: boolean
}

/** A name after `@`; a full stop at its end belongs to the sentence. */
const mention = /@([\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?)/gu

/**
 * Splits a comment into its text and the people whom it mentions as `@name`. Names with spaces are found only if
 * they are among the given ones.
 */
export function partsOfComment(comment: string, people: readonly string[]): CommentPart[] {
  const names = [...people].sort((one, other) => other.length - one.length)
  const parts: CommentPart[] = []
  let done = 0
  for (const { index, 1: token = '' } of comment.matchAll(mention)) {
    // The e-mail address ana@example.org mentions nobody.
    if (index < done || /[\p{L}\p{N}_.]/u.test(comment.charAt(index - 1))) continue
    const rest = comment.slice(index + 1)
    const known = names.find((name) => isNameAtStart(rest, name)) ?? token
    const name = known.length > token.length ? known : token
    parts.push({ text: comment.slice(done, index), isMention: false })
    parts.push({ text: comment.slice(index + 1, index + 1 + name.length), isMention: true })
    done = index + 1 + name.length
  }
  parts.push({ text: comment.slice(done), isMention: false })
  return parts.filter(({ text }) => text !== '')
}

const isNameAtStart = (text: string, name: string): boolean =>
  text.slice(0, name.length).toLowerCase() === name.toLowerCase() &&
  !/[\p{L}\p{N}_]/u.test(text.charAt(name.length))

/** The mentioned people, each once; a known one as that person spells the name. */
export function mentionedIn(comment: string, people: readonly string[]): string[] {
  const found = partsOfComment(comment, people).filter(({ isMention }) => isMention)
  const spelled = found.map(
    ({ text }) => people.find((name) => name.toLowerCase() === text.toLowerCase()) ?? text,
  )
  return [...new Set(spelled)]
}
