import { say } from '../../../../src-shared/texts/say.ts'
import { categoryReader } from '../../../catalog/index.ts'
import type { Storage } from '../../../storage/index.ts'
import { draftWriter } from '../store/draft-writer.ts'
import type { SuggestedCategory, UncategorizedItem } from './item-checks.ts'

/** Items per call, so that other calls of the thread can run in between. */
const maxItems = 500

/**
 * Adds suggestions to the category problems of checked items, by the similar items of the catalog. The checks
 * do not wait for it: the first suggestion takes seconds. Only sure ones are stored, because a person can take
 * them for many items at once; the form shows the others.
 */
export function followCategories(storage: Storage) {
  const writer = storage.writer(draftWriter)
  const categories = storage.reader(categoryReader, { apart: true })
  return async (draft: string, items: readonly UncategorizedItem[]): Promise<void> => {
    for (let at = 0; at < items.length; at += maxItems) {
      const part = items.slice(at, at + maxItems)
      const found = await categories.suggest(part.map(({ texts }) => texts))
      const sure = part.flatMap(({ key, revision }, place): SuggestedCategory[] => {
        const [first] = found[place] ?? []
        if (!first?.isSure) return []
        const why = say`The most similar items of the catalog are in “${first.name}”, such as “${first.like}”.`
        return [{ key, revision, value: first.id, why }]
      })
      if (sure.length > 0) await writer.suggestCategories(draft, sure)
    }
  }
}
