import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { BookPlus } from 'lucide-react'
import { useState } from 'react'
import type { Draft, MisspelledWord } from '../../../../../src-shared/feeds/draft/model.ts'
import { spellingKind } from '../../../../../src-shared/names/model.ts'
import { rpc } from '../../../../rpc/client.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { toast } from '../../../../ui/overlays/toast.tsx'
import { wholeNumber } from '../../../../ui/text/words.ts'
import { useDebounced } from '../../../../ui/use-debounced.ts'
import type { DraftWork } from '../session/use-draft.ts'

interface DraftSpellingProps {
  draft: Draft
  work: DraftWork
  onItem: (key: number) => void
}

/** Words of the draft that may be misspelled. They are hints: nothing is read until the section is opened. */
export function DraftSpelling({ draft, work, onItem }: DraftSpellingProps) {
  const [isOpen, setOpen] = useState(false)
  // Debounced, because a large draft takes seconds.
  const revision = useDebounced(draft.revision, 1000)
  const found = useQuery({
    ...rpc.feeds.draftSpelling.queryOptions({ input: { id: draft.id, revision }, enabled: isOpen }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label={t`Spelling`} className="shrink-0 border-t border-line">
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="cursor-default px-4 py-2 hover:bg-hover">
          <h2 className="inline text-sm font-semibold">
            <Trans>Spelling</Trans>
          </h2>
          <span className="ms-2 text-sm text-ink-soft">
            <Trans>English names, descriptions and bullet points</Trans>
          </span>
        </summary>
        {isOpen && (
          <div className="max-h-[50vh] overflow-y-auto pb-3">
            {found.isError ? (
              <p role="alert" className="px-4 text-xs text-bad">
                <Trans>The spelling could not be checked.</Trans>
              </p>
            ) : found.data ? (
              <>
                <p className="px-4 pb-1 text-xs text-ink-faint">
                  {found.data.words.length === 0
                    ? t`No unknown words in ${plural(found.data.items, { one: '# item', other: '# items' })}.`
                    : t`These words are neither in the dictionary nor in several items of the catalog.`}{' '}
                  {found.data.skipped > 0 && (
                    <Plural
                      value={found.data.skipped}
                      one="# item in another language, or with few words, was not checked."
                      other="# items in other languages, or with few words, were not checked."
                    />
                  )}
                </p>
                <ul>
                  {found.data.words.map((word) => (
                    <UnknownWord key={word.word} found={word} work={work} onItem={onItem} />
                  ))}
                </ul>
                {found.data.more > 0 && (
                  <p className="px-4 py-1 text-xs text-ink-faint">
                    <Plural value={found.data.more} one="and # further word" other="and # further words" />
                  </p>
                )}
              </>
            ) : (
              <p className="px-4 text-xs text-ink-faint">
                <Trans>Checking the spelling…</Trans>
              </p>
            )}
          </div>
        )}
      </details>
    </section>
  )
}

function UnknownWord({
  found: { word, items, suggestions, columns, key },
  work,
  onItem,
}: {
  found: MisspelledWord
  work: DraftWork
  onItem: (key: number) => void
}) {
  const [busy, setBusy] = useState(false)
  const remember = useMutation(
    rpc.names.remember.mutationOptions({
      onError: (error) => toast.failed(t`“${word}” was not added`, error),
    }),
  )
  const replace = async (by: string) => {
    setBusy(true)
    await work.edit(
      t`Wrote “${by}” for “${word}”`,
      [{ do: 'replace', selection: {}, columns, find: word, by, matchCase: true, wholeWord: true }],
      ({ items: count }) => t`Wrote “${by}” in ${plural(count, { one: '# item', other: '# items' })}`,
    )
    setBusy(false)
  }
  return (
    <li className="flex flex-wrap items-center gap-1.5 px-4 py-1">
      <button
        type="button"
        title={t`Open the first item with this word`}
        onClick={() => onItem(key)}
        className="min-w-0 flex-1 cursor-default truncate text-start text-sm hover:underline"
      >
        {word}{' '}
        <span className="text-xs text-ink-faint">{items > 1 && t`in ${wholeNumber(items)} items`}</span>
      </button>
      {suggestions.map((by) => (
        <Button key={by} size="small" busy={busy} onClick={() => void replace(by)}>
          <Trans>Write “{by}”</Trans>
        </Button>
      ))}
      <IconButton
        label={t`Add “${word}” to the words of this workspace`}
        icon={<BookPlus className="size-4" aria-hidden />}
        onClick={() =>
          remember.mutate({
            kind: spellingKind,
            decisions: [{ name: word.toLowerCase(), choice: 'keep' }],
          })
        }
      />
    </li>
  )
}
