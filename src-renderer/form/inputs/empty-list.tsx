import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ListKind } from '../../../src-shared/catalog/model.ts'
import { rpc } from '../../rpc/client.ts'
import { listWords } from './lookup-words.ts'

const linkClass = 'underline hover:text-ink'

/** Why a list of names is empty on this computer, and what fills it; undefined while it has entries, or nobody knows yet. */
export function useEmptyList(kind: ListKind): ReactNode {
  const list = useQuery(rpc.catalog.lookup.queryOptions({ input: { kind, text: '', limit: 1 } }))
  const workspace = useQuery(rpc.workspace.state.queryOptions())
  if (!list.data?.isListEmpty || !workspace.data) return undefined
  const { many } = listWords[kind]
  const { role, connection } = workspace.data
  if (role === 'sandbox')
    return (
      <Trans>
        This sandbox has no {many} yet.{' '}
        <Link href="/import" className={linkClass}>
          Import products
        </Link>{' '}
        to fill the list.
      </Trans>
    )
  if (!connection)
    return (
      <Trans>
        The list of {many} comes from the service, and this workspace is connected to none.{' '}
        <Link href="/settings" className={linkClass}>
          Connect it
        </Link>
        .
      </Trans>
    )
  return (
    <Trans>
      The list of {many} is not on this computer yet.{' '}
      <Link href="/sync" className={linkClass}>
        Sync
      </Link>{' '}
      brings it.
    </Trans>
  )
}
