import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronDown, ChevronRight, MoreHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { marketWords } from '../../../src-shared/nutrition/model.ts'
import { readPanel } from '../../../src-shared/nutrition/panel.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { Term } from '../../ui/overlays/term.tsx'
import { useFormStore, useLength } from '../form-store.ts'
import { type Group, type Member, type Place, problemPath } from '../place.ts'
import { useAllProblems } from '../problem-store.ts'
import { fillPercents, roundAmounts } from './fill-panel.ts'
import { useFacts } from './findings.tsx'
import { PanelNotes } from './notes.tsx'
import type { NutritionRows } from './nutrient-rows.ts'
import { useMarket } from './use-market.ts'

/** Draws an element of a panel as form fields outside the table. */
export type DrawFields = (group: Group, place: Place) => ReactNode

interface PanelHeadProps {
  group: Group
  drawFields: DrawFields
  content: NutritionRows
  place: Place
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

/**
 * Title, servings and actions of a panel. With several panels each is one line until it is opened, so that
 * the table below remains visible.
 */
export function PanelHead({
  group,
  drawFields,
  content,
  place,
  index,
  count,
  onMove,
  onRemove,
}: PanelHeadProps) {
  const id = useId()
  const store = useFormStore()
  const market = useMarket()
  const { panels } = useFacts()
  const facts = panels[index]
  const basis = facts && readPanel(facts).basis
  const [chosen, setChosen] = useState<boolean>()
  const hasHeadProblem = useHasHeadProblem(content.others, place)
  // Read from the form, because `facts` updates a moment later and a late collapse would move everything
  // below it.
  const servings = useLength([...place.keys, 'servingSizes'])
  const open = chosen ?? (count === 1 || hasHeadProblem || servings === 0)
  const { label } = marketWords[market]
  const Arrow = open ? ChevronDown : ChevronRight
  return (
    <fieldset
      aria-labelledby={id}
      data-path={problemPath(place)}
      className="scroll-mt-24 rounded-lg border border-line bg-canvas/60 px-3 py-2"
    >
      <div className="flex min-h-7 items-center justify-between gap-3">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setChosen(!open)}
          className="-ms-1 flex min-h-7 min-w-0 items-center gap-1 rounded-sm px-1 text-start text-xs hover:bg-hover"
        >
          <Arrow className="size-3.5 shrink-0 text-ink-faint" aria-hidden />
          <span id={id} className="font-semibold text-ink-soft">
            <Trans>Nutrition panel {index + 1}</Trans>
          </span>
          <span className="truncate text-ink-faint">
            {[facts?.title, basis ? t`per ${basis.words}` : t`no serving in g or ml`]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </button>
        {index === 0 && <Term name="prepared state" />}
        <Menu
          trigger={
            <IconButton
              size="small"
              label={t`Actions of nutrition panel ${index + 1}`}
              icon={<MoreHorizontal className="size-4" aria-hidden />}
            />
          }
          actions={[
            {
              label: t`Fill in empty percentages by ${label}`,
              onSelect: () => fillPercents(store, place, content.rows, market),
            },
            {
              label: t`Round amounts by ${label}`,
              onSelect: () => roundAmounts(store, place, content.rows, market),
            },
            null,
            { label: t`Move to the left`, disabled: index === 0, onSelect: () => onMove(index - 1) },
            { label: t`Move to the right`, disabled: index === count - 1, onSelect: () => onMove(index + 1) },
            { label: t`Remove the panel`, dangerous: true, onSelect: onRemove },
          ]}
        />
      </div>
      <PanelNotes panel={index} place={place} named={false} />
      {open && <div className="pt-2 pb-1">{drawFields({ ...group, members: content.others }, place)}</div>}
    </fieldset>
  )
}

/** Whether a problem or finding concerns a field of the head, which must then be visible. */
function useHasHeadProblem(others: readonly Member[], place: Place): boolean {
  const problems = useAllProblems()
  const path = problemPath(place)
  const { findings } = useFacts()
  return (
    findings.some(({ panel, at }) => panel === place.keys.at(-1) && others.some(({ key }) => key === at)) ||
    problems.some(
      (problem) =>
        problem.path.startsWith(`${path}/`) &&
        others.some(({ key, place: where }) =>
          problem.path.startsWith(`${path}/${where === 'attribute' ? '@' : ''}${key}`),
        ),
    )
  )
}
