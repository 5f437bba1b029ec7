import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { scoreBands } from '../../../src-shared/completeness/score-bands.ts'
import { shownName } from '../../../src-shared/completeness/shipped-words.ts'
import { type Grouping, groupings, type QualityFigures } from '../../../src-shared/quality/model.ts'
import { spoken } from '../../../src-shared/texts/spoken.ts'
import { ScoreBar } from '../../ui/completeness.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Table, TableCell, TableRow } from '../../ui/layout/table.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { Term } from '../../ui/overlays/term.tsx'
import { wholeNumber } from '../../ui/text/words.ts'
import { BarFigures } from './bar-figures.tsx'
import type { FiguresProps } from './figures-props.ts'
import { figureHref } from './quality-url.ts'

/** Groups shown initially. */
const firstGroups = 8

const groupingWords: Record<Grouping, { label: string; one: string; none: string }> = {
  brand: { label: t`Brands`, one: t`Brand`, none: t`No item is counted.` },
  retailer: {
    label: t`Retailers`,
    one: t`Retailer`,
    none: t`No content for retailers is kept here, so that no item is known to be for one.`,
  },
  department: { label: t`Departments`, one: t`Department`, none: t`No item is counted.` },
  category: { label: t`Categories`, one: t`Category`, none: t`No item is counted.` },
}

/**
 * Completeness of items by a profile: of the entire catalog, and by brand, retailer, department and
 * category.
 */
export function CompletenessPanel({ figures, isCounting, profileId }: FiguresProps) {
  const [grouping, setGrouping] = useState<Grouping>('brand')
  const { scored, bands, groups } = figures
  const profileName = shownName(figures.profileId, figures.profileName)
  const itemsOf = new Map(bands.map(({ id, items }) => [id, items]))
  return (
    <Panel
      title={t`Completeness`}
      description={
        scored.items === 0
          ? t`By the profile ${profileName}`
          : isCounting
            ? t`By the profile ${profileName}: ${wholeNumber(scored.complete)} of the ${plural(scored.items, { one: '# item', other: '# items' })} counted so far lack nothing.`
            : t`By the profile ${profileName}: ${wholeNumber(scored.complete)} of ${plural(scored.items, { one: '# item', other: '# items' })} lack nothing.`
      }
      actions={
        <span className="flex items-center gap-1">
          <Term name="requirement profile" />
          <Link href="/settings" className="text-xs text-ink-soft hover:text-ink hover:underline">
            <Trans>Profiles</Trans>
          </Link>
        </span>
      }
    >
      {scored.items === 0 ? (
        <p className="flex items-center gap-2 text-sm text-ink-soft">
          {isCounting && <LoaderCircle className="size-4 animate-spin" aria-hidden />}
          {isCounting ? t`The completeness is being counted…` : t`The profile applies to no item counted.`}
        </p>
      ) : (
        <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <div className="flex flex-col gap-4">
            <ScoreBar score={scored.score} label={t`Mean completeness`} />
            <BarFigures
              label={t`Items by how complete they are`}
              of={scored.items}
              bars={scoreBands.map(({ id, label }) => ({
                href: figureHref(`band:${id}`, profileId),
                label,
                items: itemsOf.get(id) ?? 0,
              }))}
            />
          </div>
          <Tabs
            label={t`Completeness by`}
            value={grouping}
            onValueChange={setGrouping}
            tabs={groupings.map((kind) => ({
              value: kind,
              label: groupingWords[kind].label,
              count: groups[kind].of,
              panel: <Groups key={kind} kind={kind} list={groups[kind]} profileId={profileId} />,
            }))}
          />
        </div>
      )}
    </Panel>
  )
}

function Groups({
  kind,
  list: { groups, of },
  profileId,
}: {
  kind: Grouping
  profileId: string | undefined
  list: QualityFigures['groups'][Grouping]
}) {
  const [all, setAll] = useState(false)
  const { label, one, none } = groupingWords[kind]
  if (groups.length === 0) return <p className="py-3 text-sm text-ink-soft">{none}</p>
  const shown = all ? groups : groups.slice(0, firstGroups)
  return (
    <>
      <Table
        label={label}
        columns={[
          { label: one },
          { label: t`Items`, numeric: true },
          { label: t`Not complete`, numeric: true },
          { label: t`Mean score`, className: 'w-48' },
        ]}
      >
        {shown.map(({ id, name, items, complete, score }) => {
          const words = name || t`No ${spoken(one)}`
          return (
            <TableRow key={id}>
              <TableCell className="max-w-0 min-w-32 truncate" title={words}>
                {kind === 'brand' && id !== '' ? (
                  <Link href={`/catalog?brand=${encodeURIComponent(id)}`} className="hover:underline">
                    {words}
                  </Link>
                ) : (
                  words
                )}
              </TableCell>
              <TableCell numeric>{wholeNumber(items)}</TableCell>
              <TableCell numeric>
                {items > complete ? (
                  <Link
                    href={figureHref(`${kind}:${id}`, profileId)}
                    aria-label={t`${plural(items - complete, { one: '# item', other: '# items' })} of ${words} not complete`}
                    className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
                  >
                    {wholeNumber(items - complete)}
                  </Link>
                ) : (
                  '0'
                )}
              </TableCell>
              <TableCell>
                <ScoreBar score={score} label={t`Mean score of ${words}`} />
              </TableCell>
            </TableRow>
          )
        })}
      </Table>
      {of > shown.length && (
        <p className="flex items-center justify-between pt-2 text-xs text-ink-faint">
          <Trans>
            The {wholeNumber(shown.length)} with the most to do, of {wholeNumber(of)}.
          </Trans>
          {!all && groups.length > shown.length && (
            <button
              type="button"
              onClick={() => setAll(true)}
              className="cursor-default rounded-sm text-ink-soft hover:text-ink hover:underline"
            >
              <Trans>Show {wholeNumber(groups.length)}</Trans>
            </button>
          )}
        </p>
      )}
    </>
  )
}
