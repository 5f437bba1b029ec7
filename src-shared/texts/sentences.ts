/**
 * Sentences that the backend makes of values, such as what is wrong with a field of a draft. The backend says them in
 * English: they are kept with a draft, come from another process, and stand in the log. A screen in another language reads
 * their values back by this table and says them anew. A sentence that the table does not have is shown in English.
 *
 * Each has its placeholders in braces. Of two that fit, the earlier one is taken.
 */
export const sentences = [
  'Say what kind of item it is, such as grocery.',
  'Give the item its e-commerce title.',
  'Give the item one valid GTIN among its product codes.',
  '{code} is not a valid GTIN: it has 8, 12, 13 or 14 digits, and the last one is its check digit.',
  'Name the manufacturer.',
  'Name the category of the item.',
  'Describe at least one product.',
  'Describe the product.',
  'Name the brand: one of the list, or in words.',
  '{code} is the GTIN of code {position} again. Once is enough.',
  'Give the length of the package beside the dimensions that are there.',
  'Give the height of the package beside the dimensions that are there.',
  'Give the width of the package beside the dimensions that are there.',
  'Give the weight of the package beside the dimensions that are there.',
  'Name a retailer once, with all of its content.',
  'Name the item.',
  'Name at least one retailer for the item.',
  'Name the retailer.',
  'An update holds one item.',
  '{value} is no measure: it is more than zero. Give the real one, or leave it out.',
  '{value} is less than zero, which no amount is.',
  'Say what unit the {value} is in.',
  '{value} is no unit known here. Write its code, such as {examples}.',
  '{value} is no view code: that is a letter, a digit for the side, and two more characters, such as A1C1 for the front.',
  '{value} is the ISO 3166-1 code of no country. Look for a typing error.',
  'Name the country by its code of two letters (ISO 3166-1), such as US.',
  'Give the full web address of the file, beginning with https:// or http://.',
  'A web address has no spaces. Write each as %20.',
  '{label}: {length} characters; shelf labels and shop pages take {most}.',
  '{label} must be {kind}; it is empty.',
  '{label} must be {kind}; "{value}" is not.',
  '{label} is missing.',
  '{name} may stand here only once; the first one is used.',
] as const

interface KnownSentence {
  /** As in the table. */
  text: string
  values: Readonly<Record<string, string>>
}

interface Pattern {
  text: string
  /** What stands before, between and after the placeholders. */
  fixed: readonly string[]
  names: readonly string[]
}

const patterns: readonly Pattern[] = sentences.map((text) => {
  const parts = text.split(/\{(\w+)\}/)
  return {
    text,
    fixed: parts.filter((_, at) => at % 2 === 0),
    names: parts.filter((_, at) => at % 2 === 1),
  }
})

/** Reads the values of a sentence back; undefined for one that the table does not have. Linear in its length. */
export function knownSentence(said: string): KnownSentence | undefined {
  for (const pattern of patterns) {
    const values = valuesOf(pattern, said)
    if (values) return { text: pattern.text, values }
  }
  return undefined
}

function valuesOf({ fixed, names }: Pattern, said: string): Record<string, string> | undefined {
  const [first = '', ...others] = fixed
  const last = others.pop()
  if (last === undefined) return said === first ? {} : undefined
  if (!said.startsWith(first) || !said.endsWith(last)) return undefined
  const values: Record<string, string> = {}
  let from = first.length
  const end = said.length - last.length
  for (const [at, name] of names.entries()) {
    const next = others[at]
    const to = next === undefined ? end : said.indexOf(next, from)
    if (to < from || to > end) return undefined
    values[name] = said.slice(from, to)
    from = to + (next?.length ?? 0)
  }
  return values
}
