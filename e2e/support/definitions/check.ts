/**
 * Part of `npm run lint`: reports every use before definition at module level, and exits with 1 if there is
 * one.
 */
import { globSync, readFileSync } from 'node:fs'
import { usesBeforeDefinition, wordsOf } from './use-before-definition.ts'

const files = globSync(['{src-main,src-shared,src-renderer,resources,e2e}/**/*.{ts,tsx,js}', '*.config.ts'])
const found = files.toSorted().flatMap((file) => usesBeforeDefinition(file, readFileSync(file, 'utf8')))
for (const one of found) process.stderr.write(`${wordsOf(one)}\n`)
process.stdout.write(`Use before definition: ${files.length} files, ${found.length} found.\n`)
if (found.length > 0) process.exitCode = 1
