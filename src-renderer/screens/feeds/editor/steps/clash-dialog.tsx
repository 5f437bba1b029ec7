import { plural, t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { draftColumns } from '../../../../../src-shared/feeds/draft/columns.ts'
import type { ClashChoice } from '../../../../../src-shared/feeds/draft/edits.ts'
import type { DraftStep, StepClash, StepClashes } from '../../../../../src-shared/feeds/draft/model.ts'
import { type FeedKind, feedKinds, kinds } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import { feedKindWords } from '../../../../texts/feed-kinds.ts'
import { Segmented } from '../../../../ui/inputs/segmented.tsx'
import { Dialog, DialogActions } from '../../../../ui/overlays/dialog.tsx'
import { FieldValue, memberAt } from '../before/field-value.tsx'

interface ClashDialogProps {
  step: DraftStep
  clashes: StepClashes
  kind: FeedKind
  onUndo: (choice: ClashChoice) => Promise<void>
  onClose: () => void
}

type Side = ClashChoice['take']

/** Asks which value each field gets that a later step changed as well. */
export function ClashDialog({ step, clashes: found, kind, onUndo, onClose }: ClashDialogProps) {
  const { revision, total, clashes, removed, undoable } = found
  const [take, setTake] = useState<Side>('current')
  const [except, setExcept] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const chooseAll = (side: Side) => {
    setTake(side)
    setExcept(new Set())
  }
  const choose = (id: string, side: Side) => {
    const next = new Set(except)
    if (side === take) next.delete(id)
    else next.add(id)
    setExcept(next)
  }
  const changesNothing = undoable === 0 && take === 'current' && except.size === 0
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Later steps changed the same fields`}
      description={
        <>
          <span dir="auto" className="font-medium text-ink">
            {step.label}
          </span>
          {': '}
          <Plural
            value={total}
            one="# field has another value since. Choose which one it gets."
            other="# fields have other values since. Choose which ones they get."
          />
          {undoable > 0 && (
            <>
              {' '}
              <Plural
                value={undoable}
                one="The other change of this step is undone."
                other="The other # changes of this step are undone."
              />
            </>
          )}
          {removed > 0 && (
            <>
              {' '}
              <Plural
                value={removed}
                one="# item was deleted since and stays deleted."
                other="# items were deleted since and stay deleted."
              />
            </>
          )}
        </>
      }
      actions={
        <DialogActions
          label={t`Undo this step`}
          isBusy={busy}
          isDisabled={changesNothing}
          onConfirm={() => {
            setBusy(true)
            void onUndo({ revision, take, except: [...except] }).finally(() => setBusy(false))
          }}
          onCancel={onClose}
        />
      }
    >
      {total > 1 && (
        <div className="sticky top-0 z-10 border-b border-line bg-raised pb-3">
          <Segmented
            label={t`All fields`}
            value={except.size === 0 ? take : undefined}
            onValueChange={chooseAll}
            options={[
              { value: 'current', label: t`Keep current values` },
              { value: 'undone', label: t`Restore earlier values` },
            ]}
          />
        </div>
      )}
      <ul>
        {clashes.map((clash) => (
          <ClashQuestion
            key={`${clash.draft} ${clash.id}`}
            clash={clash}
            kind={kind}
            value={except.has(clash.id) === (take === 'current') ? 'undone' : 'current'}
            onChoose={(side) => choose(clash.id, side)}
          />
        ))}
      </ul>
      {total > clashes.length && (
        <p className="pt-3 text-xs text-ink-soft">
          {plural(total - clashes.length, {
            one: 'One more field gets what is chosen for all fields.',
            other: '# more fields get what is chosen for all fields.',
          })}
        </p>
      )}
    </Dialog>
  )
}

interface ClashQuestionProps {
  clash: StepClash
  kind: FeedKind
  value: Side
  onChoose: (side: Side) => void
}

function ClashQuestion({ clash, kind, value, onChoose }: ClashQuestionProps) {
  const name = useId()
  const sides: { side: Side; label: string; content: unknown }[] = [
    { side: 'current', label: t`Current`, content: clash.current },
    { side: 'undone', label: t`Before this step`, content: clash.undone },
  ]
  return (
    <li className="border-b border-line py-3 last:border-0">
      <fieldset>
        <legend className="mb-1 text-sm">
          <span className="font-medium">{fieldLabel(kind, clash)}</span>
          {clash.title && (
            <span dir="auto" className="text-ink-soft">
              {' · '}
              {clash.title}
            </span>
          )}
        </legend>
        {sides.map(({ side, label, content }) => (
          <label
            key={side}
            className="grid grid-cols-[auto_7.5rem_minmax(0,1fr)] items-baseline gap-2 py-0.5 text-sm"
          >
            <input type="radio" name={name} checked={value === side} onChange={() => onChoose(side)} />
            <span className="text-ink-soft">{label}</span>
            <span className="line-clamp-4 min-w-0 break-words">
              <ClashValue clash={clash} kind={kind} value={content} />
            </span>
          </label>
        ))}
      </fieldset>
    </li>
  )
}

interface ClashValueProps {
  clash: StepClash
  kind: FeedKind
  value: unknown
}

function ClashValue({ clash: { keys, field, title }, kind, value }: ClashValueProps) {
  if (keys?.length === 0) return value === undefined ? t`No item` : title || t`The item`
  if (value === undefined || value === '') return <span className="text-ink-faint">{t`empty`}</span>
  if (field === 'kind') return feedKinds.filter((one) => one === value).map((one) => feedKindWords[one].label)
  if (keys?.[0] !== 'value') return typeof value === 'string' ? value : t`The catalog's record`
  const member = memberAt(kinds[kind].payload.item, keys.slice(1))
  return <FieldValue member={member} value={value} />
}

const headLabels: Record<NonNullable<StepClash['field']>, string> = {
  name: t`Name of the draft`,
  name_parts: t`Name of the draft`,
  group_name: t`Group`,
  kind: t`Kind of feed`,
  frame: t`Content outside of the items`,
  deleted_at: t`Draft`,
}

function fieldLabel(kind: FeedKind, { keys, field }: StepClash): string {
  if (field !== undefined) return headLabels[field]
  const [part, ...below] = keys ?? []
  if (part === undefined) return t`Whole item`
  if (part === 'text') return 'XML'
  if (part === 'base') return t`The catalog's values it began with`
  const column = draftColumns(kind).find((one) => one.column === below.join('/'))
  // The text of an element is named as the element.
  if (column) return below.at(-1) === 'text' ? (column.around.at(-1) ?? column.label) : column.label
  return memberAt(kinds[kind].payload.item, below)?.label ?? t`Other content`
}
