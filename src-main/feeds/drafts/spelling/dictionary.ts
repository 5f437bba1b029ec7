import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import nspell from 'nspell'

interface Dictionary {
  correct(word: string): boolean
  /** Similar words, the likeliest first. Takes up to a tenth of a second. */
  suggest(word: string): string[]
}

let english: Dictionary | undefined

/** The English dictionary; read at the first call, which takes a second. */
export function englishDictionary(): Dictionary {
  if (english) return english
  const folder = dirname(createRequire(import.meta.url).resolve('dictionary-en'))
  english = nspell(readFileSync(join(folder, 'index.aff')), readFileSync(join(folder, 'index.dic')))
  return english
}
