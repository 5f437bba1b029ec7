import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { LocalApiUser } from '../../../../src-shared/local-api/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { LimitField, limitOf } from './limit-field.tsx'

export function LimitDialog({ user, onClose }: { user: LocalApiUser; onClose: () => void }) {
  const queries = useQueryClient()
  const formId = useId()
  const [text, setText] = useState(user.dailyItemLimit === null ? '' : String(user.dailyItemLimit))
  const [checked, setChecked] = useState(false)
  const set = useMutation(
    rpc.localApi.setUserLimit.mutationOptions({
      onSuccess: (users) => {
        queries.setQueryData(rpc.localApi.users.queryKey(), users)
        onClose()
      },
      onError: (error) => toast.failed('The limit was not changed', error),
    }),
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="small"
      title={`Daily limit of ${user.username}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={set.isPending}>
            Set limit
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          const dailyItemLimit = limitOf(text)
          if (dailyItemLimit !== undefined) set.mutate({ username: user.username, dailyItemLimit })
        }}
      >
        <LimitField text={text} onText={setText} checked={checked} />
      </form>
    </Dialog>
  )
}
