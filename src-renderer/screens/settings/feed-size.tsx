import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { feedLimits } from '../../../src-shared/vocabulary/kit/limits.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { readWholeNumber } from '../../ui/inputs/read-number.ts'
import { wholeNumber } from '../../ui/text/words.ts'
import { useWorkspaceChange } from './use-workspace-change.ts'

const kilobyte = 1024
const limits = { items: feedLimits.items, kilobytes: feedLimits.documentBytes / kilobyte }

/** Parses a whole number from 1 to `max`; returns an error message for any other text. */
function parseLimit(text: string, max: number): { value: number } | { wrong: string } {
  const value = readWholeNumber(text)
  if (value !== undefined && value >= 1 && value <= max) return { value }
  return { wrong: t`A whole number from 1 to ${wholeNumber(max)}` }
}

/** The maximum size of one feed. A larger draft is sent as several feeds, which are tracked together. */
export function FeedSizeForm({ size }: { size: { items: number; bytes: number } }) {
  const change = useMutation(
    rpc.workspace.setFeedSize.mutationOptions(useWorkspaceChange(t`The size of feeds was not changed`)),
  )
  const [items, setItems] = useState(String(size.items))
  const [kilobytes, setKilobytes] = useState(String(Math.floor(size.bytes / kilobyte)))
  const [isChecked, setChecked] = useState(false)
  const given = { items: parseLimit(items, limits.items), kilobytes: parseLimit(kilobytes, limits.kilobytes) }
  const isChanged = items !== String(size.items) || kilobytes !== String(Math.floor(size.bytes / kilobyte))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if ('wrong' in given.items || 'wrong' in given.kilobytes) return
    change.mutate({ items: given.items.value, bytes: given.kilobytes.value * kilobyte })
  }
  const wrongOf = (field: { value: number } | { wrong: string }) =>
    isChecked && 'wrong' in field ? field.wrong : undefined
  return (
    <section aria-label={t`Size of feeds`} className="flex flex-col gap-3">
      <div>
        <h3 className="text-sm font-semibold">
          <Trans>Size of feeds</Trans>
        </h3>
        <p className="text-sm text-ink-soft">
          <Trans>
            A draft with more goes out in several feeds, which are followed as one. Lower this when the
            service turns feeds away as too large.
          </Trans>
        </p>
      </div>
      <form noValidate onSubmit={submit} className="flex items-end gap-3">
        <TextField
          label={t`Items, at most`}
          className="w-40"
          inputMode="numeric"
          autoComplete="off"
          value={items}
          onChange={(event) => setItems(event.target.value)}
          error={wrongOf(given.items)}
        />
        <TextField
          label={t`Kilobytes, at most`}
          className="w-40"
          inputMode="numeric"
          autoComplete="off"
          value={kilobytes}
          onChange={(event) => setKilobytes(event.target.value)}
          error={wrongOf(given.kilobytes)}
        />
        <Button type="submit" busy={change.isPending} disabled={!isChanged}>
          <Trans>Set</Trans>
        </Button>
      </form>
    </section>
  )
}
