/** Words of the trial languages: what no macro marks is plain English among accents, and what has no room shows it. */
const pairs = 'aåeéiîoöuûyýAÅEÉIÎOÖUÛYÝcçnñsšCÇNÑSŠ'
const accents = new Map<string, string>()
for (let at = 0; at < pairs.length; at += 2) accents.set(pairs.charAt(at), pairs.charAt(at + 1))

/** Every letter that can bear an accent has one, and the text is 40 % longer. Tags of elements stay as they are. */
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
