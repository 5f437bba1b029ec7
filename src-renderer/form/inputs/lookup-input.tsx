import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FolderTree } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { ItemToFill, ListKind } from '../../../src-shared/catalog/model.ts'
import { rpc } from '../../rpc/client.ts'
import { IconButton } from '../../ui/button.tsx'
import { Combobox } from '../../ui/inputs/combobox.tsx'
import { CategoryTree } from './category-tree.tsx'
import type { InputProps } from './inputs.tsx'
import { listWords } from './lookup-words.ts'
import { useLookup } from './use-lookup.ts'

interface LookupInputProps {
  kind: ListKind
  field: Pick<InputProps['field'], 'value' | 'change'>
  frame: Omit<InputProps['frame'], 'label'> & { label: ReactNode }
  /**
   * Returns the item that is being edited; called when the list opens. Entries related to it are listed
   * first.
   */
  itemAround?: (() => ItemToFill) | undefined
  /** Shown below a field that is empty, or whose value is not in the list. */
  suggestions?: ReactNode
}

/**
 * A manufacturer, brand, distributor, retailer or category, found by name or identifier. An identifier
 * missing from the local lists can be chosen if it has the form of one, because the service may know more
 * entries than this computer.
 */
export function LookupInput({ kind, field, frame, itemAround, suggestions }: LookupInputProps) {
  const [text, setText] = useState('')
  // Snapshot of the item taken when the list opens; undefined before the first time.
  const [item, setItem] = useState<ItemToFill>()
  const [isBrowsing, setBrowsing] = useState(false)
  const { entries, further, status, isPending } = useLookup({ kind: item ? kind : undefined, text, item })
  const current = useQuery(
    rpc.catalog.lookup.queryOptions({
      input: { kind, text: field.value, limit: 1 },
      enabled: field.value !== '',
    }),
  ).data
  const emptyList = useEmptyList(kind)
  const entry = current?.entries.find(({ id }) => id === field.value)
  const shown = { value: field.value, label: entry?.name || field.value }
  const path = entry?.path?.length ? t`In ${entry.path.join(' › ')}` : undefined
  const choose = (value: string) => {
    setText('')
    field.change(value)
  }
  const isTree = useQuery(rpc.catalog.lookup.queryOptions({ input: { kind, text: '', limit: 1 } })).data
    ?.isTree
  const combobox = (
    <Combobox
      {...frame}
      className={isTree ? 'flex-1' : undefined}
      help={emptyList ?? path ?? frame.help}
      options={further ? [...entries, further] : entries}
      value={field.value === '' ? null : shown}
      onValueChange={(option) => choose(option?.value ?? '')}
      onSearch={setText}
      isPending={isPending}
      onOpenChange={(open) => {
        if (open) setItem(itemAround?.() ?? {})
      }}
      status={status}
      empty={item === undefined || status ? null : (emptyList ?? t`No matches`)}
      placeholder={t`Name or identifier`}
    />
  )
  const isUnlisted = field.value === '' || (current !== undefined && entry === undefined)
  const shownSuggestions = isUnlisted && emptyList === undefined ? suggestions : undefined
  if (!isTree)
    return (
      <>
        {combobox}
        {shownSuggestions}
      </>
    )
  return (
    <>
      <div className="flex items-start gap-1">
        {combobox}
        <IconButton
          label={t`Browse the categories`}
          icon={<FolderTree className="size-4" aria-hidden />}
          className={frame.labelHidden ? undefined : 'mt-5'}
          onClick={() => setBrowsing(true)}
        />
        {isBrowsing && (
          <CategoryTree
            onChoose={(id) => {
              setBrowsing(false)
              choose(id)
            }}
            onClose={() => setBrowsing(false)}
          />
        )}
      </div>
      {shownSuggestions}
    </>
  )
}

const linkClass = 'underline hover:text-ink'

/**
 * Hint for an empty lookup list: the reason and how to fill it. Undefined while loading or when the list has
 * entries.
 */
function useEmptyList(kind: ListKind): ReactNode {
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
