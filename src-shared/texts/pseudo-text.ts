/**
 * Text of the pseudo-locales: untranslatable text shows as plain English among accented text, and longer
 * text reveals layouts without room.
 */
const pairs = 'aåeéiîoöuûyýAÅEÉIÎOÖUÛYÝcçnñsšCÇNÑSŠ'
const accents = new Map<string, string>()
for (let at = 0; at < pairs.length; at += 2) accents.set(pairs.charAt(at), pairs.charAt(at + 1))

/**
 * Adds an accent to every letter that can have one, and lengthens the text by 40 %. Element tags are
 * unchanged.
 */
export function pseudoText(text: string): string {
  const accented = text
    .split(/(<[^<>]*>)/)
    .map((part, at) => (at % 2 === 1 ? part : [...part].map((sign) => accents.get(sign) ?? sign).join('')))
    .join('')
  const length = text.replace(/[^A-Za-z]/g, '').length
  if (length < 2) return accented
  const end = accented.trimEnd()
  return `${end}${'·'.repeat(Math.ceil(length * 0.4))}${accented.slice(end.length)}`
}
