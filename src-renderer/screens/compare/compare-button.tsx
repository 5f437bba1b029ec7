import { Trans } from '@lingui/react/macro'
import { Columns3 } from 'lucide-react'
import { ButtonLink } from '../../ui/button.tsx'

/** Items that can be compared at once. */
const minCompared = 2
export const maxCompared = 6

/** The address of a comparison, in the order of the columns. */
export const comparisonOf = (itemIds: readonly string[]): string =>
  `/compare?${new URLSearchParams(itemIds.map((id) => ['id', id]))}`

/** Goes to the comparison of some items; nothing where there are too few or too many of them to be compared. */
export const CompareButton = ({ itemIds }: { itemIds: readonly string[] }) =>
  itemIds.length >= minCompared && itemIds.length <= maxCompared ? (
    <ButtonLink href={comparisonOf(itemIds)} size="small" icon={<Columns3 className="size-4" aria-hidden />}>
      <Trans>Compare</Trans>
    </ButtonLink>
  ) : null
