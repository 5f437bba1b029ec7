import { Popover } from '@base-ui/react/popover'
import { CircleHelp } from 'lucide-react'
import { usePopupPlace } from './popup.tsx'

/** The words of the field that a newcomer may not know, each explained once. */
const terms = {
  GTIN: 'The number under the barcode: 8, 12, 13 or 14 digits, the last of which checks the others. UPC and EAN are GTINs too.',
  'Content+':
    'Rich content of an item at single retailers: texts, keywords, pictures and videos beside the record itself.',
  refresh:
    'A feed that replaces the whole record of an item. What it leaves empty is gone afterwards; an update changes the texts only.',
  planogram:
    'The drawing of a shelf with the place of each product. Its pictures show the product without perspective, in the measures of the package.',
  feed: 'New or changed items on their way to the service, as one document. It begins as a draft and goes through the outbox.',
  sync: 'Brings what is new or changed at the service into the copy on this computer.',
  sandbox: 'A workspace that is its own service: it takes feeds in itself, and nothing leaves this computer.',
} as const

/** A small sign beside a word of the field; pressed, it says what the word means. */
export function Term({ name }: { name: keyof typeof terms }) {
  const place = usePopupPlace()
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={`What is ${name}?`}
        className="inline-flex size-5 items-center justify-center rounded-full align-middle text-ink-faint hover:text-ink"
      >
        <CircleHelp className="size-3.5" aria-hidden />
      </Popover.Trigger>
      <Popover.Portal container={place}>
        <Popover.Positioner sideOffset={4} className="z-50">
          <Popover.Popup className="popup max-w-80 px-3 py-2 text-left text-sm font-normal whitespace-normal">
            <Popover.Title className="font-semibold first-letter:uppercase">{name}</Popover.Title>
            <Popover.Description className="text-ink-soft">{terms[name]}</Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
