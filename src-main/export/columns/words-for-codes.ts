import type { TextLanguage } from '../../../src-shared/workspace/languages.ts'
import { fieldOfFeed } from '../../import/index.ts'
import type { ReadColumn } from './reading-columns.ts'

/** Columns whose codes may stay beside their words. */
export const codeHeadings: readonly string[] = ['Status', 'Country of origin']

/** A word of the import for each language, so that the file can be imported again. */
const yesAndNo: Record<TextLanguage, { yes: string; no: string }> = {
  en: { yes: 'Yes', no: 'No' },
  de: { yes: 'Ja', no: 'Nein' },
  es: { yes: 'Sí', no: 'No' },
  fr: { yes: 'Oui', no: 'Non' },
}
const published: Record<TextLanguage, string> = {
  en: 'Published',
  de: 'Veröffentlicht',
  es: 'Publicado',
  fr: 'Publié',
}

const flags: Record<string, 'yes' | 'no'> = { Y: 'yes', true: 'yes', N: 'no', false: 'no' }

/** The cells of a column in words; undefined if it has no codes. */
export function wordsIn(
  { heading, cell, feed }: ReadColumn,
  language: TextLanguage,
): ReadColumn['cell'] | undefined {
  if (heading === 'Status')
    return (item) => {
      const status = cell(item)
      return status === 'P' ? published[language] : status
    }
  if (heading === 'Country of origin') {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' })
    return (item) => {
      const code = cell(item)
      return code && /^[A-Z]{2}$/.test(code) ? names.of(code) : code
    }
  }
  const isFlag = heading === 'Food is kosher' || (feed !== undefined && fieldOfFeed(feed)?.reading === 'flag')
  if (!isFlag) return undefined
  return (item) => {
    const word = flags[cell(item) ?? '']
    return word ? yesAndNo[language][word] : cell(item)
  }
}
