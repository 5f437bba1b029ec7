import { Popover } from '@base-ui/react/popover'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { queryFields } from '../../../../src-shared/catalog/query-fields.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { usePopupContainer } from '../../../ui/overlays/popup.tsx'

interface Example {
  example: string
  does: string
  help?: string
}

const syntaxExamples: readonly Example[] = [
  { example: t`"oat drink"`, does: t`Words as they stand` },
  { example: '-honey', does: t`Without a word` },
]

/** Popup with search syntax; each example can be inserted into the search field. */
export function SearchHelp({ onTake }: { onTake: (query: string) => void }) {
  'use memo'
  const place = usePopupContainer()
  const [isOpen, setOpen] = useState(false)
  const examples: readonly Example[] = [
    ...syntaxExamples,
    ...queryFields.map(({ example, label, help }) => ({ example, does: label, help })),
  ]
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={t`Search help`}
        title={t`Search help`}
        className={`${buttonClass({ variant: 'ghost' })} w-8 px-0!`}
      >
        <CircleHelp className="size-4" aria-hidden />
      </Popover.Trigger>
      <Popover.Portal container={place}>
        <Popover.Positioner sideOffset={4} align="end" className="z-50">
          <Popover.Popup className="popup max-h-(--available-height) w-96 max-w-[90vw] overflow-y-auto p-2 text-sm">
            <Popover.Title className="px-2 pt-1 font-semibold">
              <Trans>Search help</Trans>
            </Popover.Title>
            <Popover.Description className="px-2 pb-1 text-xs text-ink-soft">
              <Trans>Words of names, brands and texts, and product codes; and with fields:</Trans>
            </Popover.Description>
            <ul aria-label={t`Examples`}>
              {examples.map(({ example, does, help }) => (
                <li key={example}>
                  <button
                    type="button"
                    title={help}
                    onClick={() => {
                      setOpen(false)
                      onTake(example)
                    }}
                    className="flex w-full items-baseline gap-3 rounded-sm px-2 py-1 text-start hover:bg-highlight"
                  >
                    <code className="w-44 shrink-0 font-mono text-xs text-accent-strong">{example}</code>
                    <span className="min-w-0 truncate">{does}</span>
                  </button>
                </li>
              ))}
            </ul>
            <Link
              href="/local-api/reference/catalog.md"
              className="mt-1 block rounded-sm px-2 py-1 text-xs text-accent-strong hover:underline"
            >
              <Trans>The whole page about searching</Trans>
            </Link>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
