import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { rpc } from '../../rpc/client.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import type { AskedCode } from './asked-code.ts'

/** A field for the digits below the bars, and the items with that code. */
export function CodeForm({ onCode }: { onCode: (code: AskedCode) => void }) {
  const [digits, setDigits] = useState('')
  const find = useMutation(
    rpc.photographs.itemsWith.mutationOptions({
      onSuccess: (found, { code }) => onCode({ ...found, digits: code }),
    }),
  )
  return (
    <form
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (digits.trim() !== '' && !find.isPending) find.mutate({ code: digits.trim() })
      }}
    >
      <TextField
        label={t`Product code`}
        inputMode="numeric"
        maxLength={100}
        value={digits}
        error={find.error ? errorMessage(find.error) : undefined}
        className="flex-1"
        onChange={({ currentTarget }) => {
          setDigits(currentTarget.value)
          find.reset()
        }}
      />
      <Button type="submit" className="mt-5" busy={find.isPending} disabled={digits.trim() === ''}>
        <Trans>Find the item</Trans>
      </Button>
    </form>
  )
}
