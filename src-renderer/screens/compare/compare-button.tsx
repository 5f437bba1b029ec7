import { Trans } from '@lingui/react/macro'
import { Columns3 } from 'lucide-react'
import { ButtonLink } from '../../ui/button.tsx'

/** Minimum number of items in a comparison. */
const minCompared = 2
export const maxCompared = 6

/** URL of a comparison; the ids are in the order of the columns. */
export const comparisonOf = (itemIds: readonly string[]): string =>
  `/compare?${new URLSearchParams(itemIds.map((id) => ['id', id]))}`

/** Link to the comparison of the items; nothing if there are too few or too many to compare. */
export const CompareButton = ({ itemIds }: { itemIds: readonly string[] }) =>
  itemIds.length >= minCompared && itemIds.length <= maxCompared ? (
    <ButtonLink href={comparisonOf(itemIds)} size="small" icon={<Columns3 className="size-4" aria-hidden />}>
      <Trans>Compare</Trans>
    </ButtonLink>
  ) : null
