import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import {
  ArrowDown,
  ArrowUp,
  ArrowUpDown,
  Check,
  LayoutGrid,
  List,
  SlidersHorizontal,
  Table2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { CatalogSort } from '../../../src-shared/catalog/model.ts'
import {
  type CatalogChoices,
  type CatalogViewName,
  catalogViews,
  type PictureSize,
  pictureSizes,
} from '../../../src-shared/catalog/screen.ts'
import { spoken } from '../../../src-shared/texts/spoken.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { wholeNumber } from '../../ui/text/words.ts'
import { changeChoices } from './catalog-memory.ts'
import { ColumnChooser } from './list/table/column-chooser.tsx'
import { sortChoices } from './list/table/table-columns.tsx'

const views: Record<CatalogViewName, { label: string; icon: typeof Table2 }> = {
  table: { label: t`Table`, icon: Table2 },
  pictures: { label: t`Pictures`, icon: LayoutGrid },
  list: { label: t`List beside the item`, icon: List },
}
const sizeLabels: Record<PictureSize, { short: string; label: string }> = {
  small: { short: 'S', label: t`Small pictures` },
  medium: { short: 'M', label: t`Medium pictures` },
  large: { short: 'L', label: t`Large pictures` },
}

const named = (shown: ReactNode, label: string) => (
  <span title={label} className="flex items-center">
    {shown}
    <span className="sr-only">{label}</span>
  </span>
)

/** First line above the items: title, count, search field and view switch. */
export function CatalogToolbar({
  total,
  isCounted,
  choices,
  search,
  onViewPressed,
}: {
  total: number | undefined
  /** False while only the first rows are loaded. */
  isCounted: boolean
  choices: CatalogChoices
  search: ReactNode
  /** Called after a view is selected with the pointer, to move the focus back to the items. */
  onViewPressed: () => void
}) {
  'use memo'
  const whole = useQuery(rpc.workspace.state.queryOptions()).data?.items
  const isPart = total !== undefined && whole !== undefined && total !== whole
  return (
    <header className="@container relative z-30 shrink-0 border-b border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
        <div className="flex h-8 items-center gap-2">
          <h1 className="text-lg font-semibold">
            <Trans>Catalog</Trans>
          </h1>
          <span role="status" className="tabular pt-0.5 text-xs whitespace-nowrap text-ink-faint">
            {!isCounted && <Trans>Counting…</Trans>}
            {isCounted &&
              total !== undefined &&
              (isPart
                ? t`${wholeNumber(total)} of ${plural(whole, { one: '# item', other: '# items' })}`
                : plural(total, { one: '# item', other: '# items' }))}
          </span>
        </div>
        <div className="order-last flex w-full min-w-0 flex-1 basis-full justify-center @2xl:order-none @2xl:basis-0">
          {search}
        </div>
        <div
          role="presentation"
          className="ms-auto flex items-center gap-2"
          onPointerUp={() => setTimeout(onViewPressed)}
        >
          {choices.view === 'pictures' && (
            <Segmented
              label={t`Size of the pictures`}
              labelHidden
              value={choices.pictureSize}
              onValueChange={(pictureSize) => changeChoices({ pictureSize })}
              options={pictureSizes.map((value) => ({
                value,
                label: named(<span aria-hidden>{sizeLabels[value].short}</span>, sizeLabels[value].label),
              }))}
            />
          )}
          <Segmented
            label={t`View`}
            labelHidden
            value={choices.view}
            onValueChange={(view) => changeChoices({ view })}
            options={catalogViews.map((value) => {
              const { label, icon: Icon } = views[value]
              return { value, label: named(<Icon className="size-4" aria-hidden />, label) }
            })}
          />
        </div>
      </div>
    </header>
  )
}

/**
 * Second line above the items: active filters or the selection bar, sort order and columns. Its height is
 * constant.
 */
export function ResultBar({
  showsFacets,
  onShowFacets,
  choices,
  sort,
  onSort,
  view,
  isChoosing,
  children,
  end,
}: {
  showsFacets: boolean
  onShowFacets: (shows: boolean) => void
  choices: CatalogChoices
  sort: CatalogSort | undefined
  onSort: (sort: CatalogSort | undefined) => void
  /** The view actually shown; a narrow window may override the saved one. */
  view: CatalogViewName
  /** While items are selected, the line shows the selection bar. */
  isChoosing: boolean
  children: ReactNode
  end: ReactNode
}) {
  'use memo'
  return (
    <div className="@container shrink-0 border-b border-line bg-surface">
      <div className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1">
        <Button
          variant="ghost"
          size="small"
          aria-pressed={showsFacets}
          aria-keyshortcuts="Control+Shift+F Meta+Shift+F"
          icon={<SlidersHorizontal className="size-3.5" aria-hidden />}
          className={showsFacets ? 'bg-pressed! text-ink! forced-colors:border' : ''}
          onClick={() => onShowFacets(!showsFacets)}
        >
          <Trans>Filters</Trans>
        </Button>
        {!isChoosing && <span className="hidden flex-1 @max-lg:block" />}
        {/* When the line is narrow, the filters move to a second line; the selection bar stays in this
            one. */}
        <div
          className={clsx(
            'flex min-w-0 flex-1 items-center',
            isChoosing ? '@max-2xl:contents' : '@max-lg:order-last @max-lg:basis-full @max-lg:empty:hidden',
          )}
        >
          {children}
        </div>
        {!isChoosing && (
          <>
            <SortMenu sort={sort} onSort={onSort} />
            {view === 'table' && <ColumnChooser choices={choices} />}
            {end}
          </>
        )}
      </div>
    </div>
  )
}

function SortMenu({
  sort,
  onSort,
}: {
  sort: CatalogSort | undefined
  onSort: (sort: CatalogSort | undefined) => void
}) {
  'use memo'
  const label = sortChoices.find(({ by }) => by === sort?.by)?.label
  const Icon = sort ? (sort.descending ? ArrowDown : ArrowUp) : ArrowUpDown
  const tick = (isOn: boolean) => <Check className={isOn ? 'size-3.5' : 'invisible size-3.5'} aria-hidden />
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="small" icon={<Icon className="size-3.5" aria-hidden />}>
          {label ? t`By ${spoken(label)}` : t`Sort`}
        </Button>
      }
      actions={[
        { label: t`Best match, then earliest change`, icon: tick(!sort), onSelect: () => onSort(undefined) },
        null,
        ...sortChoices.map((choice) => ({
          label: choice.label,
          icon: tick(sort?.by === choice.by),
          onSelect: () => onSort({ by: choice.by, descending: sort?.by === choice.by && sort.descending }),
        })),
        null,
        {
          label: t`Ascending`,
          icon: tick(sort !== undefined && !sort.descending),
          disabled: !sort,
          onSelect: () => sort && onSort({ ...sort, descending: false }),
        },
        {
          label: t`Descending`,
          icon: tick(sort?.descending === true),
          disabled: !sort,
          onSelect: () => sort && onSort({ ...sort, descending: true }),
        },
      ]}
    />
  )
}
