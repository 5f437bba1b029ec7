import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { categoryTextsOf } from '../../../src-shared/catalog/category-texts.ts'
import type { IngestItem } from '../../../src-shared/vocabulary/elements/ingest.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useDeferredSlice } from '../form-store.ts'
import type { Place } from '../place.ts'

/** Milliseconds without typing after which the texts are compared. */
const pause = 600

/** The categories of items that are similar to the edited one, as buttons. */
export function CategorySuggestions({
  place,
  onChoose,
}: {
  /** Place of the category. */
  place: Place
  onChoose: (id: string) => void
}) {
  const item = useDeferredSlice(place.keys.slice(0, 2))
  // The slice has the type that the vocabulary describes.
  const texts = useDebounced(categoryTextsOf((item ?? {}) as IngestItem), pause)
  const isEmpty = Object.values(texts).every((text) => text === undefined || text.trim() === '')
  const found = useQuery({
    ...rpc.catalog.suggestCategories.queryOptions({ input: texts, enabled: !isEmpty }),
    placeholderData: keepPreviousData,
  })
  if (isEmpty || found.isError) return null
  if (!found.data)
    return (
      <p className="mt-1 text-xs text-ink-faint">
        <Trans>Comparing with the items of the catalog…</Trans>
      </p>
    )
  if (found.data.length === 0) return null
  return (
    <div className="mt-1 flex flex-wrap items-center gap-1.5">
      <span className="text-xs text-ink-soft">
        <Trans>Similar items are in</Trans>
      </span>
      {found.data.map(({ id, name, around, like }) => (
        <Button
          key={id}
          size="small"
          title={
            around === undefined ? t`${name}, such as “${like}”` : t`${around} › ${name}, such as “${like}”`
          }
          onClick={() => onChoose(id)}
          className="max-w-full"
        >
          <span className="truncate">{name}</span>
        </Button>
      ))}
    </div>
  )
}
