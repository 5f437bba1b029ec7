import { Popover } from '@base-ui/react/popover'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { ArrowDown, ArrowUp, Columns3, Minus, Pin, Plus, X } from 'lucide-react'
import type { CatalogChoices } from '../../../../../src-shared/catalog/screen.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { usePopupContainer } from '../../../../ui/overlays/popup.tsx'
import { changeChoices } from '../../catalog-memory.ts'
import { hiddenColumns, shownColumns, type TableColumn } from './table-columns.tsx'
import { maxColumnWidth, narrowestColumn, widthOf } from './table-frame.ts'
import { moved } from './table-head.tsx'

const icon = 'size-3.5'
const widthStep = 24

/** Menu to show, hide, order, resize and freeze columns, also by keyboard. */
export function ColumnChooser({ choices }: { choices: CatalogChoices }) {
  'use memo'
  const place = usePopupContainer()
  const columns = shownColumns(choices.columns)
  const hidden = hiddenColumns(columns)
  const ids = columns.map(({ id }) => id)
  return (
    <Popover.Root>
      <Popover.Trigger
        render={<Button size="small" variant="ghost" icon={<Columns3 className={icon} aria-hidden />} />}
      >
        <Trans>Columns</Trans>
      </Popover.Trigger>
      <Popover.Portal container={place}>
        <Popover.Positioner align="end" sideOffset={4} className="z-40">
          <Popover.Popup
            aria-label={t`Columns`}
            className="popup flex max-h-[min(32rem,var(--available-height))] w-80 flex-col overflow-y-auto p-2"
          >
            <p className="px-1 py-1 text-2xs font-medium text-ink-faint">
              <Trans>Shown, from left to right</Trans>
            </p>
            <ul aria-label={t`Shown columns`}>
              {columns.map((column, index) => (
                <ShownColumn
                  key={column.id}
                  column={column}
                  index={index}
                  columns={columns}
                  choices={choices}
                />
              ))}
            </ul>
            {hidden.length > 0 && (
              <>
                <p className="mt-2 px-1 py-1 text-2xs font-medium text-ink-faint">
                  <Trans>Not shown</Trans>
                </p>
                <ul aria-label={t`Other columns`}>
                  {hidden.map(({ id, label }) => (
                    <li key={id} className="flex h-8 items-center gap-2 rounded-sm px-1 hover:bg-hover">
                      <span className="min-w-0 flex-1 truncate text-ink-soft">{label}</span>
                      <IconButton
                        size="small"
                        label={t`Show ${label}`}
                        icon={<Plus className={icon} aria-hidden />}
                        onClick={() => changeChoices({ columns: [...ids, id] })}
                      />
                    </li>
                  ))}
                </ul>
              </>
            )}
            <div className="mt-2 flex border-t border-line pt-2">
              <Button
                size="small"
                variant="ghost"
                onClick={() => changeChoices({ columns: [], widths: {}, frozen: 1 })}
              >
                <Trans>Reset to default</Trans>
              </Button>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function ShownColumn({
  column,
  index,
  columns,
  choices: { widths, frozen },
}: {
  column: TableColumn
  index: number
  columns: readonly TableColumn[]
  choices: CatalogChoices
}) {
  const { id, label } = column
  const isFrozen = index < frozen
  const width = widthOf(column, widths)
  const widen = (by: number) =>
    changeChoices({
      widths: { ...widths, [id]: Math.max(narrowestColumn, Math.min(maxColumnWidth, width + by)) },
    })
  const move = (to: number) => changeChoices({ columns: moved(columns, id, to) })
  return (
    <li className="flex h-8 items-center rounded-sm px-1 hover:bg-hover">
      <span className="min-w-0 flex-1 truncate">{label}</span>
      <IconButton
        size="small"
        label={
          isFrozen && index === frozen - 1 ? t`Let ${label} scroll` : t`Keep all up to ${label} in sight`
        }
        aria-pressed={isFrozen}
        className={clsx(isFrozen ? 'text-accent!' : 'text-ink-faint')}
        icon={<Pin className={icon} aria-hidden />}
        onClick={() => changeChoices({ frozen: isFrozen && index === frozen - 1 ? index : index + 1 })}
      />
      <IconButton
        size="small"
        label={t`Narrow ${label}`}
        icon={<Minus className={icon} aria-hidden />}
        onClick={() => widen(-widthStep)}
      />
      <IconButton
        size="small"
        label={t`Widen ${label}`}
        icon={<Plus className={icon} aria-hidden />}
        onClick={() => widen(widthStep)}
      />
      <IconButton
        size="small"
        label={t`Move ${label} to the left`}
        disabled={index <= 1}
        icon={<ArrowUp className={icon} aria-hidden />}
        onClick={() => move(index - 1)}
      />
      <IconButton
        size="small"
        label={t`Move ${label} to the right`}
        disabled={index === 0 || index === columns.length - 1}
        icon={<ArrowDown className={icon} aria-hidden />}
        onClick={() => move(index + 1)}
      />
      <IconButton
        size="small"
        label={t`Hide ${label}`}
        disabled={id === 'name'}
        icon={<X className={icon} aria-hidden />}
        onClick={() => changeChoices({ columns: columns.map((one) => one.id).filter((one) => one !== id) })}
      />
    </li>
  )
}
