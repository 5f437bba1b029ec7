import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Plus, Scale } from 'lucide-react'
import { useId, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { markets, marketWords } from '../../../src-shared/nutrition/model.ts'
import { panelToMake } from '../../../src-shared/nutrition/scale-panel.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { PathProblems } from '../fields/unknown-note.tsx'
import { useFormStore, useLength } from '../form-store.ts'
import {
  createAt,
  entryPlace,
  type Group,
  type Member,
  memberPlace,
  newValue,
  type Place,
  problemPath,
} from '../place.ts'
import { addWords } from '../words.ts'
import { FactsProvider, useFacts } from './findings.tsx'
import { nutritionRows } from './nutrient-rows.ts'
import { NutritionTable } from './nutrition-table.tsx'
import { type DrawFields, PanelHead } from './panel-head.tsx'
import { MarketProvider, useMarketChoice } from './use-market.ts'

interface NutritionPanelsProps {
  member: Member
  group: Group
  place: Place
  /** Whether this is the only field of its section. The title of the section then also names the panels. */
  alone: boolean
  drawFields: DrawFields
}

/**
 * The nutrition facts of a product: one or several panels, side by side as one label, with percentages of
 * the daily value computed by the chosen law. Computed values are stored only when a person accepts them.
 */
export function NutritionPanels({ member, group, place, alone, drawFields }: NutritionPanelsProps) {
  const id = useId()
  const frame = useRef<HTMLFieldSetElement>(null)
  const store = useFormStore()
  const list = memberPlace(place, member)
  const length = useLength(list.keys)
  const content = useMemo(() => nutritionRows(group), [group])
  const { market, choose } = useMarketChoice()
  const address = problemPath(list)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `address` represents the place, which is a new object at each render
  const places = useMemo(
    () => Array.from({ length }, (_, index) => entryPlace(place, member, index)),
    [length, address, member],
  )
  const add = (panel: unknown) => {
    // Synchronously, because the next letter may be typed before the next frame.
    flushSync(() => {
      createAt(store, place)
      store.insert(list.keys, panel)
    })
    frame.current?.querySelector<HTMLElement>(`td[data-panel="${length}"] input`)?.focus()
  }
  const remove = (index: number) => {
    store.remove(list.keys, index, member.cardinality === 'repeated' ? [] : undefined)
    frame.current?.querySelector<HTMLElement>('[data-add]')?.focus()
  }
  return (
    <fieldset
      ref={frame}
      aria-labelledby={id}
      data-path={address}
      className="col-span-full flex scroll-mt-24 flex-col gap-3"
    >
      <h3 id={id} className={alone ? 'sr-only' : 'text-xs font-semibold text-ink-soft'}>
        {member.label}
      </h3>
      <PathProblems path={address} />
      <MarketProvider value={market}>
        <FactsProvider list={list}>
          {length > 0 && (
            <>
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Segmented
                  label={t`Percentages computed from`}
                  labelHidden
                  value={market}
                  onValueChange={choose}
                  options={markets.map((value) => ({ value, label: marketWords[value].label }))}
                />
                <p className="text-xs text-ink-faint">
                  <Trans>
                    Dashed percentages are computed from {marketWords[market].law}: type over them, or take
                    them.
                  </Trans>
                </p>
              </div>
              {places.map((at, index) => (
                <PanelHead
                  key={at.keys.join('/')}
                  group={group}
                  drawFields={drawFields}
                  content={content}
                  place={at}
                  index={index}
                  count={length}
                  onMove={(to) => store.move(list.keys, index, to)}
                  onRemove={() => remove(index)}
                />
              ))}
              <NutritionTable {...content} places={places} />
            </>
          )}
          <div className="flex flex-wrap gap-2">
            <Button
              data-add
              size="small"
              icon={<Plus className="size-3.5" aria-hidden />}
              onClick={() => add(newValue(group))}
            >
              {addWords(member)}
            </Button>
            <MakePanelButton onMake={add} />
          </div>
        </FactsProvider>
      </MarketProvider>
    </fieldset>
  )
}

/**
 * Button that creates the panel per 100 g (or ml) from one with another serving; nothing if that panel
 * exists.
 */
function MakePanelButton({ onMake }: { onMake: (panel: unknown) => void }) {
  const { panels } = useFacts()
  const found = panelToMake(panels)
  if (!found) return null
  return (
    <Button
      size="small"
      icon={<Scale className="size-3.5" aria-hidden />}
      onClick={() => onMake(found.make())}
    >
      <Trans>
        Make the panel per {found.words} from panel {found.from + 1}
      </Trans>
    </Button>
  )
}
