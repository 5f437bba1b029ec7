import type { NewPassword } from '../../../../src-shared/local-api/model.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { KeyValue } from '../../../ui/key-value.tsx'
import { Copyable } from '../copyable.tsx'

/** A password just made: the one time it can be seen. */
export const PasswordDialog = ({ made, onClose }: { made: NewPassword; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={onClose}
    width="small"
    title={`Password for ${made.username}`}
    description="Copy it now: it is not kept in a form that could be shown again."
    actions={
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <KeyValue
      entries={[
        { label: 'username', value: <Copyable text={made.username} label="Copy the user name" /> },
        { label: 'password', value: <Copyable wraps text={made.password} label="Copy the password" /> },
      ]}
    />
  </Dialog>
)
