/** The characters XML 1.0 allows, and how text is escaped so that a parser gives it back exactly. */

const illegal =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** The first character that no XML 1.0 document can hold (control characters, lone surrogates), as `U+0007`. */
export function illegalCharacter(text: string): string | undefined {
  illegal.lastIndex = 0
  const found = illegal.exec(text)?.[0]
  return found && `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Text without the characters XML cannot hold: for sources such as spreadsheets and scanned labels. */
export const withoutIllegalCharacters = (text: string): string => text.replace(illegal, '')

const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeCharacter = (character: string): string => names[character] ?? `&#${character.charCodeAt(0)};`
const toEscapeInText = /[&<>\r]/
const toEscapeInAttribute = /[&<>"\t\n\r]/

/** An illegal character cannot be written at all and becomes U+FFFD; `validate` reports it beforehand. */
const writable = (text: string): string => text.replace(illegal, '\uFFFD')

/** Escapes element text; a carriage return survives, which a parser would otherwise turn into a newline. */
export function escapeText(text: string): string {
  const legal = writable(text)
  return toEscapeInText.test(legal) ? legal.replace(/[&<>\r]/g, escapeCharacter) : legal
}

/** Escapes an attribute value for double quotes; tabs and line ends survive, which would otherwise become spaces. */
export function escapeAttribute(text: string): string {
  const legal = writable(text)
  return toEscapeInAttribute.test(legal) ? legal.replace(/[&<>"\t\n\r]/g, escapeCharacter) : legal
}
