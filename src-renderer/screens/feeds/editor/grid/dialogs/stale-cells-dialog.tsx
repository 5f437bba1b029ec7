import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import type { StaleCell } from '../../../../../../src-shared/feeds/draft/model.ts'
import type { FeedKind } from '../../../../../../src-shared/feeds/kinds/kinds.ts'
import { Button } from '../../../../../ui/button.tsx'
import { Dialog } from '../../../../../ui/overlays/dialog.tsx'
import { dateAndTime } from '../../../../../ui/text/words.ts'
import { columnName } from '../../column-input.tsx'
import { shortContent } from '../../form/field-changes.ts'
import { itemName } from '../../items/item-name.ts'
import { cellName, type StaleQuestion } from '../../session/use-stale-cells.ts'
import { gridColumns } from '../columns/grid-columns.ts'

/** Asks which text each cell is to have that somebody else changed since this person saw it. */
export function StaleCellsDialog({ kind, stale, onAnswer }: StaleQuestion & { kind: FeedKind }) {
  const [mine, setMine] = useState<ReadonlySet<string>>(() => new Set())
  const choose = (cell: string, isMine: boolean) => {
    const next = new Set(mine)
    if (isMine) next.add(cell)
    else next.delete(cell)
    setMine(next)
  }
  const more = stale.total - stale.cells.length
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onAnswer(undefined)}
      title={t`${plural(stale.total, { one: '# cell was', other: '# cells were' })} changed by somebody else meanwhile`}
      description={t`Nothing is saved yet. Choose the text of each cell; your other cells are saved with it.`}
      actions={
        <>
          <Button onClick={() => onAnswer(undefined)}>
            <Trans>Discard my change</Trans>
          </Button>
          <Button variant="primary" onClick={() => onAnswer(mine)}>
            <Trans>Save this choice</Trans>
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {stale.cells.map((cell) => (
          <CellChoice
            key={cellName(cell)}
            kind={kind}
            cell={cell}
            isMine={mine.has(cellName(cell))}
            onChoose={(isMine) => choose(cellName(cell), isMine)}
          />
        ))}
        {more > 0 && (
          <p className="text-xs text-ink-soft">
            {plural(more, {
              one: '# further cell is asked about after these.',
              other: '# further cells are asked about after these.',
            })}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function CellChoice({
  kind,
  cell,
  isMine,
  onChoose,
}: {
  kind: FeedKind
  cell: StaleCell
  isMine: boolean
  onChoose: (isMine: boolean) => void
}) {
  const name = useId()
  const column = gridColumns(kind).get(cell.column)
  const { changed } = cell
  const theirs = () => shortContent(cell.theirs ?? undefined)
  const choices = [
    { isMine: true, label: t`Mine: ${shortContent(cell.mine ?? undefined)}` },
    { isMine: false, label: changed ? `${changed.by}: ${theirs()}` : t`Theirs: ${theirs()}` },
  ]
  return (
    <fieldset>
      <legend className="text-xs font-medium text-ink">
        {column ? columnName(column) : cell.column} · {itemName(cell)}
        {changed && <span className="text-ink-soft"> · {t`saved at ${dateAndTime(changed.at)}`}</span>}
      </legend>
      {choices.map((choice) => (
        <label key={choice.label} className="flex items-start gap-2">
          <input
            type="radio"
            name={name}
            className="mt-1"
            checked={choice.isMine === isMine}
            onChange={() => onChoose(choice.isMine)}
          />
          <span className="line-clamp-3 min-w-0 break-words">{choice.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
