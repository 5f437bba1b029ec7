/** `node e2e/support/words/check.ts`: fails where the source has a word of the list in banned-words.ts. */
import { globSync, readFileSync } from 'node:fs'
import { bannedWordsIn } from './banned-words.ts'

const files = globSync([
  '{src-main,src-shared,src-renderer,resources,e2e}/**/*.{ts,tsx,js}',
  '*.config.ts',
]).filter((file) => !file.replaceAll('\\', '/').startsWith('e2e/support/words/'))
const found = files.flatMap((file) =>
  bannedWordsIn(readFileSync(file, 'utf8')).map(
    ({ line, word, instead }) => `${file}:${line}: "${word}" is not written here; write ${instead}`,
  ),
)
for (const one of found) console.error(one)
console.log(`Banned words: ${files.length} files, ${found.length} found.`)
if (found.length > 0) process.exitCode = 1
