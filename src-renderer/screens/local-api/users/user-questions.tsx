import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LocalApiUser, NewPassword } from '../../../../src-shared/local-api/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'

interface RotateDialogProps {
  user: LocalApiUser
  onClose: () => void
  onMade: (made: NewPassword) => void
}

export function RotateDialog({ user, onClose, onMade }: RotateDialogProps) {
  const queries = useQueryClient()
  const rotate = useMutation(
    rpc.localApi.rotatePassword.mutationOptions({
      onSuccess: (made) => {
        void queries.invalidateQueries({ queryKey: rpc.workspace.localApiCredentials.key() })
        onMade(made)
      },
      onError: (error) => toast.failed('The password was not changed', error),
    }),
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`New password for ${user.username}?`}
      description="The present one stops working at once: the program is refused until it has the new one."
      confirmLabel="Make a new password"
      busy={rotate.isPending}
      onConfirm={() => rotate.mutate({ username: user.username })}
    />
  )
}

export function DeleteUserDialog({ user, onClose }: { user: LocalApiUser; onClose: () => void }) {
  const queries = useQueryClient()
  const remove = useMutation(
    rpc.localApi.deleteUser.mutationOptions({
      onSuccess: (users) => {
        queries.setQueryData(rpc.localApi.users.queryKey(), users)
        toast.done('User deleted', `${user.username} is refused from now on.`)
        onClose()
      },
      onError: (error) => toast.failed('The user was not deleted', error),
    }),
  )
  return (
    <ConfirmDialog
      open
      dangerous
      onOpenChange={onClose}
      title={`Delete ${user.username}?`}
      description="Programs that use its name and password are refused from then on. What it sent stays."
      confirmLabel="Delete user"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ username: user.username })}
    />
  )
}
