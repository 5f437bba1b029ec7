import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { CatalogFacets, CatalogSelection } from '../../../../src-shared/catalog/model.ts'
import { Button } from '../../../ui/button.tsx'
import { isFiltered, wholeCatalog } from '../catalog-address.ts'
import { facetFlags, facetKinds, valueName } from './facets.ts'
import { useFittingCount } from './use-fitting-count.ts'

interface ChipEntry {
  key: string
  /** The filter; absent for a state of items. */
  kind?: string
  name: string
  onRemove: () => void
}

/**
 * The active filters, each with a button that removes it. Those that do not fit in one row are behind a button
 * with their number.
 */
export function FilterChips({
  selection,
  facets,
  onSelectionChange,
}: {
  selection: CatalogSelection
  facets: CatalogFacets | undefined
  onSelectionChange: (selection: CatalogSelection) => void
}) {
  'use memo'
  const [showsAll, setShowsAll] = useState(false)
  const entries: ChipEntry[] = [
    ...facetKinds.flatMap((kind) =>
      (selection[kind.filter] ?? []).map((id) => ({
        key: `${kind.filter} ${id}`,
        kind: kind.label,
        name: valueName(facets, kind, id),
        onRemove: () =>
          onSelectionChange({
            ...selection,
            [kind.filter]: (selection[kind.filter] ?? []).filter((other) => other !== id),
          }),
      })),
    ),
    ...facetFlags
      .filter(({ flag }) => selection[flag])
      .map(({ flag, label }) => ({
        key: flag,
        name: label,
        onRemove: () => onSelectionChange({ ...selection, [flag]: undefined }),
      })),
  ]
  if (!isFiltered(selection)) return null
  return (
    <ChipRow
      // A new set of chips is measured anew.
      key={entries.map(({ key, name }) => `${key} ${name}`).join()}
      entries={entries}
      showsAll={showsAll}
      onShowAll={setShowsAll}
      onClear={() => onSelectionChange({ ...wholeCatalog, text: selection.text })}
    />
  )
}

function ChipRow({
  entries,
  showsAll,
  onShowAll,
  onClear,
}: {
  entries: readonly ChipEntry[]
  showsAll: boolean
  onShowAll: (showsAll: boolean) => void
  onClear: () => void
}) {
  const { list, count } = useFittingCount(entries.length)
  const rest = entries.length - count
  return (
    <ul
      ref={list}
      aria-label={t`Chosen filters`}
      className={clsx('flex min-w-0 flex-1 items-center gap-1.5', showsAll && 'flex-wrap')}
    >
      {entries.slice(0, showsAll ? entries.length : count).map(({ key, ...entry }) => (
        <Chip key={key} mayShrink={count === 1} {...entry} />
      ))}
      {rest > 0 && (
        <li className="shrink-0">
          <Button
            variant="ghost"
            size="small"
            aria-expanded={showsAll}
            aria-label={
              showsAll
                ? t`Show the filters in one row`
                : plural(rest, { one: 'Show # more filter', other: 'Show # more filters' })
            }
            onClick={() => onShowAll(!showsAll)}
          >
            {showsAll ? t`Fewer` : <span className="tabular">+{rest}</span>}
          </Button>
        </li>
      )}
      <li className="shrink-0">
        <Button variant="ghost" size="small" onClick={onClear}>
          <Trans>Clear filters</Trans>
        </Button>
      </li>
    </ul>
  )
}

const Chip = ({ kind, name, onRemove, mayShrink }: Omit<ChipEntry, 'key'> & { mayShrink: boolean }) => (
  <li
    className={clsx(
      mayShrink ? 'min-w-0' : 'shrink-0',
      'flex h-6 max-w-56 items-center rounded-full border border-accent/40 bg-accent-wash ps-2.5 text-xs whitespace-nowrap text-accent-strong',
    )}
  >
    {kind && <span className="me-1 opacity-75">{kind}</span>}
    <span className="min-w-0 truncate font-medium" title={name} dir="auto">
      {name}
    </span>
    <button
      type="button"
      aria-label={t`Take the filter ${kind ? `${kind} ` : ''}${name} away`}
      onClick={onRemove}
      className="me-0.5 ms-1 flex size-5 shrink-0 items-center justify-center rounded-full hover:bg-pressed"
    >
      <X className="size-3" aria-hidden />
    </button>
  </li>
)
