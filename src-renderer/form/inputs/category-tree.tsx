import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { LookupOption } from '../../../src-shared/catalog/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/inputs/field.tsx'
import { ErrorState } from '../../ui/layout/states.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { wholeNumber } from '../../ui/text/words.ts'

const shownEntries = 500

interface CategoryTreeProps {
  onChoose: (id: string) => void
  onClose: () => void
}

type Step = Pick<LookupOption, 'id' | 'name'>

/** The category tree: browse level by level from the top, or search by name at any level. */
export function CategoryTree({ onChoose, onClose }: CategoryTreeProps) {
  const [steps, setSteps] = useState<readonly Step[]>([])
  const [text, setText] = useState('')
  const at = steps.at(-1)
  const isSearch = text.trim() !== ''
  const found = useQuery({
    ...rpc.catalog.lookup.queryOptions({
      input: {
        kind: 'category',
        text: isSearch ? text : '',
        limit: shownEntries,
        below: isSearch ? undefined : (at?.id ?? ''),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const { entries = [], total = 0 } = found.data ?? {}
  const open = (entry: LookupOption) => {
    if (!entry.narrower) return onChoose(entry.id)
    setText('')
    setSteps([...(isSearch ? [] : steps), { id: entry.id, name: entry.name }])
  }
  return (
    <Dialog open onOpenChange={(next) => !next && onClose()} title={t`Categories`}>
      <div className="flex flex-col gap-3">
        <SearchField label={t`Find a category`} placeholder={t`Name`} value={text} onValueChange={setText} />
        <nav aria-label={t`Where this is`} className="flex flex-wrap items-center gap-1 text-xs">
          <Button size="small" variant="ghost" disabled={steps.length === 0} onClick={() => setSteps([])}>
            <Trans>All categories</Trans>
          </Button>
          {!isSearch &&
            steps.map((step, index) => (
              <span key={step.id} className="flex items-center gap-1">
                <ChevronRight className="size-3 text-ink-faint" aria-hidden />
                <Button
                  size="small"
                  variant="ghost"
                  disabled={index === steps.length - 1}
                  onClick={() => setSteps(steps.slice(0, index + 1))}
                >
                  {step.name}
                </Button>
              </span>
            ))}
        </nav>
        {found.error && <ErrorState title={t`The categories cannot be shown`} error={found.error} />}
        <ul className="-mx-2 flex max-h-96 min-h-48 flex-col overflow-y-auto" aria-label={t`Categories`}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <button
                type="button"
                onClick={() => open(entry)}
                className="flex min-h-9 w-full cursor-default items-center gap-3 rounded-md px-2 py-1 text-start text-sm hover:bg-hover active:bg-pressed"
              >
                <span className="min-w-0 flex-1">
                  {entry.name} <span className="text-xs text-ink-faint">{entry.id}</span>
                  {isSearch && entry.path && entry.path.length > 0 && (
                    <span className="block text-xs text-ink-faint">
                      <Trans>in {entry.path.join(' › ')}</Trans>
                    </span>
                  )}
                </span>
                {entry.narrower ? (
                  <span className="flex items-center gap-1 text-xs text-ink-faint">
                    <Plural value={entry.narrower} one="# category" other="# categories" />
                    <ChevronRight className="size-4" aria-hidden />
                  </span>
                ) : null}
              </button>
            </li>
          ))}
          {found.isSuccess && entries.length === 0 && (
            <li className="px-2 py-3 text-sm text-ink-faint">
              <Trans>No matching categories.</Trans>
            </li>
          )}
        </ul>
        {total > entries.length && (
          <p className="text-xs text-ink-faint">
            <Trans>
              {wholeNumber(entries.length)} of {wholeNumber(total)}. Type to narrow down.
            </Trans>
          </p>
        )}
        {at && !isSearch && (
          <div>
            <Button size="small" onClick={() => onChoose(at.id)}>
              <Trans>Use {at.name} itself</Trans>
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}
