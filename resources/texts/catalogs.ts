/** The catalogs of the interface's texts: extraction from the code, and missing translations. */
import { extractor, getCatalogs } from '@lingui/cli/api'
import { type ExtractorType, makeConfig } from '@lingui/conf'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { changeTexts } from '../../src-shared/texts/tables.ts'
import { type TextLanguage, translatedLanguages } from '../../src-shared/workspace/languages.ts'
import config, { configPath } from './lingui.config.ts'
import { saidExtractor } from './said-texts.ts'

interface CatalogEntry {
  message?: string | undefined
  translation?: string | undefined
}
type Messages = Readonly<Record<string, CatalogEntry>>

/** Extracts the texts of the shared tables; each text is its own identifier. */
const tables: ExtractorType = {
  match: (file) => file.endsWith('src-shared/texts/tables.ts'),
  async extract(file, _code, found) {
    const texts = new Set<string>()
    await changeTexts((text) => {
      texts.add(text)
      return text
    })
    for (const id of texts) found({ id, origin: [file, 1, 0] })
  },
}

async function catalog() {
  const made = makeConfig(
    { ...config, extractors: [tables, saidExtractor, extractor] },
    { resolvedConfigPath: configPath },
  )
  const [only] = await getCatalogs(made)
  if (!only) throw new Error('The configuration names no catalog.')
  return only
}

/**
 * Updates all catalogs from the texts of the code. Translations are kept; texts that no longer exist are
 * deleted.
 */
export async function extractTexts(): Promise<void> {
  const made = await (await catalog()).make({ clean: true, overwrite: false, orderBy: 'message' })
  if (!made) throw new Error('The texts could not be extracted.')
}

/** The texts of the code by identifier, without writing them. */
export async function textsOfCode(): Promise<Messages> {
  return (await (await catalog()).collect()) ?? {}
}

/** A stored catalog. */
export async function messagesOf(language: TextLanguage): Promise<Messages> {
  return (await (await catalog()).read(language)) ?? {}
}

/** The catalogs of the languages other than English. */
export async function catalogsOf(): Promise<{ language: TextLanguage; messages: Messages }[]> {
  return Promise.all(
    translatedLanguages.map(async (language) => ({ language, messages: await messagesOf(language) })),
  )
}

/** The texts without a translation. */
export const missingIn = (messages: Messages): [string, CatalogEntry][] =>
  Object.entries(messages).filter(([, { translation }]) => !translation)

/** The distinct placeholders and elements of a text, with their kind, such as `0`, `count:plural`, `<1>`. */
export function partsOf(text: string): string[] {
  const parts = new Set<string>()
  const walk = (tokens: CompiledMessage): void => {
    for (const token of tokens) {
      if (typeof token === 'string') {
        for (const [tag] of token.matchAll(/<\/?\w+\/?>/g)) parts.add(tag)
        continue
      }
      const [name, kind, forms] = token
      parts.add(kind ? `${name}:${kind}` : name)
      if (forms && typeof forms === 'object')
        for (const inner of Object.values(forms)) if (Array.isArray(inner)) walk(inner)
    }
  }
  walk(compileMessageOrThrow(text))
  return [...parts].sort()
}
