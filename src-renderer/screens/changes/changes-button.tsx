import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ItemOrigin } from '../../../src-shared/history/model.ts'
import { rpc } from '../../rpc/client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { wholeNumber } from '../../ui/text/words.ts'
import { changesHref } from './changes-query.ts'

/** Opens the items that a run, a feed or an import changed, with their number. Nothing if it changed none. */
export function ChangesButton({ origin, size }: { origin: ItemOrigin; size?: 'small' }) {
  const summary = useQuery(rpc.history.summary.queryOptions({ input: { origin } })).data
  const items = summary ? summary.created + summary.changed + summary.gone : 0
  if (items === 0) return null
  return (
    <ButtonLink href={changesHref(origin)} {...(size && { size })}>
      <Trans>What changed ({wholeNumber(items)})</Trans>
    </ButtonLink>
  )
}
