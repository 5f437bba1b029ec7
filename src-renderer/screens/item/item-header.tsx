import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronLeft, Copy, EllipsisVertical, FilePenLine, SquareArrowOutUpRight, X } from 'lucide-react'
import { Fragment, useEffect, useRef } from 'react'
import type { ItemView } from '../../../src-shared/catalog/model.ts'
import { statusWord } from '../../../src-shared/catalog/status-word.ts'
import { type Item, item as itemDescription } from '../../../src-shared/vocabulary/elements/item.ts'
import { desktop } from '../../rpc/desktop.ts'
import { useCommands } from '../../shell/commands/command-registry.ts'
import { itemCommands } from '../../shell/commands/shortcuts.tsx'
import { itemDraftKinds } from '../../texts/feed-kinds.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { useTitle } from '../../ui/layout/page-header.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { Term } from '../../ui/overlays/term.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { copyText } from '../../ui/text/clipboard.ts'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { dateAndTime, dateOnly } from '../../ui/text/words.ts'
import { ItemSteps, type ListPosition } from './item-steps.tsx'
import { firstDraftKind, useCreateDraft } from './use-create-draft.ts'

interface ItemHeaderProps {
  view: ItemView
  /** Absent if the record could not be parsed. */
  item: Item | undefined
  onClose: () => void
  beside: boolean
  takesFocus: boolean
  place: ListPosition | undefined
}

/** The name, brand, manufacturer and codes of an item, with the actions for it. */
export function ItemHeader({ view, item, onClose, beside, takesFocus, place }: ItemHeaderProps) {
  const Heading = beside ? 'h2' : 'h1'
  const name = item?.name || t`Item ${view.id}`
  useTitle(name)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const makers = [
    ...new Set(
      (item?.products ?? []).flatMap((product) => [product.brand?.text, product.manufacturer?.text]),
    ),
  ].filter(Boolean)
  return (
    <header className="shrink-0 bg-surface px-6 pt-2 pb-2">
      <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        {!beside && (
          <button
            type="button"
            onClick={onClose}
            className="-ms-1 inline-flex items-center rounded-sm text-xs text-ink-faint hover:text-ink"
          >
            <ChevronLeft className="size-3.5" aria-hidden />
            <Trans>Catalog</Trans>
          </button>
        )}
        {place && <ItemSteps place={place} />}
        <span className="flex-1" />
        <ItemActions view={view} item={item} />
        {beside && (
          <IconButton
            label={t`Close the item`}
            keys={['Esc']}
            icon={<X className="size-4" aria-hidden />}
            onClick={onClose}
          />
        )}
      </div>
      <div className="flex items-center gap-2">
        <Heading
          ref={heading}
          tabIndex={-1}
          dir="auto"
          className="text-lg outline-none font-semibold text-balance break-words"
        >
          {name}
        </Heading>
        {item?.status && (
          <Badge>
            <span title={`${itemDescription.fields.status.label} ${item.status}`}>
              {statusWord(item.status)}
            </span>
          </Badge>
        )}
        {view.notSeenSince && (
          <Badge tone="warn">
            <span
              title={t`The service no longer lists this item; it last gave it ${dateAndTime(view.notSeenSince)}. It is kept here.`}
            >
              <Trans>Last listed {dateOnly(view.notSeenSince)}</Trans>
            </span>
          </Badge>
        )}
      </div>
      {makers.length > 0 && (
        <p className="text-sm text-ink-soft">
          {makers.map((maker, index) => (
            <Fragment key={maker}>
              {index > 0 && <span className="text-ink-faint"> · </span>}
              {maker}
            </Fragment>
          ))}
        </p>
      )}
      <dl aria-label={t`Codes`} className="mt-1 flex flex-wrap items-center gap-x-5 text-xs">
        {(item?.upcs ?? []).map((code, index) => (
          <Code
            // The same code can occur twice with different types.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            label={code.type || t`Code`}
            code={code.text}
            explained={index === 0}
          />
        ))}
        <Code label={t`Item`} code={view.id} />
      </dl>
    </header>
  )
}

function Code({ label, code, explained = false }: { label: string; code: string; explained?: boolean }) {
  if (code === '') return null
  return (
    <div className="flex items-center gap-1.5">
      <dt className="text-ink-faint">{label}</dt>
      <dd className="tabular flex items-center gap-0.5 text-sm">
        {code}
        <CopyButton text={code} label={t`Copy ${label} ${code}`} />
        {explained && <Term name="GTIN" />}
      </dd>
    </div>
  )
}

/** Opens the item in a new window, or in the browser in a new tab without access to this one. */
function openItemWindow(id: string): void {
  if (desktop) void desktop.openItem(id)
  else window.open(`/catalog/${encodeURIComponent(id)}`, '_blank', 'noopener')
}

function ItemActions({ view, item }: { view: ItemView; item: Item | undefined }) {
  const createDraft = useCreateDraft()
  const firstKind = firstDraftKind
  const copy = async (what: string, text: string) => {
    if (await copyText(text)) toast.done(t`${what} copied`)
  }
  const code = item?.upcs?.find((upc) => upc.text !== '')?.text
  useCommands(t`This item`, [
    ...(firstKind
      ? [
          {
            ...itemCommands.edit,
            run: () =>
              createDraft.isPending || createDraft.mutate({ kind: firstKind, fromItemIds: [view.id] }),
          },
        ]
      : []),
    ...itemDraftKinds.map(({ kind, label }) => ({
      id: `item-${kind}`,
      label,
      words: t`feed change send`,
      run: () => createDraft.mutate({ kind, fromItemIds: [view.id] }),
    })),
    {
      id: 'item-window',
      label: t`Open in new window`,
      words: t`tab beside`,
      run: () => openItemWindow(view.id),
    },
    ...(code
      ? [
          {
            id: 'copy-gtin',
            label: t`Copy GTIN`,
            words: t`barcode upc ean`,
            run: () => void copy('GTIN', code),
          },
        ]
      : []),
    { id: 'copy-identifier', label: t`Copy item identifier`, run: () => void copy(t`Identifier`, view.id) },
    { id: 'copy-xml', label: t`Copy XML`, words: 'record', run: () => void copy('XML', view.xml) },
  ])
  const copyIcon = <Copy className="size-4" aria-hidden />
  return (
    <div className="flex shrink-0 gap-2">
      {itemDraftKinds.map(({ kind, label, hint, isFirst }) => (
        <Tooltip key={kind} label={hint}>
          <Button
            variant={isFirst ? 'primary' : 'secondary'}
            busy={createDraft.isPending}
            icon={isFirst && <FilePenLine className="size-4" aria-hidden />}
            onClick={() => createDraft.mutate({ kind, fromItemIds: [view.id] })}
          >
            {label}
          </Button>
        </Tooltip>
      ))}
      <Menu
        trigger={
          <Button variant="ghost" aria-label={t`More actions`} className="w-8 px-0!">
            <EllipsisVertical className="size-4" aria-hidden />
          </Button>
        }
        actions={[
          ...(code ? [{ label: t`Copy GTIN`, icon: copyIcon, onSelect: () => void copy('GTIN', code) }] : []),
          {
            label: t`Open in new window`,
            icon: <SquareArrowOutUpRight className="size-4" aria-hidden />,
            onSelect: () => openItemWindow(view.id),
          },
          {
            label: t`Copy item identifier`,
            icon: copyIcon,
            onSelect: () => void copy(t`Identifier`, view.id),
          },
          { label: t`Copy XML`, icon: copyIcon, onSelect: () => void copy('XML', view.xml) },
        ]}
      />
    </div>
  )
}
