/**
 * Writes the texts of the code into the catalogs, and says which lack a translation. Run by `npm run texts`; a text that
 * is no longer in the code goes.
 */
import { catalogsOf, extractTexts, missingIn } from './catalogs.ts'

await extractTexts()
for (const { language, messages } of await catalogsOf()) {
  const missing = missingIn(messages)
  process.stdout.write(
    `${language}: ${Object.keys(messages).length} texts, ${missing.length} lack a translation\n`,
  )
  for (const [id, { message }] of missing.slice(
    0,
    process.argv.includes('--all') ? Number.POSITIVE_INFINITY : 5,
  ))
    process.stdout.write(`  ${message ?? id}\n`)
}
