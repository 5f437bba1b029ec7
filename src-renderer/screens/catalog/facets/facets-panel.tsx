import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Bookmark, ChevronRight, LoaderCircle, X } from 'lucide-react'
import type { CatalogSelection } from '../../../../src-shared/catalog/model.ts'
import type { CatalogChoices } from '../../../../src-shared/catalog/screen.ts'
import { errorMessage } from '../../../rpc/errors.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/layout/notice.tsx'
import { Term } from '../../../ui/overlays/term.tsx'
import type { TermName } from '../../../ui/overlays/terms.ts'
import { wholeNumber } from '../../../ui/text/words.ts'
import { changeChoices } from '../catalog-memory.ts'
import { ScoreProfile } from '../catalog-scores.tsx'
import { FacetList } from './facet-list.tsx'
import { type FacetKind, facetFlags, facetKinds, type ShownFacets, valueName } from './facets.ts'

interface FacetsPanelProps {
  selection: CatalogSelection
  shown: ShownFacets
  choices: CatalogChoices
  onSelectionChange: (selection: CatalogSelection) => void
  onAddress: (address: string) => void
  onClose: () => void
}

/** The filter panel. Each value shows how many items match it and the other filters. */
export function FacetsPanel({
  selection,
  shown,
  choices,
  onSelectionChange,
  onAddress,
  onClose,
}: FacetsPanelProps) {
  'use memo'
  const { facets, isCounting, progress, failure } = shown
  const flags = facetFlags.filter(({ flag }) => selection[flag] || (facets?.[flag] ?? 0) > 0)
  return (
    <section aria-label={t`Filters`} className="flex h-full min-h-0 flex-col bg-canvas">
      <header className="flex h-9 shrink-0 items-center gap-2 border-b border-line pe-1 ps-3">
        <h2 className="text-xs font-semibold">
          <Trans>Filters</Trans>
        </h2>
        <span
          role="status"
          className="flex min-w-0 flex-1 items-center gap-1 truncate text-xs text-ink-faint"
        >
          {isCounting && (
            <>
              <LoaderCircle className="size-3 shrink-0 animate-spin" aria-hidden />
              <Trans>Counting…{progress > 0 && ` ${Math.round(progress * 100)} %`}</Trans>
            </>
          )}
        </span>
        <IconButton
          size="small"
          label={t`Hide the filters`}
          icon={<X className="size-3.5" aria-hidden />}
          onClick={onClose}
        />
      </header>
      <div className="relative min-h-0 flex-1 overflow-y-auto px-2 py-1 text-sm">
        {failure && (
          <Notice
            tone="bad"
            className="my-1"
            title={t`The items could not be counted`}
            actions={
              <Button size="small" onClick={failure.retry}>
                <Trans>Try again</Trans>
              </Button>
            }
          >
            {errorMessage(failure.error)}
          </Notice>
        )}
        {choices.saved.length > 0 && (
          <Section id="saved" label={t`Saved searches`} choices={choices}>
            <ul aria-label={t`Saved searches`}>
              {choices.saved.map(({ name, address }) => (
                <li key={name}>
                  <button
                    type="button"
                    onClick={() => onAddress(address)}
                    className="flex h-7 w-full min-w-0 items-center gap-2 rounded-sm px-1 text-start hover:bg-hover"
                  >
                    <Bookmark className="size-3.5 shrink-0 text-ink-faint" aria-hidden />
                    <span className="truncate">{name}</span>
                  </button>
                </li>
              ))}
            </ul>
          </Section>
        )}
        {flags.length > 0 && (
          <Section
            id="state"
            label={t`State`}
            choices={choices}
            chosen={flags.filter(({ flag }) => selection[flag]).length}
          >
            <ul aria-label={t`State`}>
              {flags.map(({ flag, label }) => (
                <li key={flag}>
                  <label className="flex min-h-7 items-center gap-2 rounded-sm px-1 hover:bg-hover">
                    <input
                      type="checkbox"
                      checked={selection[flag] === true}
                      onChange={({ target }) =>
                        onSelectionChange({ ...selection, [flag]: target.checked ? true : undefined })
                      }
                      className="size-3.5 shrink-0 accent-accent"
                    />
                    <span className="flex-1">{label}</span>
                    <span className="tabular text-xs text-ink-faint">
                      {facets && wholeNumber(facets[flag])}
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          </Section>
        )}
        {(facets || !failure) &&
          facetKinds.map((kind) => (
            <FacetSection key={kind.filter} {...{ kind, selection, shown, choices, onSelectionChange }} />
          ))}
      </div>
    </section>
  )
}

function FacetSection({
  kind,
  selection,
  shown: { facets },
  choices,
  onSelectionChange,
}: Pick<FacetsPanelProps, 'selection' | 'shown' | 'choices' | 'onSelectionChange'> & { kind: FacetKind }) {
  'use memo'
  const chosen = selection[kind.filter] ?? []
  const values = facets?.[kind.list] ?? []
  // A filter for which no item has a value is hidden. While counts are loading, it is shown.
  if (facets && values.length === 0 && chosen.length === 0) return null
  return (
    <Section
      id={kind.filter}
      label={kind.label}
      choices={choices}
      chosen={chosen.length}
      term={kind.term}
      isUsuallyFolded={kind.isFolded}
    >
      {kind.isByScore && <ScoreProfile />}
      {facets ? (
        <FacetList
          label={kind.label}
          plural={kind.plural}
          values={values}
          chosen={chosen}
          nameOf={(id) => valueName(facets, kind, id)}
          onChange={(ids) => onSelectionChange({ ...selection, [kind.filter]: ids })}
        />
      ) : (
        <p className="px-1 py-1 text-xs text-ink-faint">
          <Trans>Counting…</Trans>
        </p>
      )}
    </Section>
  )
}

/** A collapsible section of the panel. */
function Section({
  id,
  label,
  choices: { foldedFacets },
  chosen = 0,
  term,
  isUsuallyFolded = false,
  children,
}: {
  id: string
  label: string
  choices: CatalogChoices
  chosen?: number
  term?: TermName | undefined
  isUsuallyFolded?: boolean | undefined
  children: React.ReactNode
}) {
  'use memo'
  const folded = foldedFacets[id] ?? isUsuallyFolded
  return (
    <div className="border-b border-line py-1 last:border-b-0">
      <div className="flex items-center">
        <h3 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={!folded}
            onClick={() => changeChoices({ foldedFacets: { ...foldedFacets, [id]: !folded } })}
            className="flex h-7 w-full items-center gap-1 rounded-sm px-1 text-start text-xs font-medium text-ink-soft hover:bg-hover hover:text-ink"
          >
            <ChevronRight
              className={clsx('size-3.5 transition-transform', !folded && 'rotate-90')}
              aria-hidden
            />
            <span className="flex-1">{label}</span>
            {chosen > 0 && (
              <span className="tabular rounded-full bg-accent px-1.5 text-2xs font-medium text-accent-ink forced-colors:border">
                {chosen}
              </span>
            )}
          </button>
        </h3>
        {term && <Term name={term} />}
      </div>
      {!folded && <div className="pt-0.5 pb-1">{children}</div>}
    </div>
  )
}
