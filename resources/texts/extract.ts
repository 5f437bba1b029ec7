/**
 * Writes the texts of the code to the catalogs, and lists missing translations. Run by `npm run texts`;
 * texts that are no longer in the code are deleted.
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
