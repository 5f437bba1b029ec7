import { t } from '@lingui/core/macro'
import { shownName } from '../../../src-shared/completeness/shipped-words.ts'
import { sides } from '../../../src-shared/quality/model.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { BarFigures } from './bar-figures.tsx'
import type { FiguresProps } from './figures-props.ts'
import { figureHref } from './quality-url.ts'

/** Maximum number of bars in a chart. */
const maxBars = 8

/** The sides of packages that no picture shows. */
export function ViewsPanel({ figures, isCounting, profileId }: FiguresProps) {
  const itemsOf = new Map(figures.sides.map(({ id, items }) => [id, items]))
  return (
    <Panel title={t`Missing views`} description={t`Items whose record names no picture of the side.`}>
      {isCounting && figures.counted === 0 ? (
        <p className="text-sm text-ink-soft">{t`Being counted…`}</p>
      ) : (
        <BarFigures
          label={t`Items without a picture of each side`}
          of={figures.counted}
          bars={sides.map(({ facing, label }) => ({
            href: figureHref(`side:${facing}`, profileId),
            label,
            items: itemsOf.get(facing) ?? 0,
          }))}
        />
      )}
    </Panel>
  )
}

/** The fields of the profile that items lack most often. */
export function LackedPanel({ figures, isCounting, profileId }: FiguresProps) {
  const { lacked, scored } = figures
  const profileName = shownName(figures.profileId, figures.profileName)
  return (
    <Panel title={t`Most often missing`} description={t`Of what the profile ${profileName} asks for.`}>
      {lacked.length === 0 ? (
        <p className="text-sm text-ink-soft">{isCounting ? t`Being counted…` : t`Nothing is missing.`}</p>
      ) : (
        <BarFigures
          label={t`Items without a field`}
          of={scored.items}
          bars={lacked.slice(0, maxBars).map(({ label, kind, items }) => ({
            href: figureHref(`lacks:${kind} ${label}`, profileId),
            label,
            items,
          }))}
        />
      )}
    </Panel>
  )
}
