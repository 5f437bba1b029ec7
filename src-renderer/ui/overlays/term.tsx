import { Popover } from '@base-ui/react/popover'
import { t } from '@lingui/core/macro'
import { CircleHelp } from 'lucide-react'
import { usePopupContainer } from './popup.tsx'
import { type TermName, terms } from './terms.ts'

/** A small help button next to a term; it opens the explanation of the term. */
export function Term({ name }: { name: TermName }) {
  const container = usePopupContainer()
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={t`Help: ${name}`}
        data-help
        className="inline-flex size-5 items-center justify-center rounded-full align-middle text-ink-faint hover:text-ink"
      >
        <CircleHelp className="size-3.5" aria-hidden />
      </Popover.Trigger>
      <Popover.Portal container={container}>
        <Popover.Positioner sideOffset={4} className="z-50">
          <Popover.Popup className="popup max-w-80 px-3 py-2 text-start text-sm font-normal whitespace-normal">
            <Popover.Title className="font-semibold first-letter:uppercase">{name}</Popover.Title>
            <Popover.Description className="text-ink-soft">{terms[name]}</Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
