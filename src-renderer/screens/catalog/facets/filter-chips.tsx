import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { X } from 'lucide-react'
import type { CatalogFacets, CatalogSelection } from '../../../../src-shared/catalog/model.ts'
import { Button } from '../../../ui/button.tsx'
import { isFiltered, wholeCatalog } from '../catalog-address.ts'
import { facetFlags, facetKinds, valueName } from './facets.ts'

/** The active filters, each with a button that removes it. */
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
  if (!isFiltered(selection)) return null
  return (
    <ul aria-label={t`Chosen filters`} className="flex min-w-0 flex-wrap items-center gap-1.5">
      {facetKinds.flatMap((kind) =>
        (selection[kind.filter] ?? []).map((id) => (
          <Chip
            key={`${kind.filter} ${id}`}
            kind={kind.label}
            name={valueName(facets, kind, id)}
            onRemove={() =>
              onSelectionChange({
                ...selection,
                [kind.filter]: (selection[kind.filter] ?? []).filter((other) => other !== id),
              })
            }
          />
        )),
      )}
      {facetFlags
        .filter(({ flag }) => selection[flag])
        .map(({ flag, label }) => (
          <Chip
            key={flag}
            name={label}
            onRemove={() => onSelectionChange({ ...selection, [flag]: undefined })}
          />
        ))}
      <li>
        <Button
          variant="ghost"
          size="small"
          onClick={() => onSelectionChange({ ...wholeCatalog, text: selection.text })}
        >
          <Trans>Clear filters</Trans>
        </Button>
      </li>
    </ul>
  )
}

function Chip({ kind, name, onRemove }: { kind?: string; name: string; onRemove: () => void }) {
  return (
    <li className="flex h-6 max-w-56 items-center rounded-full border border-accent/40 bg-accent-wash ps-2.5 text-xs text-accent-strong">
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
}
