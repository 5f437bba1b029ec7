import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rpc } from '../../rpc/client.ts'

const shown = 8

/** Adds an item to the comparison, by a part of its name or by its product code. */
export function AddItem({ except, onAdd }: { except: readonly string[]; onAdd: (id: string) => void }) {
  const [text, setText] = useState('')
  const isSearching = text.trim().length > 1
  const found = useQuery(
    rpc.catalog.pickItem.queryOptions({
      input: { text: text.trim(), limit: shown + except.length },
      enabled: isSearching,
    }),
  ).data
  const rows = (found?.rows ?? []).filter(({ id }) => !except.includes(id)).slice(0, shown)
  return (
    <div className="relative">
      <input
        type="search"
        aria-label={t`Add an item`}
        placeholder={t`Add an item…`}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="h-8 w-56 rounded-md border border-edge bg-surface px-2 text-sm"
      />
      {isSearching && found && (
        <ul
          aria-label={t`Items to add`}
          className="absolute end-0 z-30 mt-1 w-96 rounded-md border border-line bg-raised p-1 shadow-popup"
        >
          {rows.map(({ id, name, brand, code }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => {
                  setText('')
                  onAdd(id)
                }}
                className="w-full rounded-sm px-2 py-1 text-start text-sm hover:bg-highlight"
              >
                {name}
                <span className="block text-xs text-ink-faint">
                  {[brand, code].filter(Boolean).join(' · ')}
                </span>
              </button>
            </li>
          ))}
          {rows.length === 0 && (
            <li className="px-2 py-1 text-sm text-ink-soft">
              <Trans>No matching items.</Trans>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
